internal import MockCalls
internal import MockPlatform

/// What has become of a run.
struct RunResult: Sendable {
  var plan: Plan
  var trail: [ChoicePoint] = []
  /// The calls in the order in which they were made.
  var calls: [DirectedCall] = []
  /// The calls in the order in which their answers came.
  var answered: [Int] = []
  /// The calls whose answers came when the body had ended.
  var late: [DirectedCall] = []
  /// The codes of the app's own errors, by service.
  var codes: [String: [String]] = [:]
  /// What the test framework was told.
  var issues: [String] = []
  var error: (any Error)?
  var verdict: ExploringRun.Verdict?
  /// Whether the body has come to its end, by itself or once it was cancelled.
  var hasEnded = false
  /// What of the plan could not be done.
  var mismatch: String?

  init(_ run: ExploringRun, issues: [String]) {
    let state = run.state.withLock { state in
      (
        state.trail, state.calls, state.answered, state.late, state.codes, state.error,
        state.verdict, state.mismatch, state.hasEnded
      )
    }
    plan = run.plan
    (trail, calls, answered, late, codes, error, verdict, mismatch, hasEnded) = state
    self.issues = issues
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
    hasEnded && plan.faults.values.contains { $0.kind == .never }
  }

  private func isMadeUp(_ error: any Error) -> Bool {
    plan.faults.values.contains { fault in
      switch fault.kind {
      case .code(let code): MockServiceError.code(of: error) == code
      case .cancelled, .never: error is CancellationError
      default: false
      }
    }
  }

  /// What was done, so that two runs can be compared.
  var steps: [String] {
    trail.map(\.summary) + ["calls: " + calls.map(\.name).joined(separator: ", ")]
      + ["answers: " + answered.map(String.init).joined(separator: ", ")]
  }

  /// The plan in words; what was done in another way than in the plain run.
  var words: String {
    let faults = plan.faults.sorted { $0.key < $1.key }.map { order, fault in
      let call = calls.first { $0.order == order }
      return "\(call?.words ?? "call \(order)") \(fault.words)"
    }
    let deviations = faults + trail.compactMap(\.words)
    guard !deviations.isEmpty else { return "without any disturbance" }
    return "with " + deviations.joined(separator: ", and ")
  }

  /// The plan with all that was chosen up to the last place that was not as in the plain run.
  var statedPlan: Plan {
    var plan = Plan(faults: plan.faults)
    if let last = trail.lastIndex(where: { $0.chosen > 0 }) {
      plan.choices = trail[...last].map(\.label)
    }
    return plan
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
