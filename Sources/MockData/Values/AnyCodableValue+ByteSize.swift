extension AnyCodableValue {
  /// The approximate number of bytes that the value takes in memory.
  package var byteSize: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .int, .double, .bool, .null: 0
    case .number(let number): number.text.utf8.count
    case .array(let elements): elements.reduce(elements.count * Self.place) { $0 + $1.byteSize }
    case .dictionary(let members):
      members.reduce(members.count * Self.place * 2) { $0 + $1.key.utf8.count + $1.value.byteSize }
    }
  }

  /// The size of an element in a list.
  private static let place = MemoryLayout<AnyCodableValue>.stride
}
