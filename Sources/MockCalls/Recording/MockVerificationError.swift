/// The error of a failed verification: the expectation, the actual result, and the actual calls.
public struct MockVerificationError: Error, Sendable, Equatable {
  /// The expectation and the actual result, as one sentence.
  public var problem: String
  /// The calls that the message prints.
  public var calls: [MockCallRecord]
  /// The number of earlier calls that the log no longer keeps.
  package var droppedCount: Int

  /// Creates an error.
  ///
  /// By default, no calls were dropped.
  package init(problem: String, calls: [MockCallRecord], droppedCount: Int = 0) {
    self.problem = problem
    self.calls = calls
    self.droppedCount = droppedCount
  }
}

extension MockVerificationError: CustomStringConvertible {
  /// The problem, followed by the last 50 actual calls at most, one per line.
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
