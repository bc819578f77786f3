/// A value that is decoded, or goes from one task to another, although the compiler does not know its type to be
/// `Sendable`.
struct MockDecoded<Value> {
  let value: Value
}

extension MockDecoded: Decodable where Value: Decodable {
  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }
}

/// `@unchecked Sendable`: a value is handed from the sequencer to its one caller, and kept by neither.
extension MockDecoded: @unchecked Sendable {}
