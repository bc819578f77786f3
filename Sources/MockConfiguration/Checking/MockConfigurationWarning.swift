package import MockData

/// Something in a configuration that is allowed and yet hardly meant.
public struct MockConfigurationWarning: Sendable, Equatable {
  /// What is odd; the facts without their place.
  public enum Problem: Sendable, Equatable {
    /// No service binds the shared state, and nothing sets it.
    case unusedSharedKey(String)
    /// A property is bound to shared state that is null, that nothing sets and no other service sees.
    case emptyBinding(property: String, key: String)
    /// A bound property has an initial value, which its shared state overrides.
    case overriddenInitialValue(property: String, key: String)
    /// An earlier rule accepts whatever this one does; `index` is its first response, from 0.
    case unreachableRule(method: String, index: Int)
    /// A rule accepts every call, and so the plain responses are never given.
    case unreachableResponses(method: String, index: Int)
    /// No arguments can be accepted.
    case impossibleMatch(method: String)
    /// The value, or a part of it, is of another kind than in the response `index`, from 0.
    case otherShape(method: String, part: String, found: String, other: String, index: Int)
    /// Nothing that travels with the configuration opens the gate at which the response waits.
    case unopenedGate(method: String, gate: String)
    /// The answer needs a script at run time, where only static ones are wanted.
    case computed(callback: String)
    /// Even compressed, the configuration is more than the environment of some systems carries.
    case tooLarge(size: Int, platforms: [MockLaunchPlatform])
    /// The error stands on the response itself, as in the format's first description.
    case flatError
    /// A key that a newer format may know and this one ignores.
    case ignoredKey(MockConfigurationProblem)
  }

  /// What is odd.
  public var problem: Problem
  /// The place in the configuration, such as `services.OTP.methods.verify.responses[0].match`.
  public var path: String { steps.description }
  /// The line of the text, from 1; nil where the configuration was not read from a text.
  public var line: Int?
  /// The column of the text in characters, from 1; nil where the line is nil.
  public var column: Int?

  package var steps: JSONPath

  package init(_ problem: Problem, at steps: JSONPath.Step...) {
    self.init(problem, at: JSONPath(steps))
  }

  init(_ problem: Problem, at path: JSONPath) {
    self.problem = problem
    steps = path
  }
}
