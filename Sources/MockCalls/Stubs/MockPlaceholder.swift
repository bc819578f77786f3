public import MockData

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Creates the result of a requirement that can't throw and has no response.
///
/// The test has already failed. The placeholder is `nil`, `false`, zero, an empty string or collection, the first case
/// of an enum, or a value with such properties.
enum MockPlaceholder {
  /// Returns a placeholder of a type, or `nil` if the type has no known value.
  static func make<Value>(_ type: Value.Type) -> Value? {
    if let value = () as? Value { return value }
    if let type = type as? any OptionalValue.Type { return type.absent as? Value }
    if let type = type as? any FailedPlaceholder.Type { return type.failedPlaceholder as? Value }
    if let type = type as? any Decodable.Type, let made = decoded(type) as? Value { return made }
    return first(type) ?? empty(type)
  }

  /// Returns a placeholder of a type or of another candidate, or `nil` if none of the types has a known value.
  static func make<Value>(_ type: Value.Type, candidates types: [any Any.Type]) -> Value? {
    func opened<Candidate>(_ type: Candidate.Type) -> Any? { make(type) }
    return make(type)
      ?? types.lazy.compactMap { _openExistential($0, do: opened) as? Value }.first
  }

  /// Reports a missing value and returns the placeholder.
  ///
  /// - Throws: ``StuckCall`` if the type has no placeholder.
  static func report<Value>(
    _ failure: MockFailure, _ made: Value?, _ report: (MockFailure) -> Void
  ) throws(StuckCall) -> Value {
    if let made {
      report(failure)
      return made
    }
    let failure = failure.ofStuckCall(
      "\(failure.message); no placeholder of the type \(Value.self) can be made, so the call"
        + " never returns")
    report(failure)
    throw StuckCall(failure: failure)
  }

  /// Returns a tuple of placeholders, or `nil` if one of them can't be made.
  static func tuple<each Element>(_ types: repeat (each Element).Type) -> (repeat each Element)? {
    func element<Value>(_ type: Value.Type) throws -> Value {
      guard let value = make(type) else { throw NotMade() }
      return value
    }
    func elements() throws -> (repeat each Element) { (repeat try element(each types)) }
    return try? elements()
  }

  private static func decoded<Made: Decodable>(_ type: Made.Type) -> Made? {
    if let first = first(type) { return first }
    return try? PlaceholderDecoder().decode(type)
  }

  private static func empty<Value>(_ type: Value.Type) -> Value? {
    // Collections whose elements aren't `Decodable`.
    func array<List: ExpressibleByArrayLiteral>(_ type: List.Type) -> Any { [] as List }
    func dictionary<Map: ExpressibleByDictionaryLiteral>(_ type: Map.Type) -> Any { [:] as Map }
    if let type = type as? any ExpressibleByArrayLiteral.Type { return array(type) as? Value }
    if let type = type as? any ExpressibleByDictionaryLiteral.Type {
      return dictionary(type) as? Value
    }
    return nil
  }

  /// Returns the first case of an enum without associated values.
  static func first<Value>(_ type: Value.Type) -> Value? {
    if let type = type as? any CaseIterable.Type { return firstCase(type) as? Value }
    return ZeroCase.of(type)
  }

  private static func firstCase<Cases: CaseIterable>(_ type: Cases.Type) -> Any? {
    type.allCases.first
  }
}

/// The error for an element of a tuple that has no placeholder.
private struct NotMade: Error {}

/// A `Result`.
///
/// Its placeholder is a failure, so that the code under test doesn't mistake it for a success.
private protocol FailedPlaceholder {
  static var failedPlaceholder: Any? { get }
}

extension Result: FailedPlaceholder {
  fileprivate static var failedPlaceholder: Any? {
    let error = MockServiceError(code: "placeholder", message: "the call has no response")
    if let failure = error as? Failure ?? MockPlaceholder.make(Failure.self) {
      return Result.failure(failure)
    }
    return MockPlaceholder.make(Success.self).map { Result.success($0) }
  }
}

/// Finds the first case of enums that aren't `CaseIterable`.
///
/// An enum without associated values is stored as a number, and its first case as zero. The same is true of any other
/// enum that has no references and occupies one or two bytes. The resulting value is checked afterwards. No runtime
/// metadata is read.
private enum ZeroCase {
  /// Returns the case that is stored as zero.
  ///
  /// The result is `nil` for any type that isn't such an enum, and if the case has associated values. An error enum
  /// with a single case occupies no memory. An enum without cases doesn't either, but no value of such a type is ever
  /// requested: `Never` is excluded, and the compiler knows about uninhabited error types.
  static func of<Value>(_ type: Value.Type) -> Value? {
    let size = MemoryLayout<Value>.size
    guard size <= 2, _isPOD(type), type != Never.self else { return nil }
    guard size > 0 || type is any Error.Type else { return nil }
    let value = EnumCases.value(0, of: type)
    return EnumCases.isCase(value) ? value : nil
  }
}

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

/// A type that isn't `Decodable`, but that a mock can create from a response's data.
///
/// ```swift
/// extension Playback: MockValue {
///   init(mockValue value: AnyCodableValue) throws {
///     self = value == "stopped" ? .stopped : .playing(rate: try value.decoded())
///   }
///
///   static var mockDefault: Playback { .stopped }
/// }
/// ```
public protocol MockValue {
  /// Creates the value from data.
  ///
  /// A `Decodable` type is always decoded, and doesn't need this initializer.
  ///
  /// - Throws: An error that describes the problem with the data. The call fails with this error.
  init(mockValue: AnyCodableValue) throws

  /// The value that a relaxed mock returns for a call without a response.
  ///
  /// If a type doesn't implement this property, or if the getter throws, such a call is an issue.
  static var mockDefault: Self { get throws }
}

/// A protocol that only `Optional` conforms to, so that generated code can recognize optionals.
public protocol _MockOptional {
  /// Whether the optional is `nil`.
  var _isAbsent: Bool { get }
  /// The wrapped value, if any.
  var _content: Any? { get }
}
