internal import MockCalls
internal import MockLua
internal import MockPlatform

extension ScenarioSession {
  /// Returns the trace of the test.
  ///
  /// - Parameters:
  ///   - test: The name of the test.
  ///   - issues: The issues that the test framework recorded.
  ///   - scenarioIssues: The issues among them that the scenario found.
  /// - Returns: The trace.
  func trace(
    test: String, issues: [MockTrace.Issue], scenarioIssues: [ScenarioIssue]
  ) -> MockTrace {
    if let (session, run) = shown.withLock({ $0 }) {
      return CurrentRun.$value.withValue(run) {
        session.trace(test: test, issues: issues, scenarioIssues: scenarioIssues)
      }
    }
    var issues = issues
    for issue in scenarioIssues {
      let text = issue.description
      let index = issues.firstIndex { $0.text == text && $0.check == nil } ?? issues.count
      if index == issues.count { issues.append(MockTrace.Issue(text: text)) }
      issues[index].check = issue.check.rawValue
      issues[index].call = issue.call?.order
    }
    // Issues that only strict checks find may explain the failure as well.
    let others = self.issues(of: ScenarioCheck.strict)
    for issue in others
    where !scenarioIssues.contains(where: { $0.description == issue.description }) {
      // The issue's text may be the error of the call, if the test threw it.
      if let index = issues.firstIndex(where: { $0.text.contains(issue.description) }) {
        issues[index].check = issue.check.rawValue
        issues[index].call = issue.call?.order
        continue
      }
      issues.append(
        MockTrace.Issue(
          text: issue.description, check: issue.check.rawValue, call: issue.call?.order,
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
