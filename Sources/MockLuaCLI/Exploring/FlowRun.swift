import MockCalls
import MockConfiguration
import MockData
import MockLua
import MockPlatform

/// One run of a flow under a plan.
///
/// It makes one call after the other and lets one answer come at a time, so that one chain of work runs at most: that
/// has come to rest when its call is held, sleeps or has ended. Nothing is left to the scheduler, and equal plans give
/// equal runs.
final class FlowRun: CallDirector {
  private struct State {
    var follower: PlanFollower
    /// Whether a call runs.
    var isRunning = false
    /// How many slept when it began to.
    var sleepers = 0
    /// Told when it has come to rest.
    var rest: CheckedContinuation<Void, Never>?
    /// Whether the flow is over: what is asked of the scenario then is answered at once.
    var isOver = false
    var calls: [DirectedCall] = []
    var answered: [Int] = []
    var failures: [String] = []
    var played: [Int: MockPlayedCall] = [:]
  }

  /// How often a function of the script may wake up in one run.
  private static let wakeUps = 5_000

  private let plan: Plan
  private let held = HeldCalls()
  private let state: Locked<State>

  init(_ plan: Plan) {
    self.plan = plan
    state = Locked(State(follower: PlanFollower(plan)))
  }

  // MARK: - From the beginning to the end

  /// Makes the calls of a flow on a fresh scenario.
  ///
  /// - Parameters:
  ///   - flow: The calls.
  ///   - source: The scenario.
  ///   - options: How it is loaded.
  ///   - check: What must hold in the end, in Lua; nil for nothing.
  /// - Returns: What has come of it.
  /// - Throws: `CommandFailure` for a scenario, or a check, with mistakes.
  func perform(
    _ flow: Flow, on source: ScenarioSource, _ options: ScenarioOptions, check: String?
  ) async throws(CommandFailure) -> FlowResult {
    let runtime = try runtime(of: source, options)
    let player = ScenarioPlayer(runtime)
    var count = 0
    for stage in flow.stages {
      let last = count + stage.count
      for request in stage {
        await start(request, as: count, on: player, runtime.clock)
        count += 1
      }
      while state.withLock({ $0.played.count }) < last { await step(on: runtime.clock) }
    }
    let sharedState = runtime.sharedState.snapshot
    let result = state.withLock { state in
      state.isOver = true
      state.follower.end(of: "the flow")
      var record = RunRecord(state.follower)
      (record.calls, record.answered) = (state.calls, state.answered)
      let played = (0..<count).compactMap { state.played[$0] }
      record.codes = runtime.configuration.codes(and: played)
      // The calls know their clock, which knows this director: none of them would ever be freed.
      (state.calls, state.played, state.follower) = ([], [:], PlanFollower(plan))
      return FlowResult(
        record: record, calls: played, state: sharedState, findings: state.failures)
    }
    guard let check else { return result }
    // What it asks of the scenario changes nothing of what has come of the flow.
    return try result.checked(await ScenarioConsole(runtime).evaluate(check))
  }

  private func runtime(
    of source: ScenarioSource, _ options: ScenarioOptions
  ) throws(CommandFailure) -> ScenarioRuntime {
    var options = options
    options.wakeUpLimit = Self.wakeUps
    return try CallDirection.$current.withValue(self) {
      Result { () throws(CommandFailure) in try source.runtime(options, clock: .virtual()) }
    }.get()
  }

  private func start(
    _ request: MockCallRequest, as index: Int, on player: ScenarioPlayer, _ clock: MockClock
  ) async {
    let handler = MockFailureHandler { [self] failure in
      if failure.severity == .report { state.withLock { $0.failures.append("\(failure)") } }
    }
    await run(sleepers: clock.sleepingCount) {
      Task { [self] in
        let call = await player.play(request, reporting: handler)
        state.withLock { $0.played[index] = call }
        noteRest()
      }
    }
  }

  /// Does what is next when nothing can run.
  private func step(on clock: MockClock) async {
    let options = Choice.options(of: held.all, clock)
    guard !options.isEmpty else {
      // What is left is never answered; also of these one at a time goes on.
      return await run(sleepers: clock.sleepingCount) { self.held.cancelFirst() }
    }
    switch state.withLock({ options[$0.follower.choose(among: options)] }) {
    case .answer(let call):
      state.withLock { $0.answered.append(call.order) }
      await run(sleepers: clock.sleepingCount) { self.held.release(call.order) }
    case .time, .resume:
      await run(sleepers: clock.sleepingCount - 1) { clock.wakeEarliestSleeper() }
    }
  }

  // MARK: - One at a time

  /// Starts what comes to run, and waits until it has come to rest.
  private func run(sleepers: Int, _ start: @Sendable () -> Void) async {
    await withCheckedContinuation { rest in
      state.withLock { state in
        (state.isRunning, state.sleepers, state.rest) = (true, sleepers, rest)
      }
      start()
    }
  }

  private func noteRest() {
    let rest = state.withLock { state in
      defer { (state.isRunning, state.rest) = (false, nil) }
      return state.rest
    }
    rest?.resume()
  }

  func noteSleepers(on clock: MockClock) {
    let (isRunning, sleepers, isOver) = state.withLock {
      ($0.isRunning, $0.sleepers, $0.isOver)
    }
    if isOver { return clock.wakeEarliestSleeper() }
    if isRunning, clock.isIdle, clock.sleepingCount > sleepers { noteRest() }
  }

  // MARK: - What the calls ask

  func number(of call: LoggedCall, in log: MockCallLog) -> Int { call.order }

  func fault(of call: DirectedCall) -> CallFault? {
    guard !state.withLock({ $0.isOver }) else { return nil }
    state.withLock { $0.calls.append(call) }
    return plan.faults[call.order]?.fault(of: call)
  }

  func note(element: Int, of order: Int) {}

  nonisolated(nonsending) func hold(_ call: DirectedCall, for delay: Duration) async throws {
    guard !state.withLock({ $0.isOver }) else { return }
    let fault = plan.faults[call.order]
    try await held.hold(call, for: delay, isNever: fault == .never) { [self] in noteRest() }
    if fault == .cancelled { throw CancellationError() }
  }

  func note(_ call: DirectedCall, waitsAt gate: String?) {}
}

extension MockClock {
  fileprivate var sleepingCount: Int { sleeping(limit: .max).count }
}

extension MockServiceConfiguration {
  /// The codes with which the calls of a service fail: those of its responses, and those of calls that were played.
  fileprivate func codes(and played: [MockPlayedCall]) -> [String: [String]] {
    var codes = errorCodes
    for call in played {
      guard let code = call.error?.code, MockErrorCode(rawValue: code) == nil,
        let service = MockCallRequest(call.name)?.service,
        codes[service]?.contains(code) != true
      else { continue }
      codes[service, default: []].append(code)
    }
    return codes
  }
}
