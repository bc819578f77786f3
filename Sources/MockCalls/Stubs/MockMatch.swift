public import MockData

/// A condition on an argument, for a typed stub or a typed verification.
///
/// A plain value matches equal arguments, and an object matches only itself: `mock.on.fetch(id: 7) { ... }`. To accept
/// other arguments, write a match:
///
/// ```swift
/// mock.verify.track(.screen("Cart"), at: .any).called(2)
/// mock.on.fetch(id: .where { $0 > 100 }) { ... }
/// ```
///
/// `@unchecked Sendable`: The condition is `Sendable`, or it compares with a value that only the test and the mock use,
/// as in a handwritten mock.
public struct MockMatch<Value>: @unchecked Sendable {
  /// The condition, or `nil` if any value matches.
  private let condition: ((Value) -> Bool)?
  /// The values that the match accepts, if it lists them.
  private var named: [Value] = []

  /// A match for any value.
  ///
  /// This is the default for a parameter that you omit.
  public static var any: MockMatch { MockMatch(condition: nil) }

  /// Returns a match for the values that satisfy a condition.
  ///
  /// - Parameter condition: Returns whether a value matches. It is called without holding a lock.
  /// - Returns: The match.
  public static func `where`(_ condition: @escaping @Sendable (Value) -> Bool) -> MockMatch {
    MockMatch(condition: condition)
  }

  /// Returns whether a value matches.
  ///
  /// Generated code calls it.
  public func _accepts(_ value: Value) -> Bool { condition?(value) ?? true }

  /// The match as shown in messages, or `nil` if it accepts any value.
  public var _shown: AnyCodableValue? {
    if condition == nil { return nil }
    let values = named.map { MockArgument("", $0 as Any).value ?? .null }
    return values.isEmpty
      ? .string("(a condition)") : values.count == 1 ? values[0] : .array(values)
  }
}

extension MockMatch where Value: Equatable & Sendable {
  /// Returns a match for values that are equal to the given value.
  ///
  /// You can usually pass the plain value instead. If a requirement has more than three arguments, you can't mix plain
  /// values with `.where` or `.oneOf`, so wrap them in `.equal`.
  ///
  /// - Parameter value: The value to compare with.
  /// - Returns: The match.
  public static func equal(_ value: Value) -> MockMatch { oneOf(value) }

  /// Returns a match for values that are equal to one of the given values.
  ///
  /// - Parameters:
  ///   - first: The first value.
  ///   - others: The other values.
  /// - Returns: The match.
  public static func oneOf(_ first: Value, _ others: Value...) -> MockMatch {
    let values = [first] + others
    return MockMatch(condition: values.contains, named: values)
  }
}

extension MockMatch {
  /// Returns the match for a plain value passed as an argument.
  ///
  /// Generated code calls it. A value that can't be compared fails the test, and its match accepts nothing.
  ///
  /// - Parameters:
  ///   - value: The value, which must be `Equatable`, an object, or a type.
  ///   - mocking: The mock.
  ///   - file: The file to report.
  ///   - line: The line to report.
  /// - Returns: A match for equal values, or for the object itself.
  public static func _equal(
    _ value: Value, _ mocking: _MockServiceCore, _ file: StaticString, _ line: UInt
  ) -> MockMatch {
    if let condition = comparison(with: value) {
      return MockMatch(condition: condition, named: [value])
    }
    mocking.sequencer.report(
      MockFailure(
        severity: .expectation,
        message:
          "\(Value.self) isn't Equatable, so arguments can't be compared with its values;"
          + " write `.where { ... }`, or make \(Value.self) Equatable",
        sourceLocation: MockSourceLocation(file: file, line: line)))
    return MockMatch { _ in false }
  }

  /// Returns the match for an argument that may be omitted.
  ///
  /// Generated code calls it.
  public static func _equal(
    orAny value: Value?, _ mocking: _MockServiceCore, _ file: StaticString, _ line: UInt
  ) -> MockMatch {
    value.map { _equal($0, mocking, file, line) } ?? .any
  }

  /// Returns a comparison that is chosen at run time, because the macro doesn't know whether a type is `Equatable`.
  private static func comparison(with value: Value) -> ((Value) -> Bool)? {
    func comparing<Known: Equatable>(_ type: Known.Type) -> ((Value) -> Bool)? {
      (value as? Known).map { known in { $0 as? Known == known } }
    }
    func comparing<Known: Equatable>(with known: Known) -> (Any) -> Bool {
      { $0 as? Known == known }
    }
    if let type = Value.self as? any Equatable.Type { return comparing(type) }
    guard let content = unwrapped(value) else { return { unwrapped($0) == nil } }
    let isEqual: (Any) -> Bool
    if let content = content as? any Equatable {
      isEqual = comparing(with: content)
    } else if let type = content as? any Any.Type {
      isEqual = { $0 as? any Any.Type == type }
    } else if type(of: content) is AnyClass {
      let object = content as AnyObject
      isEqual = { $0 as AnyObject === object }
    } else {
      return nil
    }
    return { unwrapped($0).map(isEqual) ?? false }
  }

  /// Returns the value inside any number of optionals, or `nil`.
  private static func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any _MockOptional else { return value }
    return optional._content.flatMap { unwrapped($0) }
  }
}

extension Optional: _MockOptional {
  /// Whether the optional is `nil`.
  public var _isAbsent: Bool {
    if case .none = self { true } else { false }
  }

  /// The wrapped value, if any.
  public var _content: Any? { self }
}
