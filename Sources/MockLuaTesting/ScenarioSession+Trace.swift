internal import MockCalls
internal import MockLua
internal import MockPlatform

extension ScenarioSession {
  /// Returns the trace of the test.
  ///
  /// - Parameters:
  ///   - test: The name of the test.
  ///   - issues: The issues that the test framework recorded.
  ///   - findings: The issues among them that the scenario found.
  /// - Returns: The trace.
  func trace(
    test: String, issues: [MockTrace.Issue], findings: [ScenarioFinding]
  ) -> MockTrace {
    if let (session, run) = shown.withLock({ $0 }) {
      return CurrentRun.$value.withValue(run) {
        session.trace(test: test, issues: issues, findings: findings)
      }
    }
    var issues = issues
    for finding in findings {
      let text = finding.description
      let index = issues.firstIndex { $0.text == text && $0.check == nil } ?? issues.count
      if index == issues.count { issues.append(MockTrace.Issue(text: text)) }
      issues[index].check = finding.check.rawValue
      issues[index].call = finding.call?.order
    }
    // The findings of the strict checks may explain the failure too.
    let others = self.findings(of: ScenarioCheck.strict)
    for finding in others where !findings.contains(where: { $0.description == finding.description })
    {
      // The test may have thrown the error of the call.
      if let index = issues.firstIndex(where: { $0.text.contains(finding.description) }) {
        issues[index].check = finding.check.rawValue
        issues[index].call = finding.call?.order
        continue
      }
      issues.append(
        MockTrace.Issue(
          text: finding.description, check: finding.check.rawValue, call: finding.call?.order,
          isFailure: false))
    }
    var trace = MockTrace(of: runtime, test: test, issues: issues)
    if let run = CurrentRun.value, !run.plan.isPlain {
      trace.header.plan = run.plan.description
      trace.header.planInWords = run.record.words
    }
    if let progress = ExplorationProgress.current {
      trace.header.runs = progress.runs
      trace.header.notTried = progress.untried
    }
    return trace
  }
}
