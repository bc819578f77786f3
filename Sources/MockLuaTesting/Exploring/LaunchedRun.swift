internal import MockCalls
internal import MockLua
internal import MockPlatform

/// One run of a test whose app is launched in another process, under one plan.
///
/// Nobody can see what of the app can still run. So the next step is made when for some time nothing has been heard of
/// it: that is a guess, and an app that is slower than that makes its calls in another order.
final class LaunchedRun: CallDirector, TestRun {
  /// Between two looks.
  private static let pause = Duration.milliseconds(10)

  /// What a plan that does not repeat may come of.
  static let undirected =
    "what an app does between two calls is not directed, and may take longer than `rest:`, which can be raised"

  private struct State {
    var follower: PlanFollower
    var numbers = CallNumbers()
    /// How much has been heard of.
    var signs = 0
    var calls: [DirectedCall] = []
    var answered: [Int] = []
    /// Those of the script: the app's own are unknown here.
    var codes: [String: [String]] = [:]
    var elements: [Int: Int] = [:]
    var clocks: [MockClock] = []
    var error: (any Error)?
    var hasEnded = false
    var runtime: @Sendable () -> ScenarioRuntime? = { nil }
  }

  let plan: Plan
  let isSilent: Bool
  let turns = RunWaiters()
  let quiets = RunWaiters()
  private let held = HeldCalls()
  private let rest: Duration
  private let state: Locked<State>

  /// - Parameters:
  ///   - plan: The plan.
  ///   - isSilent: Whether its issues count for nothing.
  ///   - rest: How long nothing is heard of the app before the next step.
  init(_ plan: Plan, isSilent: Bool, rest: Duration) {
    (self.plan, self.isSilent, self.rest) = (plan, isSilent, rest)
    state = Locked(State(follower: PlanFollower(plan)))
  }

  var record: RunRecord {
    state.withLock { state in
      var record = RunRecord(state.follower)
      (record.calls, record.answered, record.codes) = (state.calls, state.answered, state.codes)
      record.elements = state.elements
      return record
    }
  }

  /// Whether its body comes to its end is for its own limits to say.
  var verdictText: String? { nil }

  func result(_ issues: [String]) -> RunResult {
    var result = RunResult(record: record, issues: issues)
    (result.error, result.hasEnded) = state.withLock { ($0.error, $0.hasEnded) }
    return result
  }

  /// Looks at a scenario for signs of the app.
  func follow(_ runtime: ScenarioRuntime) {
    let codes = runtime.configuration.errorCodes
    state.withLock { state in
      state.codes = codes
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
      state.follower.end(of: "the test")
    }
    // What the app still waits for ends with its session.
    held.refuse()
    turns.end()
    quiets.end()
    for clock in state.withLock({ $0.clocks }) { clock.cancelSleepers() }
  }

  // MARK: - One step after the other

  private func drive() async {
    var (last, count) = (signs, 0)
    while (try? await Task.sleep(for: Self.pause)) != nil {
      let signs = signs
      // By looks and not by time: on a busy machine both sides are slower.
      count = signs == last ? count + 1 : 0
      last = signs
      guard Self.pause * count >= rest else { continue }
      step()
      (last, count) = (self.signs, 0)
    }
  }

  private var signs: [Int] {
    let (signs, runtime) = state.withLock { ($0.signs, $0.runtime) }
    // What the test has done before it waits reaches the app only then.
    return [signs, runtime()?.log.count ?? 0, turns.arrivals, quiets.arrivals]
  }

  private func step() {
    let clock = state.withLock { $0.clocks }.filter { $0.timeToNextSleeper != nil }
      .min { ($0.timeToNextSleeper ?? .zero) < ($1.timeToNextSleeper ?? .zero) }
    let options = Choice.options(of: held.all, clock, resumes: !turns.isEmpty)
    guard !options.isEmpty else { return quiets.resume() }
    switch state.withLock({ options[$0.follower.choose(among: options)] }) {
    case .resume: turns.resume()
    case .answer(let call):
      state.withLock { $0.answered.append(call.order) }
      held.release(call.order)
    case .time: clock?.wakeEarliestSleeper()
    }
  }

  // MARK: - What the calls ask

  func number(of call: LoggedCall, in log: MockCallLog) -> Int {
    state.withLock { $0.numbers.number(of: call, in: log) }
  }

  func fault(of call: DirectedCall) -> CallFault? {
    state.withLock { state in
      state.signs += 1
      state.calls.append(call)
    }
    return plan.faults[call.order]?.fault(of: call)
  }

  func note(element: Int, of order: Int) {
    state.withLock { state in
      state.signs += 1
      state.elements[order] = element
    }
  }

  nonisolated(nonsending) func hold(_ call: DirectedCall, for delay: Duration) async throws {
    let fault = plan.faults[call.order]
    defer { noteSign() }
    try await held.hold(call, for: delay, isNever: fault == .never) { [self] in noteSign() }
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
