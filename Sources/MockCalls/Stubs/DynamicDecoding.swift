internal import MockData

/// The error for a type that no data can represent.
private struct NotDecodable: Error {}

/// Decodes types that the compiler doesn't know to be `Decodable`.
struct DynamicDecoding {
  private let method: MethodIdentity
  private let index: Int
  /// Whether the value is part of another value, such as an element of a tuple.
  private var isPart: Bool

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
      return try DynamicDecoding(method: method, index: index, isPart: isPart)
        .made(type, value, candidates: types)
    } catch is NotDecodable {
      throw CallProblem.notDecodable(method, index: index, type: "\(type)").error
    } catch let error as NoMockValue {
      throw refused(error.description, method, index)
    } catch let error as DecodingError {
      throw method.placed(error, index, nil)
    }
  }

  /// Returns a tuple, whose elements are in an object by their labels, or in a list in order.
  static func tuple<each Element>(
    _ labels: [String?], _ types: repeat (each Element).Type, from value: AnyCodableValue?,
    _ method: MethodIdentity, _ index: Int
  ) throws -> (repeat each Element) {
    let elements: [AnyCodableValue?]
    switch value {
    case .array(let values) where values.count == labels.count: elements = values
    case .dictionary(let members): elements = labels.map { $0.flatMap { members[$0] } }
    case let value:
      let shape = labels.map { $0.map { "\($0):" } ?? "_" }.joined(separator: ", ")
      throw refused(
        "\(value?.shortText ?? "nothing") is not a tuple (\(shape)); write its elements by label,"
          + " or as a list of \(labels.count) values", method, index)
    }
    var next = 0
    func element<E>(_ type: E.Type) throws -> E {
      defer { next += 1 }
      return try decode(type, from: elements[next], method, index, isPart: true)
    }
    return (repeat try element(each types))
  }

  private static func refused(
    _ reason: String, _ method: MethodIdentity, _ index: Int
  ) -> MockServiceError {
    CallProblem.decodingFailed(
      method, index: index, path: JSONPath([.key("value")]), reason: reason
    ).error
  }

  private func made<Value>(
    _ type: Value.Type, _ value: AnyCodableValue?, candidates types: [any Any.Type] = []
  ) throws -> Value {
    // An `Optional` can be `nil` even if the type that it wraps isn't `Decodable`.
    let none =
      value == nil || value == .null ? (type as? any OptionalValue.Type)?.absent as? Value : nil
    if !types.isEmpty, let none { return none }
    var failure: (any Error)?
    for candidate in types {
      do {
        if let result = try made(opening: candidate, value) as? Value { return result }
      } catch is NotDecodable {
        continue
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    if type == Void.self { return try typed((), as: type) }
    if let type = type as? any Decodable.Type { return try decoded(type, value) }
    if let type = type as? any MockValue.Type { return try converted(type, value) }
    if let type = type as? any ContainerOfAny.Type {
      var parts = self
      parts.isPart = true
      return try typed(
        try type.container(of: value) { try parts.made(opening: $0, $1) }, as: Value.self)
    }
    if let type = type as? any RawRepresentable.Type { return try raw(type, value) }
    if let plain = (value ?? .null).swiftValue as? Value { return plain }
    if let none { return none }
    throw NotDecodable()
  }

  private func made(opening type: any Any.Type, _ value: AnyCodableValue?) throws -> Any {
    func opened<Candidate>(_ type: Candidate.Type) throws -> Any { try made(type, value) as Any }
    return try _openExistential(type, do: opened)
  }

  private func decoded<Made: Decodable, Value>(
    _ type: Made.Type, _ value: AnyCodableValue?
  ) throws -> Value {
    try method.requireValue(value, index, as: type)
    let decoded: MockDecoded<Made> = try method.decode(value ?? .null, index, isPart: isPart)
    return try typed(decoded.value, as: Value.self)
  }

  private func converted<Made: MockValue, Value>(
    _ type: Made.Type, _ value: AnyCodableValue?
  ) throws -> Value {
    try method.requireValue(value, index, as: type)
    return try typed(try Made(mockValue: value ?? .null), as: Value.self)
  }

  /// Supports enums that aren't `Codable`.
  private func raw<Made: RawRepresentable, Value>(
    _ type: Made.Type, _ value: AnyCodableValue?
  ) throws -> Value {
    try method.requireValue(value, index, as: type)
    var part = self
    part.isPart = true
    let raw = try part.made(Made.RawValue.self, value)
    guard let made = Made(rawValue: raw) else {
      let known = CaseNames.known(to: type, nearestTo: raw as? String)
      let shown = value?.shortText ?? ""
      throw Self.refused("\(shown) isn't a raw value of \(type)\(known)", method, index)
    }
    return try typed(made, as: Value.self)
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
