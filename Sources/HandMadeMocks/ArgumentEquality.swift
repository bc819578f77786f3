internal import MockServices

/// Compares arguments whose types are only known at run time, in the same way on all platforms.
///
/// On Linux, `NSDictionary.isEqual` returns false for equal dictionaries.
enum ArgumentEquality {
  static func areEqual(_ first: Any, _ second: Any) -> Bool {
    guard let first = unwrapped(first), let second = unwrapped(second) else {
      return unwrapped(first) == nil && unwrapped(second) == nil
    }
    if let members = first as? [String: Any], let others = second as? [String: Any] {
      return members.count == others.count
        && members.allSatisfy { key, value in others[key].map { areEqual(value, $0) } ?? false }
    }
    if let elements = first as? [Any], let others = second as? [Any] {
      return elements.count == others.count
        && zip(elements, others).allSatisfy { areEqual($0, $1) }
    }
    if let first = number(first), let second = number(second) {
      return first.isNumericallyEqual(to: second)
    }
    guard type(of: first) == type(of: second) else { return false }
    if let equatable = first as? any Equatable { return isEqual(equatable, second) }
    if type(of: first) is AnyObject.Type { return first as AnyObject === second as AnyObject }
    return ValueTree.areEqual(first, second)
  }

  /// Returns the value inside any number of optionals; nil if there isn't one.
  static func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalValue else { return value }
    return optional.wrapped.flatMap(unwrapped)
  }

  private static func isEqual<Value: Equatable>(_ first: Value, _ second: Any) -> Bool {
    (second as? Value) == first
  }

  private static func number(_ value: Any) -> AnyCodableValue? {
    switch value {
    case let value as any BinaryInteger: Int(exactly: value).map { .int($0) }
    case let value as Double: .double(value)
    case let value as Float: .double(Double(value))
    default: nil
    }
  }
}

/// An argument as a plain value for patterns.
enum ArgumentValue {
  /// Encodes an argument; lists and dictionaries of `Any`, which encoders don't support, are encoded by their elements.
  static func value(of argument: Any) -> AnyCodableValue {
    switch ArgumentEquality.unwrapped(argument) {
    case nil: .null
    case let value as any Encodable: MockArgument("argument", value as Any).value ?? .null
    case let members as [String: Any]: .dictionary(members.mapValues(value))
    case let elements as [Any]: .array(elements.map(value))
    case let value?: MockArgument("argument", value).value ?? .null
    }
  }
}
