internal import MockServices

extension ScenarioFinding {
  /// What a log shows beyond its single calls.
  static func all(in log: MockCallLog) -> [ScenarioFinding] {
    var findings = log.unusedResponses().map { unused in
      ScenarioFinding(
        .unusedResponses,
        "response \(unused.index + 1) of `\(unused.method)` was never used;"
          + " call it, or mark it `:optional()`",
        at: unused.place)
    }
    if log.droppedCount > 0 {
      findings.append(
        ScenarioFinding(
          .droppedCalls,
          "the call log dropped the first \(log.droppedCount) calls, which nothing looks at any more;"
            + " make fewer calls in one test"))
    }
    do throws(MockVerificationError) {
      try log.verifyNoMoreCalls()
    } catch {
      findings.append(
        ScenarioFinding(
          .unverifiedCalls, "\(error)", call: error.calls.count == 1 ? error.calls.first : nil))
    }
    return findings
  }
}
