/// A value that is decoded although the compiler does not know its type's metatype to be `Sendable`.
///
/// Generated code asks for it where a type is a generic parameter.
public struct MockDecoded<Value> {
  /// The value.
  public let value: Value
}

extension MockDecoded: Decodable where Value: Decodable {
  /// Decodes the value in place of its wrapper.
  public init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }
}

/// `@unchecked`: a value is handed from the sequencer to its one caller, and kept by neither.
extension MockDecoded: @unchecked Sendable {}
