public import MockData

/// A type that isn't `Decodable`, but that mocks can create from the data of a response.
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
  /// Creates a value from the data of a response.
  ///
  /// A type that is also `Decodable` is always decoded, and doesn't need this initializer.
  ///
  /// - Throws: An error that describes the problem with the data. The call then fails with this error.
  init(mockValue: AnyCodableValue) throws

  /// The value that a relaxed mock returns for a call without a response.
  ///
  /// If the type doesn't implement this property, or if the property throws, the call is reported as an issue.
  static var mockDefault: Self { get throws }
}

extension MockValue {
  /// Throws an error, because the type doesn't implement the property.
  public static var mockDefault: Self { get throws { throw NoMockDefault() } }
}

extension MockValue where Self: Decodable {
  /// Decodes the value.
  public init(mockValue value: AnyCodableValue) throws { self = try value.decoded() }
}

/// The error of a type that doesn't implement `mockDefault`.
private struct NoMockDefault: Error {}

extension AnyCodableValue {
  /// Decodes the data as a type.
  ///
  /// - Parameter type: The type.
  /// - Returns: The value.
  /// - Throws: `DecodingError` with the path of the problem.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try AnyCodableValueDecoder().decode(type, from: self)
  }
}

extension Optional: MockValue where Wrapped: MockValue {
  /// Creates an optional from data.
  ///
  /// It is `nil` if the data is null.
  public init(mockValue value: AnyCodableValue) throws {
    self = value == .null ? nil : try Wrapped(mockValue: value)
  }
}

extension Array: MockValue where Element: MockValue {
  /// Creates an array from a list.
  ///
  /// An empty object also becomes an empty array.
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

/// The error for data that is of the wrong kind for the type.
struct NoMockValue: Error, CustomStringConvertible {
  var expected: String
  var found: AnyCodableValue

  var description: String { "\(found.shortText) is not \(expected)" }
}
