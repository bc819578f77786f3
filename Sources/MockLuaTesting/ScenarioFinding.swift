public import MockCalls
public import MockData

/// A problem with the scenario of a test: an error in the script, or in how the test uses it.
public struct ScenarioFinding: Sendable, Equatable {
  /// The check that found it.
  public var check: ScenarioCheck
  /// The problem, its place, and how to fix it.
  package var diagnostic: MockDiagnostic
  /// The call that caused the finding; nil if it doesn't concern a call.
  public var call: MockCallRecord?

  /// Creates a finding, without a place or a call by default.
  package init(
    _ check: ScenarioCheck, _ problem: String, at place: SourcePlace? = nil,
    call: MockCallRecord? = nil
  ) {
    self.check = check
    self.call = call
    diagnostic = MockDiagnostic(code: "\(check)", at: place, sentence: problem)
  }
}

extension ScenarioFinding: CustomStringConvertible {
  /// The finding as `place: problem`.
  public var description: String { diagnostic.description }

  /// The place in the script, such as `login.lua:12`; nil if it isn't known.
  public var place: SourcePlace? { diagnostic.place }

  /// The problem and how to fix it, in one sentence; a list of calls may follow, one per line.
  public var problem: String { diagnostic.message }
}
