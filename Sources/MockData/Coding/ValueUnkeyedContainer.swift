/// The elements of an array, decoded in order.
struct ValueUnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let elements: [AnyCodableValue]
  private(set) var currentIndex = 0

  init(decoder: ValueDecoder, elements: [AnyCodableValue]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  /// Passes the next element to a closure, and advances if the closure succeeds.
  private mutating func next<T>(
    _ type: T.Type, _ body: (ValueDecoder, AnyCodableValue, any CodingKey) throws -> T
  ) throws -> T {
    let key = DataKey.index(currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(
          codingPath: decoder.path(to: key),
          debugDescription: "the array has only \(elements.count) elements"))
    }
    let result = try body(decoder, elements[currentIndex], key)
    currentIndex += 1
    return result
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { return try next(AnyCodableValue?.self) { _, _, _ in nil } == nil }
    guard case .null = elements[currentIndex] else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { try $0.decode($1, as: type, key: $2) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next(KeyedDecodingContainer<NestedKey>.self) {
      try $0.child($1, key: $2).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next((any UnkeyedDecodingContainer).self) {
      try $0.child($1, key: $2).unkeyedContainer()
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { $0.child($1, key: $2) }
  }
}
