public import MockServices

/// Something that a test's scenario was not meant for: a mistake in the script, or in how it was used.
public struct ScenarioFinding: Sendable, Equatable {
  /// The check that found it.
  public var check: ScenarioCheck
  /// The place in the script, such as `login.lua:12`; nil where none is known.
  public var place: String?
  /// What is wrong and what to do, as one sentence; calls may follow, one a line.
  public var problem: String
  /// The call in which it was found; nil where it concerns none.
  public var call: MockCallRecord?

  /// Creates a finding; it has neither place nor call by default.
  public init(
    _ check: ScenarioCheck, _ problem: String, at place: String? = nil, call: MockCallRecord? = nil
  ) {
    self.check = check
    self.place = place
    self.problem = problem
    self.call = call
  }
}

extension ScenarioFinding: CustomStringConvertible {
  /// The finding as `place: problem`.
  public var description: String { [place, problem].compactMap(\.self).joined(separator: ": ") }
}
