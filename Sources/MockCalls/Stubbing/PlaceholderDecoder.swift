#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A decoder that returns a placeholder for every value: `nil`, `false`, zero, an empty string, or an empty list.
struct PlaceholderDecoder: Decoder {
  /// The maximum depth of nesting, at which a type that always contains itself fails.
  private static let depthLimit = 32

  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  private var depth = 0

  init() {}

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(PlaceholderFields(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { PlaceholderElements(self) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// Creates a value of a type.
  ///
  /// - Throws: The error of a type that accepts only other data.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let known = Self.known(type) { return known }
    if let first = MockPlaceholder.first(type) { return first }
    guard depth < Self.depthLimit else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "\(type) holds itself"))
    }
    var inner = self
    inner.depth += 1
    return try Value(from: inner)
  }

  private static func known<Value>(_ type: Value.Type) -> Value? {
    switch type {
    case is Date.Type: Date(timeIntervalSince1970: 0) as? Value
    case is Data.Type: Data() as? Value
    case is UUID.Type: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) as? Value
    case is URL.Type: URL(string: "about:blank") as? Value
    case is Decimal.Type: Decimal(0) as? Value
    default: nil
    }
  }
}

extension PlaceholderDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { true }
  func decode(_ type: Bool.Type) throws -> Bool { false }
  func decode(_ type: String.Type) throws -> String { "" }
  func decode(_ type: Double.Type) throws -> Double { 0 }
  func decode(_ type: Float.Type) throws -> Float { 0 }
  func decode(_ type: Int.Type) throws -> Int { 0 }
  func decode(_ type: Int8.Type) throws -> Int8 { 0 }
  func decode(_ type: Int16.Type) throws -> Int16 { 0 }
  func decode(_ type: Int32.Type) throws -> Int32 { 0 }
  func decode(_ type: Int64.Type) throws -> Int64 { 0 }
  func decode(_ type: UInt.Type) throws -> UInt { 0 }
  func decode(_ type: UInt8.Type) throws -> UInt8 { 0 }
  func decode(_ type: UInt16.Type) throws -> UInt16 { 0 }
  func decode(_ type: UInt32.Type) throws -> UInt32 { 0 }
  func decode(_ type: UInt64.Type) throws -> UInt64 { 0 }
}

private struct PlaceholderFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  var decoder: PlaceholderDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  /// The first case of an enum of keys.
  ///
  /// It selects the first case of an enum with associated values.
  var allKeys: [Key] { MockPlaceholder.first(Key.self).map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) throws -> Bool { true }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.decode(type)
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> {
    try decoder.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
}

private struct PlaceholderElements: UnkeyedDecodingContainer {
  private let decoder: PlaceholderDecoder
  private(set) var currentIndex = 0

  init(_ decoder: PlaceholderDecoder) {
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }

  mutating func decodeNil() throws -> Bool { true }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Only a type with a fixed number of elements calls this.
    currentIndex += 1
    return try decoder.decode(type)
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) throws -> KeyedDecodingContainer<Inner> {
    try decoder.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try decoder.unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { decoder }
}
