internal import MockCalls
internal import MockLua
internal import MockPlatform

/// The result of a run.
@dynamicMemberLookup
struct RunResult: Sendable {
  var record: RunRecord
  /// The calls whose responses arrived after the body had ended.
  var late: [DirectedCall] = []
  /// The issues that the test framework recorded.
  var issues: [String] = []
  var error: (any Error)?
  var verdict: ExploringRun.Verdict?
  /// Whether the body has ended, on its own or after being canceled.
  var hasEnded = false

  init(record: RunRecord, issues: [String]) { (self.record, self.issues) = (record, issues) }

  subscript<Member>(dynamicMember path: KeyPath<RunRecord, Member>) -> Member {
    record[keyPath: path]
  }

  /// Whether the run found a problem.
  ///
  /// An injected failure that the body throws isn't a problem.
  var isIssue: Bool {
    if !issues.isEmpty { return true }
    switch verdict {
    case .neverEnds: return !isLedByNever
    case .neverRests: return true
    case .cancelled: return false
    case nil: return error.map { !isMadeUp($0) } ?? false
    }
  }

  /// Whether the body waited for a call that never gets a response, and ended when it was canceled.
  private var isLedByNever: Bool {
    hasEnded && self.plan.faults.values.contains(.never)
  }

  private func isMadeUp(_ error: any Error) -> Bool {
    self.plan.faults.values.contains { $0.made(error) }
  }
}

extension ExploringRun.Verdict {
  /// The problem, as the text of an issue; nil for a test that was canceled.
  var text: String? {
    switch self {
    case .neverEnds(let waiting):
      "the test can never end: none of its tasks can run, no response is pending, and nothing sleeps"
        + waiting.map { "; \($0)" }.joined()
    case .neverRests:
      "the test never becomes idle: something in it keeps running; if it polls, let it wait"
        + " with `Explored.step()` or on the scenario's clock"
    case .cancelled: nil
    }
  }
}
