public import MockCalls
public import MockData

/// A problem with the scenario of a test: an error in the script, or in how the test uses it.
public struct ScenarioIssue: Sendable, Equatable {
  /// The check that found it.
  public var check: ScenarioCheck
  /// The problem, its place, and how to fix it.
  package var diagnostic: MockDiagnostic
  /// The call that caused the issue; nil if it doesn't concern a call.
  public var call: MockCallRecord?

  /// Creates an issue; by default without a place or a call.
  package init(
    _ check: ScenarioCheck, _ problem: String, at place: ScriptLocation? = nil,
    call: MockCallRecord? = nil
  ) {
    self.check = check
    self.call = call
    diagnostic = MockDiagnostic(code: "\(check)", at: place, sentence: problem)
  }
}

extension ScenarioIssue: CustomStringConvertible {
  /// The issue as `place: problem`.
  public var description: String { diagnostic.description }

  /// The place in the script, such as `login.lua:12`; nil if it isn't known.
  public var place: ScriptLocation? { diagnostic.place }

  /// The problem and how to fix it, in one sentence.
  ///
  /// A list of calls may follow, one per line.
  public var problem: String { diagnostic.message }
}
