internal import MockLua

/// One run of the body of an explored test, with one schedule.
protocol TestRun: AnyObject, Sendable {
  var plan: Plan { get }
  /// Whether the run's issues are ignored.
  var isSilent: Bool { get }
  /// The record of the run so far.
  var record: RunRecord { get }
  /// The problem of a run that didn't end on its own; nil for any other run.
  var verdictText: String? { get }
  /// The tasks that wait until nothing can run.
  var turns: RunWaiters { get }
  /// The tasks that wait until every response has arrived.
  var quiets: RunWaiters { get }

  /// Runs a body until it ends.
  func perform(_ body: @escaping @Sendable () async throws -> Void) async

  /// Returns the result of the run.
  ///
  /// - Parameter issues: The issues that the test framework recorded.
  /// - Returns: The result.
  func result(_ issues: [String]) -> RunResult
}

extension TestRun {
  /// Whether any of the app's calls is made to fail.
  var hasFaults: Bool { !plan.faults.isEmpty }

  /// Whether an issue is ignored because the run has injected failures, which may keep the test from reaching some of
  /// its code.
  func excuses(_ issue: ScenarioIssue) -> Bool {
    hasFaults && !ScenarioCheck.standard.contains(issue.check)
  }
}

enum CurrentRun {
  /// The run that the current task belongs to; nil if no test is being explored.
  @TaskLocal static var value: (any TestRun)?
}
