public import MockCalls
public import MockData

/// Something that a test's scenario was not meant for: a mistake in the script, or in how it was used.
public struct ScenarioFinding: Sendable, Equatable {
  /// The check that found it.
  public var check: ScenarioCheck
  /// What is wrong, where, and what to do.
  package var diagnostic: MockDiagnostic
  /// The call in which it was found; nil where it concerns none.
  public var call: MockCallRecord?

  /// Creates a finding; it has neither place nor call by default.
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

  /// The place in the script, such as `login.lua:12`; nil where none is known.
  public var place: SourcePlace? { diagnostic.place }

  /// What is wrong and what to do, as one sentence; calls may follow, one a line.
  public var problem: String { diagnostic.message }
}
