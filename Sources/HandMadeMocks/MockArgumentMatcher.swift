public import MockServices

/// A matcher for one argument of a recorded call.
///
/// A literal matches an equal value: `verify("track", with: ["user_saved", .any])`.
///
/// The members have the same names as in `MockMatch`, which generated mocks use. `MockMatch` is generic over the type
/// of the argument. This type isn't, because a handwritten mock records values of any type.
public struct MockArgumentMatcher: CustomStringConvertible {
  /// The description of the matcher in messages.
  public let description: String
  private let predicate: (Any) -> Bool

  init(_ description: String, _ predicate: @escaping (Any) -> Bool) {
    self.description = description
    self.predicate = predicate
  }

  /// Returns whether the matcher accepts an argument.
  public func accepts(_ argument: Any) -> Bool { predicate(argument) }

  /// A matcher that accepts any argument.
  public static var any: MockArgumentMatcher { MockArgumentMatcher("any") { _ in true } }

  /// Returns a matcher that accepts an equal argument.
  ///
  /// Integers, `Double`, and `Float` are compared by value, even if their types differ. Arrays and dictionaries,
  /// including those with elements of type `Any`, are equal if their elements are equal. Other values must have the
  /// same type. If the type isn't `Equatable`, objects are compared by identity, and all other values part by part.
  public static func equal(_ value: Any?) -> MockArgumentMatcher {
    MockArgumentMatcher(ArgumentText.text(value as Any)) {
      ArgumentEquality.areEqual($0, value as Any)
    }
  }

  /// Returns a matcher that accepts an argument that equals one of several values.
  ///
  /// Values are compared as in ``equal(_:)``.
  ///
  /// - Parameters:
  ///   - first: The first value.
  ///   - others: The other values.
  /// - Returns: The matcher.
  public static func oneOf(_ first: Any?, _ others: Any?...) -> MockArgumentMatcher {
    let values = ([first] + others).map { $0 as Any }
    let texts = values.map { ArgumentText.text($0) }
    return MockArgumentMatcher("one of \(texts.joined(separator: ", "))") { argument in
      values.contains { ArgumentEquality.areEqual(argument, $0) }
    }
  }

  /// Returns a matcher that accepts an argument if its encoded form matches a pattern.
  ///
  /// The pattern has the same syntax as `match` in a configuration.
  ///
  /// - Parameter pattern: The pattern, such as `["total": ["$gt": 10]]`. Members that the pattern doesn't mention
  ///   are ignored.
  /// - Returns: The matcher.
  /// - Throws: `MockConfigurationError` for an unknown operator. The message suggests the nearest known operator.
  public static func matching(
    _ pattern: AnyCodableValue
  ) throws(MockConfigurationError) -> MockArgumentMatcher {
    let parsed = try MatchPattern(pattern)
    return MockArgumentMatcher("matching \(ArgumentText.text(pattern))") { argument in
      (try? parsed.matches(ArgumentValue.value(of: argument))) ?? false
    }
  }

  /// Returns a matcher that accepts arguments of one type that satisfy a condition.
  ///
  /// - Parameters:
  ///   - description: A description of the accepted arguments, for messages.
  ///   - predicate: Returns whether to accept an argument. Arguments of other types are never accepted.
  /// - Returns: The matcher.
  public static func `where`<Argument>(
    _ description: String, _ predicate: @escaping (Argument) -> Bool
  ) -> MockArgumentMatcher {
    MockArgumentMatcher(description) { ($0 as? Argument).map(predicate) ?? false }
  }
}

extension MockArgumentMatcher: ExpressibleByStringLiteral {
  /// Creates a matcher that accepts a string equal to the literal.
  public init(stringLiteral value: String) { self = .equal(value) }
}

extension MockArgumentMatcher: ExpressibleByIntegerLiteral {
  /// Creates a matcher that accepts a number equal to the literal.
  public init(integerLiteral value: Int) { self = .equal(value) }
}

extension MockArgumentMatcher: ExpressibleByFloatLiteral {
  /// Creates a matcher that accepts a number equal to the literal.
  public init(floatLiteral value: Double) { self = .equal(value) }
}

extension MockArgumentMatcher: ExpressibleByBooleanLiteral {
  /// Creates a matcher that accepts a Boolean value equal to the literal.
  public init(booleanLiteral value: Bool) { self = .equal(value) }
}

extension MockArgumentMatcher: ExpressibleByNilLiteral {
  /// Creates a matcher that accepts only nil.
  public init(nilLiteral: ()) { self = .equal(nil) }
}

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

/// Converts an argument to plain data, so that a pattern can match it.
enum ArgumentValue {
  /// Arrays and dictionaries of `Any`, which encoders don't support, are encoded element by element.
  static func value(of argument: Any) -> AnyCodableValue {
    switch unwrapped(argument) {
    case nil: .null
    case let value as any Encodable: MockArgument("argument", value as Any).value ?? .null
    case let members as [String: Any]: .dictionary(members.mapValues(value))
    case let elements as [Any]: .array(elements.map(value))
    case let value?: MockArgument("argument", value).value ?? .null
    }
  }
}

enum ArgumentText {
  private static let limit = 120

  static func text(_ argument: Any) -> String {
    let text: String
    switch unwrapped(argument) {
    case nil: text = "nil"
    case let value as String: text = "\"\(value)\""
    case let value as AnyCodableValue: text = Redaction().redacted(value).shortText
    case let members as [String: Any]:
      let texts = members.sorted { $0.key < $1.key }.map { key, value in
        "\"\(key)\": \(MockSecrets.isSecret(key) ? "<redacted>" : Self.text(value))"
      }
      text = texts.isEmpty ? "[:]" : "[\(texts.joined(separator: ", "))]"
    case let elements as [Any]: text = "[\(elements.map(Self.text).joined(separator: ", "))]"
    case let value?: text = "\(value)"
    }
    return text.count > limit ? text.prefix(limit) + "..." : text
  }
}
