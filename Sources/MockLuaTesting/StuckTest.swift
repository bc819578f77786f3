internal import MockCalls
internal import MockLua
internal import MockPlatform
internal import Testing

/// Detects a test that can't continue because a call waits at a gate that never opens, or on a clock that never
/// advances.
///
/// A body that calls `Task.sleep` or waits for a thread looks like a stuck body. A test therefore counts as stuck only
/// if nothing happens in its scenario for some time, although the pool and the main actor respond promptly. On a busy
/// machine, detection takes longer. If an app in another process makes calls, the test may be waiting for the app, so
/// this type doesn't check the test.
struct StuckTest: Sendable {
  /// The time between two checks.
  private static let pause = Duration.milliseconds(100)

  let session: ScenarioSession
  /// The priority of the test and of the tasks that it starts.
  let priority: TaskPriority

  /// If the test gets stuck, records an issue and cancels the waiting calls, so that the test can continue.
  static func watching(
    _ session: ScenarioSession, at sourceLocation: SourceLocation,
    _ body: () async throws -> Void
  ) async rethrows {
    // An explored run detects this immediately.
    guard CurrentRun.value == nil else { return try await body() }
    let stuckTest = StuckTest(session: session, priority: Task.currentPriority)
    let watch = Task.detached(priority: .utility) { await stuckTest.problem() }
    // This task belongs to the test, so the issue that it records does, too.
    let report = Task {
      guard let problem = await watch.value else { return }
      Issue.record("\(problem)", sourceLocation: sourceLocation)
      session.runtime.gates.reset()
      session.runtime.gates.endAwaiting()
      session.runtime.clock.endAwaiting()
      session.runtime.clock.cancelSleepers()
      session.runtime.context.pendingStubs.endAll()
      // A stub that waits for something outside of the scenario can't be ended. In that case, end the process after all
      // other tests have ended.
      if !session.runtime.log.runningStubs.isEmpty { StuckCall.endProcess(problem) }
    }
    defer {
      watch.cancel()
      report.cancel()
    }
    try await body()
  }

  /// Waits until the test is stuck, and returns the reason, or nil if the test ends first.
  private func problem() async -> String? {
    // This is the time after which a process with a hanging test is ended. A shorter time isn't enough, because a test
    // may sleep for a few seconds.
    let quietTime = StuckCall.quietTime.withLock { $0 }
    var (last, count) = (ScenarioSigns(session.runtime), 0)
    while Self.pause * count < quietTime {
      guard (try? await Task.sleep(for: Self.pause)) != nil else { return nil }
      // After the body, waiting already has a time limit.
      guard session.ending.withLock({ $0.firstAfterBody }) == nil else { return nil }
      if waits {
        await MainActor.run {}
        // On Linux, each priority has its own queue. This task may run promptly while the tasks of the test are still
        // queued.
        await Task.detached(priority: priority) {}.value
      }
      let signs = ScenarioSigns(session.runtime)
      count = waits && signs == last ? count + 1 : 0
      last = signs
    }
    let calls = session.runtime.log.calls()
    guard !calls.contains(where: { $0.app != nil }) else { return nil }
    return "the test is stuck: nothing has happened in its scenario for"
      + " \(quietTime)" + waiting(calls).map { "; \($0)" }.joined()
  }

  private var waits: Bool {
    let (gates, clock) = (session.runtime.gates, session.runtime.clock)
    guard clock.isIdle, !clock.isDriving, !clock.isAdvancing else { return false }
    return gates.waitingCount > 0 || !clock.sleeping(limit: 1).isEmpty || !stubs.isEmpty
      // An app may need a long time before its first call.
      || !session.runtime.hasSession && (!gates.awaited.isEmpty || !clock.awaitedSleepers.isEmpty)
  }

  /// Descriptions of the stubs that the test may be waiting for, to append to a message.
  private var stubs: [String] {
    session.runtime.context.pendingStubs.texts + session.runtime.log.runningStubs
  }

  private func waiting(_ calls: [MockCallRecord]) -> [String] {
    let gates = session.runtime.gates
    func words(_ order: Int) -> String {
      guard let call = calls.first(where: { $0.order == order }) else { return "call \(order)" }
      return "\(call.qualifiedMethod) #\(call.count)" + (call.place.map { " (\($0))" } ?? "")
    }
    let atGates = gates.names.flatMap { gate in
      gates.waitingCalls(at: gate).map {
        "\(words($0)) waits at the gate `\(gate)`, which nothing opens"
      }
    }
    let awaited =
      gates.awaited.map {
        "`waitForCalls(at: \"\($0.gate)\")` waits for \($0.count), but \(gates.waiting(at: $0.gate)) arrived"
      }
      + session.runtime.clock.awaitedSleepers.map {
        "`waitForSleepers(\($0))` waits, but \(session.runtime.clock.sleeping(limit: .max).count) are asleep"
      }
    return awaited + atGates
      + session.runtime.clock.sleeping(limit: 5).map { sleeper in
        "\(sleeper.call.map(words) ?? "a task") sleeps until \(sleeper.due) on a manual clock, which"
          + " nothing advances"
      } + stubs.prefix(5)
  }
}

/// The values that change when anything happens in a scenario.
struct ScenarioSigns: Equatable {
  private var calls: Int
  private var transitions: Int
  private var waiting: Int
  private var sleeping: Int
  private var time: Duration
  private var isIdle: Bool

  init(_ runtime: ScenarioRuntime) {
    calls = runtime.log.count
    transitions = runtime.gates.transitions.count
    waiting = runtime.gates.waitingCount
    sleeping = runtime.clock.sleeping(limit: .max).count
    time = runtime.clock.mode == .real ? .zero : runtime.clock.elapsed
    isIdle = runtime.clock.isIdle
  }
}
