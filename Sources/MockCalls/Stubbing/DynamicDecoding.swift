internal import MockData

/// Decodes types of which the compiler does not know that they are `Decodable`.
enum DynamicDecoding {
  /// Says what a type would need.
  struct NotDecodable: Error {}

  /// Whether data can stand for a type.
  static func canDecode<Value>(_ type: Value.Type) -> Bool {
    type is any MockValue.Type || type is any Decodable.Type || type == Any.self
      || type == (any Sendable).self
  }

  /// Makes a value of a type: by ``MockValue``, by `Decodable`, or as plain data; nil data is no value.
  ///
  /// - Throws: ``NotDecodable`` where the type is none of these.
  static func decode<Value>(
    _ type: Value.Type, from value: AnyCodableValue?, _ method: MethodIdentity, _ index: Int
  ) throws -> Value {
    if let type = type as? any MockValue.Type {
      return try make(type, value, method, index)
    }
    if let type = type as? any Decodable.Type {
      return try decode(type, value, method, index)
    }
    if let plain = (value ?? .null).swiftValue as? Value { return plain }
    // An `Optional` of something that is not `Decodable` can be nil at least.
    if value == nil || value == .null, let none = nothing(type) { return none }
    throw NotDecodable()
  }

  /// Makes a value of the first of several types that is one of the result's.
  static func decode<Value>(
    _ type: Value.Type, from value: AnyCodableValue?, among types: [any Any.Type],
    _ method: MethodIdentity, _ index: Int
  ) throws -> Value {
    if value == nil || value == .null, let none = nothing(type) { return none }
    var failure: (any Error)?
    for candidate in types {
      do {
        if let result = try open(candidate, value, method, index) as? Value { return result }
      } catch is NotDecodable {
        continue
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return try decode(type, from: value, method, index)
  }

  private static func open(
    _ type: any Any.Type, _ value: AnyCodableValue?, _ method: MethodIdentity, _ index: Int
  ) throws -> Any {
    func opened<Candidate>(_ type: Candidate.Type) throws -> Any {
      try decode(type, from: value, method, index) as Any
    }
    return try _openExistential(type, do: opened)
  }

  private static func make<Made: MockValue, Value>(
    _ type: Made.Type, _ value: AnyCodableValue?, _ method: MethodIdentity, _ index: Int
  ) throws -> Value {
    if value == nil, !(type is any _MockOptional.Type) {
      throw CallProblem.missingValue(method, index: index, type: "\(Made.self)").error
    }
    do {
      return try cast(try Made(mockValue: value ?? .null))
    } catch let error as NoMockValue {
      throw CallProblem.decodingFailed(
        method, index: index, path: JSONPath([.key("value")]), reason: error.description
      ).error
    }
  }

  private static func decode<Made: Decodable, Value>(
    _ type: Made.Type, _ value: AnyCodableValue?, _ method: MethodIdentity, _ index: Int
  ) throws -> Value {
    let decoded: MockDecoded<Made>
    if value == nil, !(type is any _MockOptional.Type) {
      throw CallProblem.missingValue(method, index: index, type: "\(Made.self)").error
    }
    decoded = try method.decode(value ?? .null, index)
    return try cast(decoded.value)
  }

  private static func cast<Value>(_ value: Any) throws -> Value {
    guard let value = value as? Value else { throw NotDecodable() }
    return value
  }

  private static func nothing<Value>(_ type: Value.Type) -> Value? {
    (type as? any AbsentValue.Type)?.absent as? Value
  }
}

/// Gives the nil of an `Optional` type that is known at run time only.
private protocol AbsentValue {
  static var absent: Self { get }
}

extension Optional: AbsentValue {
  fileprivate static var absent: Wrapped? { nil }
}

extension AnyCodableValue {
  /// The value as Swift's own types, for results such as `[String: any Sendable]`.
  var swiftValue: any Sendable {
    switch self {
    case .null: Int?.none
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .number(let number): number.double
    case .string(let value): value
    case .array(let values): values.map(\.swiftValue)
    case .dictionary(let members): members.mapValues(\.swiftValue)
    }
  }
}
