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

  /// Hands the next element to a closure, and steps on only if it can use it.
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

  private mutating func nextInteger<I: FixedWidthInteger>(_ type: I.Type) throws -> I {
    try next(type) { try $0.integer($1, as: type, key: $2) }
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { return try next(AnyCodableValue?.self) { _, _, _ in nil } == nil }
    guard case .null = elements[currentIndex] else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try next(type) { try $0.bool($1, key: $2) }
  }
  mutating func decode(_ type: String.Type) throws -> String {
    try next(type) { try $0.string($1, key: $2) }
  }
  mutating func decode(_ type: Double.Type) throws -> Double {
    try next(type) { try $0.double($1, key: $2) }
  }
  mutating func decode(_ type: Float.Type) throws -> Float {
    try next(type) { try $0.float($1, key: $2) }
  }
  mutating func decode(_ type: Int.Type) throws -> Int { try nextInteger(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try nextInteger(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try nextInteger(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try nextInteger(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try nextInteger(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try nextInteger(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try nextInteger(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try nextInteger(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try nextInteger(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try nextInteger(type) }

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
