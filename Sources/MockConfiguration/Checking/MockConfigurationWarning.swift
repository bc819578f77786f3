package import MockData

/// A part of a configuration that is valid but probably not intended.
package struct MockConfigurationWarning: Sendable, Equatable {
  /// The facts of a problem, without its place.
  package enum Problem: Sendable, Equatable {
    /// A shared value that no service binds and nothing sets.
    case unusedSharedKey(String)
    /// A property is bound to a shared value that is null, isn't set anywhere, and isn't used by another service.
    case emptyBinding(property: String, key: String)
    /// A bound property has an initial value, which its shared state overrides.
    case overriddenInitialValue(property: String, key: String)
    /// An earlier rule accepts all arguments that this rule accepts.
    ///
    /// `index` is the earlier rule's first response, from 0.
    case unreachableRule(method: String, index: Int)
    /// A rule accepts every call, so the responses without a rule are never used.
    case unreachableResponses(method: String, index: Int)
    /// The pattern matches no arguments.
    case impossibleMatch(method: String)
    /// The value, or part of it, has another kind than in the response at `index`, which is counted from 0.
    case otherShape(method: String, part: String, found: String, other: String, index: Int)
    /// Nothing in the configuration opens the gate at which the response waits.
    case unopenedGate(method: String, gate: String)
    /// The response needs a script at run time, but only static responses are allowed.
    case computed(callback: String)
    /// The configuration is too large for the environment of some platforms, even when it is compressed.
    case tooLarge(size: Int, platforms: [MockLaunchPlatform])
    /// The error is written in the response itself, as in the first version of the format.
    case flatError
    /// A key that was ignored because a newer format may define it.
    case ignoredKey(MockConfigurationProblem)
  }

  /// The problem.
  package var problem: Problem
  /// The place in the configuration, such as `services.OTP.methods.verify.responses[0].match`.
  package var path: String { steps.description }
  /// The place in the text; nil if the configuration wasn't read from text.
  package var place: ScriptLocation?

  package var steps: JSONPath

  package init(_ problem: Problem, at steps: JSONPath.Step...) {
    self.init(problem, at: JSONPath(steps))
  }

  init(_ problem: Problem, at path: JSONPath) {
    self.problem = problem
    steps = path
  }
}

extension MockConfigurationWarning {
  /// Returns the warning as a diagnostic.
  ///
  /// - Parameters:
  ///   - place: The place of the warning; by default, its place in the text.
  ///   - responses: Returns the place of a response by index, so that messages show its line; by default, messages
  ///     identify responses by number.
  /// - Returns: The diagnostic.
  package func diagnostic(
    at place: ScriptLocation? = nil, responses: (Int) -> ScriptLocation? = { _ in nil }
  ) -> MockDiagnostic {
    var notes: [MockDiagnostic.Note] = []
    if let other = problem.otherResponse.flatMap(responses) {
      notes.append(MockDiagnostic.Note("the other one is here", at: other))
    }
    let isRefused = if case .computed = problem { true } else { false }
    return MockDiagnostic(
      isRefused ? .error : .warning, code: problem.code, at: place ?? self.place, path: path,
      problem: problem.statement { responses($0)?.line }, suggestion: problem.suggestion,
      notes: notes)
  }
}
