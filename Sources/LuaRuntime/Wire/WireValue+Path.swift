internal import MockData

extension WireValue {
  /// The way to a value that stands within this one, as a coding path.
  ///
  /// Decoders carry no paths: a value's place on the wire says where it stands, and only an error or a
  /// caller's question needs to know.
  func path(to value: WireValue) -> [any CodingKey] { path(to: UInt(bitPattern: value.start)) }

  /// The same for the address of a value.
  package func path(to address: UInt) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var table = self
    while UInt(bitPattern: table.start) != address {
      guard let (key, next) = table.member(around: address) else { break }
      path.append(key)
      table = next
    }
    return path
  }

  /// The member that starts at or reaches over an address.
  private func member(around address: UInt) -> (key: DataKey, value: WireValue)? {
    if kind == .array {
      for (index, element) in elements.enumerated() where element.spans(address) {
        return (DataKey.index(index), element)
      }
    }
    for entry in entries where entry.value.spans(address) {
      return (DataKey.name(String(decoding: entry.key, as: UTF8.self)), entry.value)
    }
    return nil
  }

  private func spans(_ address: UInt) -> Bool {
    UInt(bitPattern: start) <= address && address < UInt(bitPattern: end)
  }
}
