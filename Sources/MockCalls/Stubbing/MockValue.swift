public import MockData

/// A type that is not `Decodable` and that a mock can make of the data of an answer all the same.
///
/// ```swift
/// extension Playback: MockValue {
///   init(mockValue value: AnyCodableValue) throws {
///     self = value == "stopped" ? .stopped : .playing(rate: try value.decoded())
///   }
/// }
/// ```
public protocol MockValue {
  /// Makes the value of data.
  ///
  /// - Throws: What is wrong with the data; it becomes the error of the call.
  init(mockValue: AnyCodableValue) throws
}

extension AnyCodableValue {
  /// The data as a type.
  ///
  /// - Parameter type: The type.
  /// - Returns: The value.
  /// - Throws: `DecodingError` with the path.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try AnyCodableValueDecoder().decode(type, from: self)
  }
}

extension Optional: MockValue where Wrapped: MockValue {
  /// Nil for null.
  public init(mockValue value: AnyCodableValue) throws {
    self = value == .null ? nil : try Wrapped(mockValue: value)
  }
}

extension Array: MockValue where Element: MockValue {
  /// The elements of a list; an empty object is an empty list.
  public init(mockValue value: AnyCodableValue) throws {
    switch value {
    case .array(let values): self = try values.map(Element.init(mockValue:))
    case .dictionary(let members) where members.isEmpty: self = []
    default: throw NoMockValue(expected: "a list", found: value)
    }
  }
}

extension Dictionary: MockValue where Key == String, Value: MockValue {
  /// The members of an object.
  public init(mockValue value: AnyCodableValue) throws {
    guard case .dictionary(let members) = value else {
      throw NoMockValue(expected: "an object", found: value)
    }
    self = try members.mapValues(Value.init(mockValue:))
  }
}

/// Data of another kind than a value is made of.
struct NoMockValue: Error, CustomStringConvertible {
  var expected: String
  var found: AnyCodableValue

  var description: String { "\(found.shortText) is not \(expected)" }
}
