internal import MockLua

/// One run of the body of an explored test, under one plan.
protocol TestRun: AnyObject, Sendable {
  var plan: Plan { get }
  /// Whether its issues count for nothing.
  var isSilent: Bool { get }
  /// What was done so far.
  var record: RunRecord { get }
  /// What is wrong with a run that has come to no end; nil for any other.
  var verdictText: String? { get }
  /// Those who wait until nothing can run.
  var turns: RunWaiters { get }
  /// Those who wait until nothing will come any more.
  var quiets: RunWaiters { get }

  /// Runs a body to its end.
  func perform(_ body: @escaping @Sendable () async throws -> Void) async

  /// What has become of it.
  ///
  /// - Parameter issues: What the test framework was told.
  /// - Returns: The result.
  func result(_ issues: [String]) -> RunResult
}

extension TestRun {
  /// Whether any of the app's calls is made to fail.
  var hasFaults: Bool { !plan.faults.isEmpty }

  /// Whether a finding says nothing where a call was made to fail: what the test has not come to.
  func excuses(_ finding: ScenarioFinding) -> Bool {
    hasFaults && !ScenarioCheck.standard.contains(finding.check)
  }
}

enum CurrentRun {
  /// The run that the current task belongs to; nil where nothing is explored.
  @TaskLocal static var value: (any TestRun)?
}
