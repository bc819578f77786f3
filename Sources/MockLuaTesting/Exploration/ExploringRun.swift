internal import Dispatch
internal import MockCalls
internal import MockLua
internal import MockPlatform

/// One run of the body of an explored test, with one schedule.
///
/// The run receives every job of the body and runs the jobs one at a time, in order. It runs the jobs of the main actor
/// on the main queue, and all others on its own queue. If there are no jobs left, nothing can run. The run then
/// performs one step: it lets a response arrive, advances the time, or resumes the test.
final class ExploringRun: TestRun, JobOwner {
  /// The reasons why a run didn't end on its own.
  enum Verdict: Sendable, Equatable {
    case neverEnds(waiting: [String])
    case neverRests
    case cancelled
  }

  struct Limits: Sendable {
    var steps = 5_000
    var jobs = 200_000
    /// The time after which a body counts as stuck, if it is known what the body waits for, such as a gate that never
    /// opens.
    ///
    /// Within this time, work that can't be observed, such as `Task.sleep`, may let the body continue.
    var grace = Duration.milliseconds(500)
    /// The time after which a body counts as stuck, if it isn't known what the body waits for.
    ///
    /// The body may be waiting for a real server.
    var unseenGrace = Duration.seconds(10)
    /// The number of turns that the thread pool and the queues get before a body counts as stuck.
    ///
    /// Work that can't be observed may be waiting there.
    var graceTurns = 3
  }

  struct Jobs {
    var ready: [ExecutorHooks.Job] = []
    /// The number of ready jobs that have run.
    var next = 0
    /// The total number of jobs that have run.
    var count = 0
    /// Whether a queue is running a job or is about to.
    var isRunning = false
    var isClosed = false
    /// Whether the remaining jobs don't run anymore, because they would run forever.
    var isAbandoned = false
    /// The number of events so far.
    ///
    /// A step that was planned before the latest event isn't performed.
    var generation = 0
    /// For example, a response may be on its way to the app's completion handler.
    var outside = 0
  }

  struct State {
    var steps = 0
    var gates: [Int: (call: DirectedCall, gate: String)] = [:]
    var clocks: [MockClock] = []
    var unseenQueues: [ObjectIdentifier: any UnseenQueue] = [:]

    var body: Task<Void, Never>?
    var hasEnded = false
    /// Whether the run's calls and sleeps are canceled.
    var isEnding = false
    var hasCancelledSleepers = false
    var error: (any Error)?
    var verdict: Verdict?
    var end: CheckedContinuation<Void, Never>?

    var record: RunRecord
    var numbers = CallNumbers()
    var late: [DirectedCall] = []
  }

  let plan: Plan
  let isSilent: Bool
  let limits: Limits
  let jobs = Locked(Jobs(), isHook: true)
  let state: Locked<State>
  let held = HeldTasks<HeldCall>()
  let turns = HeldTasks<Void>()
  let quiets = HeldTasks<Void>()
  private let box = Locked<(queue: DispatchQueue?, executor: (any Sendable)?)>(
    (nil, nil), isHook: true)

  init(_ plan: Plan, isSilent: Bool, limits: Limits = Limits()) {
    (self.plan, self.isSilent, self.limits) = (plan, isSilent, limits)
    state = Locked(State(record: RunRecord(plan)))
  }

  /// The queue for all jobs except jobs of the main actor.
  var queue: DispatchQueue {
    box.withLock { box in
      if let queue = box.queue { return queue }
      let queue = ExecutorHooks.queue(of: self)
      box.queue = queue
      return queue
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  var executor: PreferredExecutor {
    box.withLock { box in
      if let executor = box.executor as? PreferredExecutor { return executor }
      let executor = PreferredExecutor(self)
      box.executor = executor
      return executor
    }
  }

  var isClosed: Bool { jobs.withLock { $0.isClosed } }

  var record: RunRecord { state.withLock { $0.record } }

  var verdictText: String? { state.withLock { $0.verdict }?.text }

  func result(_ issues: [String]) -> RunResult {
    var result = RunResult(record: record, issues: issues)
    (result.late, result.error, result.verdict, result.hasEnded) = state.withLock { state in
      (state.late, state.error, state.verdict, state.hasEnded)
    }
    return result
  }

  // MARK: - Start and end

  /// Runs a body until none of its jobs can run anymore.
  func perform(_ body: @escaping @Sendable () async throws -> Void) async {
    // The first access installs the hooks.
    _ = ExecutorHooks.obstacle
    ExecutorHooks.runs.add(1)
    await withTaskCancellationHandler {
      await withCheckedContinuation { end in
        state.withLock { $0.end = end }
        let task = JobOwners.$current.withValue(self) {
          CurrentRun.$value.withValue(self) {
            CallDirection.$current.withValue(self) {
              ExecutorHooks.start(self) { [self] in
                do {
                  try await body()
                } catch {
                  state.withLock { $0.error = error }
                }
                state.withLock { $0.hasEnded = true }
              }
            }
          }
        }
        let isLate = state.withLock { state in
          state.body = task
          return state.verdict != nil
        }
        if isLate { task?.cancel() }
      }
    } onCancel: {
      end(with: .cancelled)
    }
    guard !isAbandoned else { return }
    ExecutorHooks.runs.add(-1)
    ExecutorHooks.forget(self)
    // Breaks the retain cycles, because both values retain the run.
    box.withLock { $0 = (nil, nil) }
  }

  /// The jobs of a body that never ended must not run anymore, because the test's closure no longer exists.
  var isAbandoned: Bool { jobs.withLock { $0.isAbandoned } }

  /// Cancels the body of a run that doesn't end on its own, and lets it run until nothing can run.
  func end(with verdict: Verdict) {
    cancelBody(with: verdict)
    stepWhenIdle()
  }

  func cancelBody(with verdict: Verdict) {
    let body = state.withLock { state in
      state.verdict = state.verdict ?? verdict
      state.isEnding = true
      return state.body
    }
    body?.cancel()
    held.refuse()
    turns.refuse()
    quiets.refuse()
  }

  /// Passes the remaining jobs to the pool, and resumes the caller that waits for the end.
  ///
  /// The jobs of an abandoned run are dropped, because they would keep a thread busy forever.
  func close(abandoning: Bool = false) {
    let left = jobs.withLock { jobs in
      (jobs.isClosed, jobs.isAbandoned) = (true, abandoning)
      if abandoning { ExecutorHooks.abandoned.add(1) }
      defer { (jobs.ready, jobs.next) = ([], 0) }
      return abandoning ? [] : Array(jobs.ready.dropFirst(jobs.next))
    }
    held.keep()
    for job in left { job.runElsewhere() }
    let end = state.withLock { state in
      // Releases the logs of the run.
      state.numbers = CallNumbers()
      defer { state.end = nil }
      return state.end
    }
    end?.resume()
  }
}

/// The functions that the calls of the app use.
extension ExploringRun {
  func number(of call: LoggedCall, in log: MockCallLog) -> Int {
    state.withLock { $0.numbers.number(of: call, in: log) }
  }

  func fault(of call: DirectedCall) -> CallFault? {
    state.withLock { $0.record.calls.append(call) }
    return plan.faults[call.order]?.fault(of: call)
  }

  func note(element: Int, of order: Int) { state.withLock { $0.record.elements[order] = element } }

  nonisolated(nonsending) func hold(_ call: DirectedCall, for delay: Duration) async throws {
    let fault = plan.faults[call.order]
    try await held.hold(HeldCall(call, for: delay, isNever: fault == .never)) { [self] in
      // Code that isn't observed, such as `URLSession`, can make a call while no job is running.
      stepWhenIdle()
    }
    if fault == .cancelled { throw CancellationError() }
  }

  func note(_ call: DirectedCall, waitsAt gate: String?) {
    state.withLock { $0.gates[call.order] = gate.map { (call, $0) } }
  }

  func beginWork() {
    jobs.withLock { jobs in
      jobs.outside += 1
      jobs.generation += 1
    }
  }

  func endWork() {
    let isLast = jobs.withLock { jobs in
      jobs.outside -= 1
      return jobs.outside == 0 && !jobs.isClosed
    }
    if isLast { stepWhenIdle() }
  }

  func add(_ queue: any UnseenQueue) {
    state.withLock { $0.unseenQueues[ObjectIdentifier(queue)] = queue }
  }

  func remove(_ queue: any UnseenQueue) {
    let removed = state.withLock { $0.unseenQueues.removeValue(forKey: ObjectIdentifier(queue)) }
    withExtendedLifetime(removed) {}
  }

  func withRun<Result>(_ body: () throws -> Result) rethrows -> Result {
    try JobOwners.$current.withValue(self, operation: body)
  }

  func noteSleepers(on clock: MockClock) {
    state.withLock { state in
      guard !state.clocks.contains(where: { $0 === clock }) else { return }
      state.clocks.append(clock)
    }
  }
}
