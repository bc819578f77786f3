/// A value that is decoded or moved between tasks although its type may not be `Sendable`.
struct MockDecoded<Value> {
  let value: Value
}

extension MockDecoded: Decodable where Value: Decodable {
  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }
}

/// `@unchecked Sendable`: The sequencer passes the value to a single caller and doesn't keep it.
extension MockDecoded: @unchecked Sendable {}
