internal import MockData

/// The error for a type that no data can represent.
private struct NotDecodable: Error {}

/// Decodes types that the compiler doesn't know to be `Decodable`.
enum DynamicDecoding {
  /// Returns data as a value of a type.
  ///
  /// The value is decoded as the first of `types` that accepts the data. Otherwise, the value is created through
  /// `Decodable`, through ``MockValue``, from its elements, from its raw value, or from plain data, whichever is
  /// possible first. `value` is `nil` if the response has no value.
  ///
  /// - Throws: `MockServiceError` with the method, and with the form of data that the type needs.
  static func decode<Value>(
    _ type: Value.Type, from value: AnyCodableValue?, candidates types: [any Any.Type] = [],
    _ method: MethodIdentity, _ index: Int, isPart: Bool = false
  ) throws -> Value {
    do {
      return try found(type, value, types, method, index, isPart)
    } catch is NotDecodable {
      throw CallProblem.notDecodable(method, index: index, type: "\(type)").error
    }
  }

  private static func made<Value>(
    _ type: Value.Type, _ value: AnyCodableValue?, _ method: MethodIdentity, _ index: Int,
    _ isPart: Bool
  ) throws -> Value {
    if type == Void.self { return try typed((), as: type) }
    if let type = type as? any Decodable.Type {
      return try decode(type, value, method, index, isPart)
    }
    if let type = type as? any MockValue.Type {
      return try make(type, value, method, index)
    }
    if let type = type as? any ContainerOfAny.Type {
      do {
        return try typed(
          try type.container(of: value) { try open($0, $1, method, index, true) }, as: Value.self)
      } catch let error as NoMockValue {
        throw refused(error.description, method, index)
      }
    }
    if let type = type as? any RawRepresentable.Type {
      return try raw(type, value, method, index)
    }
    if let plain = (value ?? .null).swiftValue as? Value { return plain }
    // An `Optional` can be `nil` even if the type that it wraps isn't `Decodable`.
    if value == nil || value == .null, let none = nothing(type) { return none }
    throw NotDecodable()
  }

  private static func found<Value>(
    _ type: Value.Type, _ value: AnyCodableValue?, _ types: [any Any.Type],
    _ method: MethodIdentity, _ index: Int, _ isPart: Bool
  ) throws -> Value {
    guard !types.isEmpty else { return try made(type, value, method, index, isPart) }
    if value == nil || value == .null, let none = nothing(type) { return none }
    var failure: (any Error)?
    for candidate in types {
      do {
        if let result = try open(candidate, value, method, index, isPart) as? Value {
          return result
        }
      } catch is NotDecodable {
        continue
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return try made(type, value, method, index, isPart)
  }

  private static func open(
    _ type: any Any.Type, _ value: AnyCodableValue?, _ method: MethodIdentity, _ index: Int,
    _ isPart: Bool
  ) throws -> Any {
    func opened<Candidate>(_ type: Candidate.Type) throws -> Any {
      try made(type, value, method, index, isPart) as Any
    }
    return try _openExistential(type, do: opened)
  }

  private static func make<Made: MockValue, Value>(
    _ type: Made.Type, _ value: AnyCodableValue?, _ method: MethodIdentity, _ index: Int
  ) throws -> Value {
    if value == nil, !(type is any OptionalValue.Type) {
      throw CallProblem.missingValue(method, index: index, type: "\(Made.self)").error
    }
    do {
      return try typed(try Made(mockValue: value ?? .null), as: Value.self)
    } catch let error as NoMockValue {
      throw refused(error.description, method, index)
    } catch let error as DecodingError {
      throw method.placed(error, index, nil)
    }
  }

  /// Supports enums that aren't `Codable`.
  private static func raw<Made: RawRepresentable, Value>(
    _ type: Made.Type, _ value: AnyCodableValue?, _ method: MethodIdentity, _ index: Int
  ) throws -> Value {
    guard let value else {
      throw CallProblem.missingValue(method, index: index, type: "\(type)").error
    }
    let raw: Made.RawValue = try made(Made.RawValue.self, value, method, index, true)
    guard let made = Made(rawValue: raw) else {
      let known = CaseNames.known(to: type, nearestTo: raw as? String)
      throw refused("\(value.shortText) isn't a raw value of \(type)\(known)", method, index)
    }
    return try typed(made, as: Value.self)
  }

  private static func refused(
    _ reason: String, _ method: MethodIdentity, _ index: Int
  ) -> MockServiceError {
    CallProblem.decodingFailed(
      method, index: index, path: JSONPath([.key("value")]), reason: reason
    ).error
  }

  private static func decode<Made: Decodable, Value>(
    _ type: Made.Type, _ value: AnyCodableValue?, _ method: MethodIdentity, _ index: Int,
    _ isPart: Bool
  ) throws -> Value {
    let decoded: MockDecoded<Made>
    if value == nil, !(type is any OptionalValue.Type) {
      throw CallProblem.missingValue(method, index: index, type: "\(Made.self)").error
    }
    decoded = try method.decode(value ?? .null, index, isPart: isPart)
    return try typed(decoded.value, as: Value.self)
  }

  private static func nothing<Value>(_ type: Value.Type) -> Value? {
    (type as? any OptionalValue.Type)?.absent as? Value
  }
}

/// A container whose elements aren't `Decodable`, so each element is created separately.
private protocol ContainerOfAny {
  /// Throws the errors of the elements, or `NoMockValue` if the data is of another kind.
  ///
  /// `element` creates an element of a type.
  static func container(
    of value: AnyCodableValue?, element: (any Any.Type, AnyCodableValue?) throws -> Any
  ) throws -> Any
}

extension Optional: ContainerOfAny {
  fileprivate static func container(
    of value: AnyCodableValue?, element: (any Any.Type, AnyCodableValue?) throws -> Any
  ) throws -> Any {
    guard let value, value != .null else { return Wrapped?.none as Any }
    return try typed(try element(Wrapped.self, value), as: Wrapped.self) as Any
  }
}

extension Array: ContainerOfAny {
  fileprivate static func container(
    of value: AnyCodableValue?, element: (any Any.Type, AnyCodableValue?) throws -> Any
  ) throws -> Any {
    switch value {
    case .array(let values):
      return try values.map { try typed(try element(Element.self, $0), as: Element.self) }
    case .dictionary(let members) where members.isEmpty: return [Element]()
    default: throw NoMockValue(expected: "a list", found: value ?? .null)
    }
  }
}

extension Dictionary: ContainerOfAny {
  fileprivate static func container(
    of value: AnyCodableValue?, element: (any Any.Type, AnyCodableValue?) throws -> Any
  ) throws -> Any {
    guard case .dictionary(let members)? = value else {
      throw NoMockValue(expected: "an object", found: value ?? .null)
    }
    var made: [Key: Value] = [:]
    for (name, value) in members {
      made[try typed(name, as: Key.self)] = try typed(
        try element(Value.self, value), as: Value.self)
    }
    return made
  }
}

private func typed<Value>(_ value: Any, as type: Value.Type) throws -> Value {
  guard let value = value as? Value else { throw NotDecodable() }
  return value
}

extension AnyCodableValue {
  /// The data as values of the standard library's types, for results such as `[String: any Sendable]`.
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

/// The elements of a tuple, as data.
struct TupleData {
  private let elements: [AnyCodableValue?]
  private let method: MethodIdentity
  private let index: Int

  /// Reads the elements from an object by their labels, or from a list in order.
  init(
    _ labels: [String?], _ value: AnyCodableValue?, _ method: MethodIdentity, _ index: Int
  ) throws {
    (self.method, self.index) = (method, index)
    switch value {
    case .array(let values) where values.count == labels.count: elements = values
    case .dictionary(let members): elements = labels.map { $0.flatMap { members[$0] } }
    case let value:
      let shape = labels.map { $0.map { "\($0):" } ?? "_" }.joined(separator: ", ")
      throw CallProblem.decodingFailed(
        method, index: index, path: JSONPath([.key("value")]),
        reason:
          "\(value?.shortText ?? "nothing") is not a tuple (\(shape)); write its elements by label,"
          + " or as a list of \(labels.count) values"
      ).error
    }
  }

  func decoded<each T>(_ types: repeat (each T).Type) throws -> (repeat each T) {
    var next = 0
    func element<E>(_ type: E.Type) throws -> E {
      defer { next += 1 }
      return try DynamicDecoding.decode(
        type, from: elements[next], method, index, isPart: true)
    }
    return (repeat try element(each types))
  }
}
