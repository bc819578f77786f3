internal import MockCalls
internal import MockLua
internal import MockPlatform

/// One run of the body of an explored test, with one schedule.
protocol TestRun: CallDirector {
  var plan: Plan { get }
  /// Whether the run's issues are ignored.
  var isSilent: Bool { get }
  var record: RunRecord { get }
  /// The problem of a run that didn't end on its own, or nil if it did.
  var verdictText: String? { get }
  /// The tasks that wait until nothing can run.
  var turns: HeldTasks<Void> { get }
  /// The tasks that wait until every response has arrived.
  var quiets: HeldTasks<Void> { get }

  func perform(_ body: @escaping @Sendable () async throws -> Void) async

  /// `issues` contains those that the test framework recorded.
  func result(_ issues: [String]) -> RunResult
}

extension TestRun {
  /// Returns the index of the response that the schedule selects for a call, instead of one by chance.
  package func response(of order: Int) -> Int? {
    if case .response(let index)? = plan.faults[order] { index } else { nil }
  }

  /// Whether any of the app's calls is made to fail.
  var hasFaults: Bool { !plan.faults.isEmpty }

  /// Whether to ignore an issue because the run injects failures, which may keep the test from reaching some of its
  /// code.
  func excuses(_ issue: ScenarioIssue) -> Bool {
    hasFaults && !ScenarioCheck.standard.contains(issue.check)
  }
}

extension [MockClock] {
  /// The clock whose next sleeper wakes first, if anything sleeps.
  var nextToWake: MockClock? {
    compactMap { clock in clock.timeToNextSleeper.map { (clock, $0) } }.min { $0.1 < $1.1 }?.0
  }
}

enum CurrentRun {
  /// The run that the current task belongs to, or nil if no test is being explored.
  @TaskLocal static var value: (any TestRun)?
}

@dynamicMemberLookup
struct RunResult: Sendable {
  var record: RunRecord
  /// The calls whose responses arrived after the body had ended.
  var late: [DirectedCall] = []
  var issues: [String] = []
  var error: (any Error)?
  var verdict: ExploringRun.Verdict?
  /// Whether the body has ended, on its own or after being canceled.
  var hasEnded = false

  init(record: RunRecord, issues: [String]) { (self.record, self.issues) = (record, issues) }

  subscript<Member>(dynamicMember path: KeyPath<RunRecord, Member>) -> Member {
    record[keyPath: path]
  }

  /// An injected failure that the body throws isn't a problem.
  var isIssue: Bool {
    if !issues.isEmpty { return true }
    switch verdict {
    case .neverEnds: return !isLedByNever
    case .neverRests: return true
    case .cancelled: return false
    case nil: return error.map { !isInjected($0) } ?? false
    }
  }

  /// Whether the body waited for a call that never got a response, and ended only when the body was canceled.
  private var isLedByNever: Bool {
    hasEnded && self.plan.faults.values.contains(.never)
  }

  private func isInjected(_ error: any Error) -> Bool {
    self.plan.faults.values.contains { $0.caused(error) }
  }
}

extension HeldTasks<Void> {
  /// Waits until a run resumes the task, or ends.
  ///
  /// If the task is canceled, returns immediately.
  nonisolated(nonsending) func wait() async { try? await hold(()) }
}
