public import MockServices

/// A matcher for one argument of a recorded call.
///
/// A literal matches an equal value: `verify("track", with: ["user_saved", .any])`.
///
/// The members have the names of those of `MockMatch`, which generated mocks use. The types are separate, because
/// `MockMatch` is generic over the type of the argument, while a handwritten mock records values of any type, which
/// need a deeper comparison and their own description.
public struct MockArgumentMatcher: CustomStringConvertible {
  /// The matcher as shown in messages.
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
  /// Numbers of all types are compared by value. Lists and dictionaries, including those of `Any`, are equal if their
  /// elements are. Types that aren't `Equatable` are compared part by part, and objects by identity.
  public static func equal(_ value: Any?) -> MockArgumentMatcher {
    MockArgumentMatcher(ArgumentText.text(value as Any)) {
      ArgumentEquality.areEqual($0, value as Any)
    }
  }

  /// Returns a matcher that accepts an argument equal to one of several values, by the same comparison.
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

  /// Returns a matcher that accepts an argument if its encoded form matches a pattern, as in `match` in a
  /// configuration.
  ///
  /// - Parameter pattern: The pattern, such as `["total": ["$gt": 10]]`; an object matches partially.
  /// - Returns: The matcher.
  /// - Throws: `MockConfigurationError` for an unknown operator, with the nearest known one.
  public static func matching(
    _ pattern: AnyCodableValue
  ) throws(MockConfigurationError) -> MockArgumentMatcher {
    let parsed = try MatchPattern(pattern)
    return MockArgumentMatcher("matching \(ArgumentText.text(pattern))") { argument in
      (try? parsed.matches(ArgumentValue.value(of: argument))) ?? false
    }
  }

  /// Returns a matcher that accepts an argument of a type if a closure returns true for it.
  ///
  /// - Parameters:
  ///   - description: A description of the accepted arguments, for messages.
  ///   - predicate: Returns whether an argument is accepted; arguments of other types aren't.
  /// - Returns: The matcher.
  public static func `where`<Argument>(
    _ description: String, _ predicate: @escaping (Argument) -> Bool
  ) -> MockArgumentMatcher {
    MockArgumentMatcher(description) { ($0 as? Argument).map(predicate) ?? false }
  }
}

extension MockArgumentMatcher: ExpressibleByStringLiteral {
  /// Creates a matcher for an equal string.
  public init(stringLiteral value: String) { self = .equal(value) }
}

extension MockArgumentMatcher: ExpressibleByIntegerLiteral {
  /// Creates a matcher for an equal number.
  public init(integerLiteral value: Int) { self = .equal(value) }
}

extension MockArgumentMatcher: ExpressibleByFloatLiteral {
  /// Creates a matcher for an equal number.
  public init(floatLiteral value: Double) { self = .equal(value) }
}

extension MockArgumentMatcher: ExpressibleByBooleanLiteral {
  /// Creates a matcher for an equal Boolean value.
  public init(booleanLiteral value: Bool) { self = .equal(value) }
}

extension MockArgumentMatcher: ExpressibleByNilLiteral {
  /// Creates a matcher for an argument that is nil.
  public init(nilLiteral: ()) { self = .equal(nil) }
}
