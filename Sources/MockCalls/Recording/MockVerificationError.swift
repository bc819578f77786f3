/// A verification that failed: what was expected, what happened, and the actual calls.
public struct MockVerificationError: Error, Sendable, Equatable {
  /// What was expected and what happened instead, as one sentence.
  public var problem: String
  /// The calls that the message prints.
  public var calls: [MockCallRecord]
  /// How many earlier calls the log no longer keeps.
  package var droppedCount: Int

  /// Creates an error; no call was dropped by default.
  package init(problem: String, calls: [MockCallRecord], droppedCount: Int = 0) {
    self.problem = problem
    self.calls = calls
    self.droppedCount = droppedCount
  }
}

extension MockVerificationError: CustomStringConvertible {
  /// The problem, then the actual calls, one a line, at most the last 50.
  public var description: String {
    var lines = [problem]
    if droppedCount > 0 { lines.append("  (the first \(droppedCount) calls are no longer kept)") }
    let shown = calls.suffix(50)
    if shown.count < calls.count { lines.append("  ... \(calls.count - shown.count) more before") }
    lines += shown.map { "  \($0)" }
    if calls.isEmpty { lines.append("  (no calls)") }
    return lines.joined(separator: "\n")
  }
}
