internal import MockCalls
internal import MockData

extension ScenarioIssue {
  /// Returns the issues that concern the whole log instead of a single call.
  static func all(in log: MockCallLog) -> [ScenarioIssue] {
    var issues = log.unusedResponses().sorted { $0.isBefore($1) }.map { unused in
      ScenarioIssue(
        .unusedResponses,
        "response \(unused.index + 1) of `\(unused.method)` was never used;"
          + " call it, or mark it `\(unused.isInSwift ? "." : ":")optional()`", at: unused.place)
    }
    let dropped = log.droppedCount
    if dropped > 0 {
      let calls = dropped == 1 ? "call" : "\(dropped) calls"
      issues.append(
        ScenarioIssue(
          .droppedCalls,
          "the call log dropped the first \(calls), so no check sees them;"
            + " \(log.suggestionForDropped(limit: "`logLimit`"))"))
    }
    do throws(MockVerificationError) {
      try log.verifyNoMoreCalls()
    } catch {
      issues.append(
        ScenarioIssue(
          .unverifiedCalls, "\(error)", call: error.calls.count == 1 ? error.calls.first : nil))
    }
    return issues
  }
}

extension MockUnusedResponse {
  /// Whether the response comes before another one in the script.
  ///
  /// Responses without a place come last.
  fileprivate func isBefore(_ other: MockUnusedResponse) -> Bool {
    switch (place, other.place) {
    case (let first?, let second?) where first != second:
      (first.file, first.line ?? 0) < (second.file, second.line ?? 0)
    case (nil, _?): false
    case (_?, nil): true
    default: (method, index) < (other.method, other.index)
    }
  }
}
