package import MockConfiguration
package import MockData

/// An explanation of which of a method's rules matches a call, and why.
package struct MockExplanation: Sendable, Equatable {
  /// The method with its service, such as `OTP.verify`.
  package var name: String
  /// The arguments, as an object by label.
  package var arguments: AnyCodableValue
  /// The number that the call would have among the method's calls, from 1.
  package var count: Int
  /// The sequence key, or `nil` if the method doesn't have one or the argument is missing or null.
  package var key: AnyCodableValue?
  /// The argument that separates sequences, or `nil` if the method has a single sequence.
  package var keyPath: String?
  /// The behavior after the last response of a rule.
  package var exhaustBehavior: ExhaustBehavior
  /// The rules in the order in which they are tried.
  ///
  /// Responses without a pattern come last.
  package var candidates: [Candidate]
  /// The current shared state.
  package var sharedState: [String: AnyCodableValue]
  /// A note for the reader, such as why the body of a request couldn't be read (default: `nil`).
  package var note: String?

  /// The first candidate that accepts the arguments, or `nil` if the call fails with `noMatch`.
  package var answering: Candidate? { candidates.first(where: \.accepts) }

  /// A rule, or the responses without a pattern, with its verdict on the arguments.
  package struct Candidate: Sendable, Equatable {
    /// The index of the rule's first response in the configuration, from 0.
    package var index: Int
    /// The location of that response in a script, such as `login.lua:12`, or `nil` if it is unknown.
    package var place: ScriptLocation?
    /// The pattern, or `nil` for the responses without one, which accept every call.
    package var match: AnyCodableValue?
    /// The verdict on each field; empty for `{}` and for responses without a pattern.
    package var fields: [Field]
    /// Whether the pattern accepts the arguments.
    package var accepts: Bool
    /// The number that the call would have among the calls with the same rule and key, from 1.
    package var step: Int
    /// The number of responses of the rule.
    package var responseCount: Int
    /// The next response of the rule, or `nil` if it is used up.
    package var next: Response?
    /// The responses that calls get by chance, instead of the next response.
    package var chances: [Response]
  }

  /// A field of the arguments, with the pattern for it.
  package struct Field: Sendable, Equatable {
    /// The path of the field, such as `order.items`, or empty for the arguments as a whole.
    package var path: String
    /// The pattern for the field, as configured.
    package var expected: AnyCodableValue
    /// The actual value, if any.
    package var actual: AnyCodableValue?
    /// Whether the pattern accepts the value.
    package var accepts: Bool

    /// Creates a field with its verdict.
    package init(
      path: String, expected: AnyCodableValue, actual: AnyCodableValue?, accepts: Bool
    ) {
      (self.path, self.expected, self.actual, self.accepts) = (path, expected, actual, accepts)
    }
  }

  /// A response that would be returned.
  package struct Response: Sendable, Equatable {
    /// The index in the configuration, from 0.
    package var index: Int
    /// The location in a script, or `nil` if it is unknown.
    package var place: ScriptLocation?
    /// The response, as configured.
    package var response: MockResponse
  }
}
