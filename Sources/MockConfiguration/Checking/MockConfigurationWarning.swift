package import MockData

/// Something in a configuration that is allowed and probably not what was wanted.
package struct MockConfigurationWarning: Sendable, Equatable {
  /// What is odd; the facts without their place.
  package enum Problem: Sendable, Equatable {
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
  package var problem: Problem
  /// The place in the configuration, such as `services.OTP.methods.verify.responses[0].match`.
  package var path: String { steps.description }
  /// The place in the text; nil where the configuration was not read from a text.
  package var place: SourcePlace?

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
  /// The warning in words.
  ///
  /// - Parameters:
  ///   - place: Where it stands; its place in the text by default.
  ///   - responses: Where the response of an index stands, by whose line it is then named; by default
  ///     responses are named by their numbers.
  /// - Returns: The diagnostic.
  package func diagnostic(
    at place: SourcePlace? = nil, responses: (Int) -> SourcePlace? = { _ in nil }
  ) -> MockDiagnostic {
    var notes: [MockDiagnostic.Note] = []
    if let other = problem.otherResponse.flatMap(responses) {
      notes.append(MockDiagnostic.Note("the other one is here", at: other))
    }
    let isRefused = if case .computed = problem { true } else { false }
    return MockDiagnostic(
      isRefused ? .error : .warning, code: problem.code, at: place ?? self.place, path: path,
      problem: problem.statement { responses($0)?.line }, remedy: problem.suggestion, notes: notes)
  }
}
