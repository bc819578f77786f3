public import MockConfiguration
public import MockData

/// Which of a method's rules would answer a call, and why.
public struct MockExplanation: Sendable, Equatable {
  /// The method with its service, such as `OTP.verify`.
  public var name: String
  /// The arguments as an object by label.
  public var arguments: AnyCodableValue
  /// The number that the call would have among those of the method, from 1.
  public var count: Int
  /// The value of the sequence key; nil where the method has none, or the argument is missing or null.
  public var key: AnyCodableValue?
  /// The argument by which sequences are told apart; nil where the method has one sequence.
  public var keyPath: String?
  /// What happens after the last response of a rule.
  public var exhaustBehavior: ExhaustBehavior
  /// The rules in the order in which they are tried; the plain responses come last.
  public var candidates: [Candidate]
  /// The shared state as it is.
  public var sharedState: [String: AnyCodableValue]

  /// The first candidate that accepts the arguments; nil where the call fails with `noMatch`.
  public var answering: Candidate? { candidates.first(where: \.accepts) }

  /// A rule, or the plain responses, and what it says to the arguments.
  public struct Candidate: Sendable, Equatable {
    /// The place of the rule's first response in the configuration's list, from 0.
    public var index: Int
    /// The place of that response in a script, such as `login.lua:12`; nil where none is known.
    public var place: String?
    /// The pattern; nil for the plain responses, which accept every call.
    public var match: AnyCodableValue?
    /// What the pattern says to each field; empty for the plain responses and for `{}`.
    public var fields: [Field]
    /// Whether the pattern accepts the arguments.
    public var accepts: Bool
    /// The number that the call would have within rule and key, from 1.
    public var step: Int
    /// How many responses the rule has.
    public var responseCount: Int
    /// The response that the rule would give; nil where it is used up.
    public var next: Response?
  }

  /// One field of the arguments beside the pattern for it.
  public struct Field: Sendable, Equatable {
    /// The field, such as `order.items`; empty for the arguments as a whole.
    public var path: String
    /// The pattern for that field, as the configuration states it.
    public var expected: AnyCodableValue
    /// The value that is there; nil where there is none.
    public var actual: AnyCodableValue?
    /// Whether the pattern accepts the value.
    public var accepts: Bool
  }

  /// A response that would be given.
  public struct Response: Sendable, Equatable {
    /// Its place in the configuration's list, from 0.
    public var index: Int
    /// Its place in a script; nil where none is known.
    public var place: String?
    /// The response as the configuration states it.
    public var response: MockResponse
  }
}
