public import MockData

/// Converts the value of a response to the result of a requirement.
///
/// Generated code contains `_MockCodec(Tea.self)`, and the compiler selects the initializer that can read a `Tea`. If
/// the type is `Decodable`, it is decoded directly. Otherwise, the codec checks at run time whether the type is a
/// ``MockValue`` or can be created from plain data.
public struct _MockCodec<Value> {
  /// Reads the value of a response.
  let read: (CallResponse, MethodIdentity) throws -> Value
  /// Creates a placeholder for a call that has no response and can't throw, or returns `nil` if it can't create one.
  let placeholder: () -> Value?

  /// Creates a codec that decodes a type directly from the response.
  public init(_ type: Value.Type) where Value: Decodable & SendableMetatype {
    read = { try $0.decoded($1) }
    placeholder = { MockPlaceholder.make(type) }
  }

  /// Creates a codec for a type that is checked at run time.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - types: The types to decode if `type` is their base type (default: none).
  @_disfavoredOverload
  public init(_ type: Value.Type, candidates types: [any Any.Type] = []) {
    read = { try $0.dynamic(Value.self, candidates: types, $1) }
    placeholder = { MockPlaceholder.make(type, candidates: types) }
  }

  /// Reads the value of a property that has configured responses.
  init(_ property: _MockPropertyCodec<Value>) {
    read = { try $0.made($1) { try property.decode($0) } }
    placeholder = property.placeholder
  }

  /// Creates a codec for a tuple, whose elements are read by label or in order.
  ///
  /// - Parameters:
  ///   - labels: The labels, or `nil` for an element without one.
  ///   - types: The types of the elements.
  public init<each T>(tuple labels: [String?], _ types: repeat (each T).Type)
  where Value == (repeat each T) {
    read = { try $0.tuple(labels, repeat (each T).self, of: $1) }
    placeholder = { MockPlaceholder.tuple(repeat (each T).self) }
  }
}

/// Codecs for methods with `@MockMethod`, whose results must be `Decodable`.
///
/// The compiler warns about other results.
extension _MockCodec {
  /// Creates a codec that decodes a type directly from the response.
  public init(decoding type: Value.Type) where Value: Decodable & SendableMetatype {
    self.init(type)
  }

  /// Creates a codec for a type that is checked at run time.
  @available(
    *, deprecated, message: "the result is not Decodable: make it Decodable, or write the method"
  )
  @_disfavoredOverload
  public init(decoding type: Value.Type) { self.init(type, candidates: []) }
}

extension MockValue {
  /// Throws an error, because the type doesn't provide a default.
  public static var mockDefault: Self { get throws { throw NoMockDefault() } }
}

extension MockValue where Self: Decodable {
  /// Decodes the value.
  public init(mockValue value: AnyCodableValue) throws { self = try value.decoded() }
}

/// The error of a type that doesn't provide a default.
private struct NoMockDefault: Error {}

extension AnyCodableValue {
  /// Decodes the data as a type.
  ///
  /// - Parameter type: The type.
  /// - Returns: The value.
  /// - Throws: `DecodingError` with the path.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try AnyCodableValueDecoder().decode(type, from: self)
  }
}

extension Optional: MockValue where Wrapped: MockValue {
  /// Creates an optional, which is `nil` for null.
  public init(mockValue value: AnyCodableValue) throws {
    self = value == .null ? nil : try Wrapped(mockValue: value)
  }
}

extension Array: MockValue where Element: MockValue {
  /// Creates an array from a list.
  ///
  /// An empty object becomes an empty array.
  public init(mockValue value: AnyCodableValue) throws {
    switch value {
    case .array(let values): self = try values.map(Element.init(mockValue:))
    case .dictionary(let members) where members.isEmpty: self = []
    default: throw NoMockValue(expected: "a list", found: value)
    }
  }
}

extension Dictionary: MockValue where Key == String, Value: MockValue {
  /// Creates a dictionary from the members of an object.
  public init(mockValue value: AnyCodableValue) throws {
    guard case .dictionary(let members) = value else {
      throw NoMockValue(expected: "an object", found: value)
    }
    self = try members.mapValues(Value.init(mockValue:))
  }
}

/// The error for data of a kind that the type can't be created from.
struct NoMockValue: Error, CustomStringConvertible {
  var expected: String
  var found: AnyCodableValue

  var description: String { "\(found.shortText) is not \(expected)" }
}
