internal import Dispatch
internal import MockCalls
internal import MockLua
internal import MockPlatform

/// One run of the body of an explored test, under one plan.
///
/// It has every job of the body to itself and runs one at a time, in the order in which they came, each where it
/// belongs: the main actor's on the main queue, others on a queue of its own. When none is left, nothing can run:
/// then it makes one step, which lets an answer come, the time pass or the test go on.
final class ExploringRun: CallDirector, TestRun, JobOwner {
  /// How a run has come to no end.
  enum Verdict: Sendable, Equatable {
    case neverEnds(waiting: [String])
    case neverRests
    case cancelled
  }

  struct Limits: Sendable {
    var steps = 5_000
    var jobs = 200_000
    /// How long something may take that nobody sees, such as `Task.sleep`, before the body is said to be stuck where
    /// it waits for what it should not, such as a gate that nobody opens.
    var grace = Duration.milliseconds(500)
    /// The same where nothing is known of what it waits for: it may be a request to a real server.
    var unseenGrace = Duration.seconds(10)
    /// How often the pool and the queues must have run something meanwhile: what nobody sees is late where they are.
    var graceTurns = 3
  }

  /// What runs, or can.
  struct Jobs {
    var ready: [ExecutorHooks.Job] = []
    /// How many of those have run.
    var next = 0
    /// How many have run in all.
    var count = 0
    /// Whether a queue is about to run one, or does.
    var isRunning = false
    var isClosed = false
    /// Whether what is left of it runs on and on, and so runs no more.
    var isAbandoned = false
    /// Grows with all that happens: what was planned before is not done then.
    var generation = 0
    /// The number of operations in progress outside of jobs and calls.
    ///
    /// For example, a response may be on its way to the app's completion handler.
    var outside = 0
  }

  /// What waits, and what was done.
  struct State {
    var steps = 0
    var gates: [Int: (call: DirectedCall, gate: String)] = [:]
    var clocks: [MockClock] = []
    var unseenQueues: [ObjectIdentifier: any UnseenQueue] = [:]

    var body: Task<Void, Never>?
    var hasEnded = false
    /// Whether its calls and sleeps are cancelled.
    var isEnding = false
    var hasCancelledSleepers = false
    var error: (any Error)?
    var verdict: Verdict?
    var end: CheckedContinuation<Void, Never>?

    var follower: PlanFollower
    var numbers = CallNumbers()
    var calls: [DirectedCall] = []
    var answered: [Int] = []
    var late: [DirectedCall] = []
    var elements: [Int: Int] = [:]

    init(_ plan: Plan) { follower = PlanFollower(plan) }
  }

  let plan: Plan
  let isSilent: Bool
  let limits: Limits
  let jobs = HookLock(Jobs())
  let state: Locked<State>
  let held = HeldCalls()
  let turns = RunWaiters()
  let quiets = RunWaiters()
  private let box = HookLock<(queue: DispatchQueue?, executor: (any Sendable)?)>((nil, nil))

  init(_ plan: Plan, isSilent: Bool, limits: Limits = Limits()) {
    (self.plan, self.isSilent, self.limits) = (plan, isSilent, limits)
    state = Locked(State(plan))
  }

  /// Where its jobs run that are not the main actor's.
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

  var record: RunRecord {
    state.withLock { state in
      var record = RunRecord(state.follower)
      (record.calls, record.answered, record.elements) = (
        state.calls, state.answered, state.elements
      )
      return record
    }
  }

  var verdictText: String? { state.withLock { $0.verdict }?.text }

  func result(_ issues: [String]) -> RunResult {
    var result = RunResult(record: record, issues: issues)
    (result.late, result.error, result.verdict, result.hasEnded) = state.withLock { state in
      (state.late, state.error, state.verdict, state.hasEnded)
    }
    return result
  }

  // MARK: - From the beginning to the end

  /// Runs a body until nothing of it can run any more.
  func perform(_ body: @escaping @Sendable () async throws -> Void) async {
    // Installs them at the first time.
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
    // Both hold the run in their turn.
    box.withLock { $0 = (nil, nil) }
  }

  /// Whether its body never ended, so that no job of it may run any more: the test's closure is gone by then.
  var isAbandoned: Bool { jobs.withLock { $0.isAbandoned } }

  /// Ends a run that does not end by itself: its body is cancelled, and goes on to where it can go no further.
  func end(with verdict: Verdict) {
    cancelBody(with: verdict)
    look()
  }

  func cancelBody(with verdict: Verdict) {
    let body = state.withLock { state in
      state.verdict = state.verdict ?? verdict
      state.isEnding = true
      return state.body
    }
    body?.cancel()
    held.refuse()
    turns.end()
    quiets.end()
  }

  /// Hands what is left to the pool, and tells whoever waits for the end.
  ///
  /// What was abandoned is not handed on: it would keep a thread busy for ever.
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
      // The logs of the run.
      state.numbers = CallNumbers()
      defer { state.end = nil }
      return state.end
    }
    end?.resume()
  }
}
