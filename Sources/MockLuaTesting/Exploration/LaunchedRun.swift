internal import MockCalls
internal import MockLua
internal import MockPlatform

/// One run of a test that launches its app in another process, with one schedule.
///
/// The run can't observe what the app is doing, so it performs the next step when the app has been inactive for some
/// time. If the app is slow, it may not be finished by then, and its calls can arrive in a different order.
final class LaunchedRun: TestRun {
  /// The time between two checks.
  private static let pause = Duration.milliseconds(10)

  /// The reason why a run may not be repeatable.
  static let undirected =
    "exploring does not control what an app does between two calls; if that takes longer than `rest:`, raise `rest:`"

  private struct State {
    var record: RunRecord
    var numbers = CallNumbers()
    /// The number of times that the app showed activity.
    var signs = 0
    var clocks: [MockClock] = []
    var error: (any Error)?
    var hasEnded = false
    var runtime: @Sendable () -> ScenarioRuntime? = { nil }
  }

  let plan: Plan
  let isSilent: Bool
  let turns = HeldTasks<Void>()
  let quiets = HeldTasks<Void>()
  private let held = HeldTasks<HeldCall>()
  private let rest: Duration
  private let state: Locked<State>

  /// `rest` is the time that the app must be inactive before the next step.
  init(_ plan: Plan, isSilent: Bool, rest: Duration) {
    (self.plan, self.isSilent, self.rest) = (plan, isSilent, rest)
    state = Locked(State(record: RunRecord(plan)))
  }

  var record: RunRecord { state.withLock { $0.record } }

  /// Always nil, because the body's own time limits determine when it ends.
  var verdictText: String? { nil }

  func result(_ issues: [String]) -> RunResult {
    var result = RunResult(record: record, issues: issues)
    (result.error, result.hasEnded) = state.withLock { ($0.error, $0.hasEnded) }
    return result
  }

  /// Watches a scenario for activity of the app.
  func follow(_ runtime: ScenarioRuntime) {
    let codes = runtime.configuration.errorCodes
    state.withLock { state in
      // The app's own codes aren't known in this process.
      state.record.codes = codes
      state.runtime = { [weak runtime] in runtime }
    }
  }

  func perform(_ body: @escaping @Sendable () async throws -> Void) async {
    let driver = Task.detached { [self] in await drive() }
    do {
      try await CurrentRun.$value.withValue(self) {
        try await CallDirection.$current.withValue(self) { try await body() }
      }
    } catch {
      state.withLock { $0.error = error }
    }
    driver.cancel()
    state.withLock { state in
      state.hasEnded = true
      state.record.follower.end(of: "the test")
    }
    // Calls that the app is still waiting for end when its session ends.
    held.refuse()
    turns.refuse()
    quiets.refuse()
    for clock in state.withLock({ $0.clocks }) { clock.cancelSleepers() }
  }

  // MARK: - Steps

  private func drive() async {
    var (last, count) = (signs, 0)
    while (try? await Task.sleep(for: Self.pause)) != nil {
      let signs = signs
      // Counts checks instead of measuring time, because both sides are slower on a busy machine.
      count = signs == last ? count + 1 : 0
      last = signs
      guard Self.pause * count >= rest else { continue }
      step()
      (last, count) = (self.signs, 0)
    }
  }

  private var signs: [Int] {
    let (signs, runtime) = state.withLock { ($0.signs, $0.runtime) }
    // Actions of the test may not reach the app until the test waits.
    return [signs, runtime()?.log.count ?? 0, turns.arrivals, quiets.arrivals]
  }

  private func step() {
    let clock = state.withLock { $0.clocks }.nextToWake
    let options = Choice.options(of: held.all, clock, resumes: !turns.isEmpty)
    guard !options.isEmpty else { return quiets.resume() }
    switch state.withLock({ options[$0.record.follower.choose(among: options)] }) {
    case .resume: turns.resume()
    case .answer(let call):
      state.withLock { $0.record.answered.append(call.order) }
      held.release(call.order)
    case .time: clock?.wakeEarliestSleeper()
    }
  }

  // MARK: - Functions that the calls use

  func number(of call: LoggedCall, in log: MockCallLog) -> Int {
    state.withLock { $0.numbers.number(of: call, in: log) }
  }

  func fault(of call: DirectedCall) -> CallFault? {
    state.withLock { state in
      state.signs += 1
      state.record.calls.append(call)
    }
    return plan.faults[call.order]?.fault(of: call)
  }

  func note(element: Int, of order: Int) {
    state.withLock { state in
      state.signs += 1
      state.record.elements[order] = element
    }
  }

  nonisolated(nonsending) func hold(_ call: DirectedCall, for delay: Duration) async throws {
    let fault = plan.faults[call.order]
    defer { noteSign() }
    try await held.hold(HeldCall(call, for: delay, isNever: fault == .never)) { [self] in
      noteSign()
    }
    if fault == .cancelled { throw CancellationError() }
  }

  func note(_ call: DirectedCall, waitsAt gate: String?) { noteSign() }

  func noteSleepers(on clock: MockClock) {
    state.withLock { state in
      state.signs += 1
      if !state.clocks.contains(where: { $0 === clock }) { state.clocks.append(clock) }
    }
  }

  private func noteSign() { state.withLock { $0.signs += 1 } }
}
