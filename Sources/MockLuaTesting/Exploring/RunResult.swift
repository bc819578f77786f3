internal import MockCalls
internal import MockLua
internal import MockPlatform

/// What has become of a run.
@dynamicMemberLookup
struct RunResult: Sendable {
  /// What was done.
  var record: RunRecord
  /// The calls whose answers came when the body had ended.
  var late: [DirectedCall] = []
  /// What the test framework was told.
  var issues: [String] = []
  var error: (any Error)?
  var verdict: ExploringRun.Verdict?
  /// Whether the body has come to its end, by itself or once it was cancelled.
  var hasEnded = false

  init(record: RunRecord, issues: [String]) { (self.record, self.issues) = (record, issues) }

  subscript<Member>(dynamicMember path: KeyPath<RunRecord, Member>) -> Member {
    record[keyPath: path]
  }

  /// Whether something is wrong: what a failure that was made up has led out of the body is not.
  var isFinding: Bool {
    if !issues.isEmpty { return true }
    switch verdict {
    case .neverEnds: return !isLedByNever
    case .neverRests: return true
    case .cancelled: return false
    case nil: return error.map { !isMadeUp($0) } ?? false
    }
  }

  /// A body that waits for a call which is never answered has to end when it is cancelled, and not by itself.
  private var isLedByNever: Bool {
    hasEnded && self.plan.faults.values.contains(.never)
  }

  private func isMadeUp(_ error: any Error) -> Bool {
    self.plan.faults.values.contains { $0.made(error) }
  }
}

extension ExploringRun.Verdict {
  /// What is wrong, as an issue says it; nil for a test that was cancelled.
  var text: String? {
    switch self {
    case .neverEnds(let waiting):
      "the test can never end: nothing of it can run, no answer is to come and nobody sleeps"
        + waiting.map { "; \($0)" }.joined()
    case .neverRests:
      "the test never comes to rest: something in it runs again and again; where it polls, let it wait"
        + " by `Explored.turn()` or on the scenario's clock"
    case .cancelled: nil
    }
  }
}
