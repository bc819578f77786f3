public import MockData

/// Which values of an argument a typed stub answers for, or a typed verification looks for.
///
/// A literal stands for itself: `mock.on.fetch(id: 7) { ... }`. Of a value write `.equal(value)`.
///
/// `@unchecked Sendable`: the condition is `Sendable`, or compares with a value that is, or that a literal has made.
public struct MockMatch<Value>: @unchecked Sendable {
  /// Nil for any value, so that asking costs nothing.
  private let condition: ((Value) -> Bool)?
  /// The values that it stands for, where it names them.
  private var named: [Value] = []
  private var isNilLiteral = false

  /// Any value; what a parameter that is not written means.
  public static var any: MockMatch { MockMatch(condition: nil) }

  /// The values that a condition accepts.
  ///
  /// - Parameter condition: Says whether the stub answers; it is called without any lock.
  /// - Returns: The match.
  public static func `where`(_ condition: @escaping @Sendable (Value) -> Bool) -> MockMatch {
    MockMatch(condition: condition)
  }

  /// Whether the stub answers for a value; generated code asks.
  public func _accepts(_ value: Value) -> Bool { condition?(value) ?? true }

  /// The match as messages show it; nil for any value.
  public var _shown: AnyCodableValue? {
    if condition == nil { return nil }
    if Value.self is any _MockOptional.Type, named.isEmpty, isNilLiteral { return .null }
    let values = named.map { MockArgument("", $0 as Any).value ?? .null }
    return values.isEmpty
      ? .string("(a condition)") : values.count == 1 ? values[0] : .array(values)
  }
}

extension MockMatch where Value: Equatable & Sendable {
  /// The values that are equal to another.
  ///
  /// - Parameter value: The other.
  /// - Returns: The match.
  public static func equal(_ value: Value) -> MockMatch {
    MockMatch(literal: value)
  }

  /// The values that are equal to one of a list.
  ///
  /// - Parameters:
  ///   - first: The first value of the list.
  ///   - others: The other values.
  /// - Returns: The match.
  public static func oneOf(_ first: Value, _ others: Value...) -> MockMatch {
    let values = [first] + others
    return MockMatch(condition: values.contains, named: values)
  }
}

extension MockMatch where Value: Equatable {
  fileprivate init(literal value: Value) {
    self.init(condition: { $0 == value }, named: [value])
  }
}

extension MockMatch: ExpressibleByIntegerLiteral
where Value: ExpressibleByIntegerLiteral & Equatable {
  /// The values that are equal to a literal.
  public init(integerLiteral literal: Value.IntegerLiteralType) {
    self = MockMatch(literal: Value(integerLiteral: literal))
  }
}

extension MockMatch: ExpressibleByFloatLiteral
where Value: ExpressibleByFloatLiteral & Equatable {
  /// The values that are equal to a literal.
  public init(floatLiteral literal: Value.FloatLiteralType) {
    self = MockMatch(literal: Value(floatLiteral: literal))
  }
}

extension MockMatch: ExpressibleByBooleanLiteral
where Value: ExpressibleByBooleanLiteral & Equatable {
  /// The values that are equal to a literal.
  public init(booleanLiteral literal: Value.BooleanLiteralType) {
    self = MockMatch(literal: Value(booleanLiteral: literal))
  }
}

extension MockMatch: ExpressibleByUnicodeScalarLiteral
where Value: ExpressibleByUnicodeScalarLiteral & Equatable {
  /// The values that are equal to a literal.
  public init(unicodeScalarLiteral literal: Value.UnicodeScalarLiteralType) {
    self = MockMatch(literal: Value(unicodeScalarLiteral: literal))
  }
}

extension MockMatch: ExpressibleByExtendedGraphemeClusterLiteral
where Value: ExpressibleByExtendedGraphemeClusterLiteral & Equatable {
  /// The values that are equal to a literal.
  public init(extendedGraphemeClusterLiteral literal: Value.ExtendedGraphemeClusterLiteralType) {
    self = MockMatch(literal: Value(extendedGraphemeClusterLiteral: literal))
  }
}

extension MockMatch: ExpressibleByStringLiteral
where Value: ExpressibleByStringLiteral & Equatable {
  /// The values that are equal to a literal.
  public init(stringLiteral literal: Value.StringLiteralType) {
    self = MockMatch(literal: Value(stringLiteral: literal))
  }
}

extension MockMatch: ExpressibleByNilLiteral where Value: _MockOptional {
  /// No value.
  public init(nilLiteral: ()) {
    self.init(condition: { $0._isAbsent }, isNilLiteral: true)
  }
}

/// What `Optional` alone conforms to, so that `nil` can be written as a match.
public protocol _MockOptional {
  /// Whether there is no value.
  var _isAbsent: Bool { get }
}

extension Optional: _MockOptional {
  /// Whether there is no value.
  public var _isAbsent: Bool {
    if case .none = self { true } else { false }
  }
}
