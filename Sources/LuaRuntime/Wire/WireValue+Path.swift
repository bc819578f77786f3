internal import MockData

extension WireValue {
  /// Returns the coding path to a value within this one.
  ///
  /// Decoders have no paths, because only errors and explicit requests need them. The position of a value in the buffer
  /// is enough to compute its path.
  func path(to value: WireValue) -> [any CodingKey] { path(to: UInt(bitPattern: value.start)) }

  /// Returns the coding path to the value at an address.
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

  /// Returns the member that starts at or contains an address.
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
