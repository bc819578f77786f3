package import MockConfiguration
package import MockData

/// Which of a method's rules would answer a call, and why.
package struct MockExplanation: Sendable, Equatable {
  /// The method with its service, such as `OTP.verify`.
  package var name: String
  /// The arguments as an object by label.
  package var arguments: AnyCodableValue
  /// The number that the call would have among those of the method, from 1.
  package var count: Int
  /// The value of the sequence key; nil where the method has none, or the argument is missing or null.
  package var key: AnyCodableValue?
  /// The argument by which sequences are told apart; nil where the method has one sequence.
  package var keyPath: String?
  /// What happens after the last response of a rule.
  package var exhaustBehavior: ExhaustBehavior
  /// The rules in the order in which they are tried; the plain responses come last.
  package var candidates: [Candidate]
  /// The shared state as it is.
  package var sharedState: [String: AnyCodableValue]
  /// A note for the reader, such as the reason why the body of a request couldn't be read; nil by default.
  package var note: String?

  /// The first candidate that accepts the arguments; nil where the call fails with `noMatch`.
  package var answering: Candidate? { candidates.first(where: \.accepts) }

  /// A rule, or the plain responses, and what it says to the arguments.
  package struct Candidate: Sendable, Equatable {
    /// The place of the rule's first response in the configuration's list, from 0.
    package var index: Int
    /// The place of that response in a script, such as `login.lua:12`; nil where none is known.
    package var place: SourcePlace?
    /// The pattern; nil for the plain responses, which accept every call.
    package var match: AnyCodableValue?
    /// What the pattern says to each field; empty for the plain responses and for `{}`.
    package var fields: [Field]
    /// Whether the pattern accepts the arguments.
    package var accepts: Bool
    /// The number that the call would have within rule and key, from 1.
    package var step: Int
    /// How many responses the rule has.
    package var responseCount: Int
    /// The response that the rule would give; nil where it is used up.
    package var next: Response?
  }

  /// One field of the arguments beside the pattern for it.
  package struct Field: Sendable, Equatable {
    /// The field, such as `order.items`; empty for the arguments as a whole.
    package var path: String
    /// The pattern for that field, as the configuration states it.
    package var expected: AnyCodableValue
    /// The value that is there; nil where there is none.
    package var actual: AnyCodableValue?
    /// Whether the pattern accepts the value.
    package var accepts: Bool

    /// Creates a verdict.
    package init(
      path: String, expected: AnyCodableValue, actual: AnyCodableValue?, accepts: Bool
    ) {
      (self.path, self.expected, self.actual, self.accepts) = (path, expected, actual, accepts)
    }
  }

  /// A response that would be given.
  package struct Response: Sendable, Equatable {
    /// Its place in the configuration's list, from 0.
    package var index: Int
    /// Its place in a script; nil where none is known.
    package var place: SourcePlace?
    /// The response as the configuration states it.
    package var response: MockResponse
  }
}
