public import MockServices

/// What one argument of a recorded call must be.
///
/// A literal means an equal value: `verify("track", with: ["user_saved", .any])`.
public struct MockArgumentMatcher: CustomStringConvertible {
  /// The matcher as a message shows it.
  public let description: String
  private let predicate: (Any) -> Bool

  init(_ description: String, _ predicate: @escaping (Any) -> Bool) {
    self.description = description
    self.predicate = predicate
  }

  /// Tells whether an argument is what the matcher asks for.
  public func accepts(_ argument: Any) -> Bool { predicate(argument) }

  /// Accepts every argument.
  public static var any: MockArgumentMatcher { MockArgumentMatcher("any") { _ in true } }

  /// Accepts an equal argument.
  ///
  /// Numbers of all types count by their value. Lists and dictionaries, also those of `Any`, are equal
  /// where their elements are. Types that are not `Equatable` are compared part by part, and objects by
  /// identity.
  public static func equal(to value: Any?) -> MockArgumentMatcher {
    MockArgumentMatcher(ArgumentText.text(value as Any)) {
      ArgumentEquality.areEqual($0, value as Any)
    }
  }

  /// Accepts an argument that, encoded, matches a pattern as `match` in a configuration does.
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

  /// Accepts an argument of a type for which a closure says so.
  ///
  /// - Parameters:
  ///   - description: What the closure asks for, for the message.
  ///   - predicate: Tells whether an argument is accepted; one of another type is not.
  /// - Returns: The matcher.
  public static func satisfying<Argument>(
    _ description: String, _ predicate: @escaping (Argument) -> Bool
  ) -> MockArgumentMatcher {
    MockArgumentMatcher(description) { ($0 as? Argument).map(predicate) ?? false }
  }
}

extension MockArgumentMatcher: ExpressibleByStringLiteral {
  /// Makes a matcher for an equal string.
  public init(stringLiteral value: String) { self = .equal(to: value) }
}

extension MockArgumentMatcher: ExpressibleByIntegerLiteral {
  /// Makes a matcher for an equal number.
  public init(integerLiteral value: Int) { self = .equal(to: value) }
}

extension MockArgumentMatcher: ExpressibleByFloatLiteral {
  /// Makes a matcher for an equal number.
  public init(floatLiteral value: Double) { self = .equal(to: value) }
}

extension MockArgumentMatcher: ExpressibleByBooleanLiteral {
  /// Makes a matcher for an equal truth value.
  public init(booleanLiteral value: Bool) { self = .equal(to: value) }
}

extension MockArgumentMatcher: ExpressibleByNilLiteral {
  /// Makes a matcher for an argument that was nil.
  public init(nilLiteral: ()) { self = .equal(to: nil) }
}
