public import MockData

/// A condition on an argument, for a typed stub or a typed verification.
///
/// A plain value matches equal arguments, as in `mock.on.fetch(id: 7) { ... }`. An object that isn't `Equatable`
/// matches only itself. To match other arguments, write a `MockMatch`:
///
/// ```swift
/// mock.verify.track(.screen("Cart"), at: .any).called(2)
/// mock.on.fetch(id: .where { $0 > 100 }) { ... }
/// ```
///
/// `@unchecked Sendable`: The condition is `Sendable`, or it compares arguments with a value from the test. Only the
/// test and the mock use that value.
public struct MockMatch<Value>: @unchecked Sendable {
  /// The condition, or `nil` if any value matches.
  private let condition: ((Value) -> Bool)?
  /// The values that the match accepts, if it was created from values.
  private var named: [Value] = []

  /// A match for any value.
  ///
  /// If you omit an argument, this is the default.
  public static var any: MockMatch { MockMatch(condition: nil) }

  /// Returns a match for the values that satisfy a condition.
  ///
  /// - Parameter condition: Returns whether a value matches. No lock is held while it runs.
  /// - Returns: The match.
  public static func `where`(_ condition: @escaping @Sendable (Value) -> Bool) -> MockMatch {
    MockMatch(condition: condition)
  }

  /// Returns whether a value matches.
  ///
  /// Generated code calls this method.
  public func _accepts(_ value: Value) -> Bool { condition?(value) ?? true }

  /// The match, as it appears in messages, or `nil` if it accepts any value.
  public var _shown: AnyCodableValue? {
    if condition == nil { return nil }
    let values = named.map { MockArgument("", $0 as Any).value ?? .null }
    return values.isEmpty
      ? .string("(a condition)") : values.count == 1 ? values[0] : .array(values)
  }
}

extension MockMatch where Value: Equatable & Sendable {
  /// Returns a match for values that are equal to a given value.
  ///
  /// In most cases, you can pass the value itself instead. But if a requirement has more than three arguments, you
  /// can't mix plain values with `.where` or `.oneOf`. In that case, wrap the plain values in `.equal`.
  ///
  /// - Parameter value: The value.
  /// - Returns: The match.
  public static func equal(_ value: Value) -> MockMatch { oneOf(value) }

  /// Returns a match for values that are equal to one of several values.
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
  /// Returns the match for a value that a test has passed as an argument.
  ///
  /// The match accepts equal values, the same object, or the same type. If values of the type can't be compared, the
  /// test fails at its line, and the match accepts nothing. Generated code calls this method.
  public static func _equal(
    _ value: Value, _ mocking: _MockServiceCore, _ file: StaticString, _ line: UInt
  ) -> MockMatch {
    if let condition = comparison(with: value) {
      return MockMatch(condition: condition, named: [value])
    }
    mocking.sequencer.report(
      "\(Value.self) isn't Equatable, so arguments can't be compared with its values;"
        + " write `.where { ... }`, or make \(Value.self) Equatable",
      at: MockSourceLocation(file: file, line: line))
    return MockMatch { _ in false }
  }

  /// Returns the match for an argument that a test may have omitted.
  ///
  /// Generated code calls this method.
  public static func _equal(
    orAny value: Value?, _ mocking: _MockServiceCore, _ file: StaticString, _ line: UInt
  ) -> MockMatch {
    value.map { _equal($0, mocking, file, line) } ?? .any
  }

  /// The function is chosen at run time, because the macro doesn't know whether a type is `Equatable`.
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
}
