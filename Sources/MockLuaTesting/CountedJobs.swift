internal import Dispatch
internal import MockCalls
internal import MockContainer
internal import MockLua
internal import MockPlatform

/// Counts the jobs of a test, so that the clock and `Explored.settle()` know when none of them can run.
///
/// Counting slows down every job and requires a hook in Swift's runtime. Jobs are counted only if a test's scenario
/// responds to requests, because a task that makes a request spends a long time on its way to `URLSession` and back. If
/// a test adds routes in Swift, counting begins at that point. Counted jobs still run immediately, each on its usual
/// queue.
///
/// The second half of a `Task.yield()` isn't counted. ``ExecutorHooks`` explains why.
final class CountedJobs: JobOwner, JobCount {
  private struct State {
    var count = 0
    /// If the number changes between two idle moments, jobs have run in the meantime.
    var total = 0
    /// Jobs aren't counted before the scenario can respond to requests, and after the test.
    var isClosed = true
    var waiters: [@Sendable () -> Void] = []
  }

  private let state = Locked(State(), isHook: true)
  private let queue = Locked<DispatchQueue?>(nil, isHook: true)

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// If the scenario responds to requests, also counts the test's jobs where that's possible.
  nonisolated(nonsending) static func counting<Result>(
    for runtime: ScenarioRuntime, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    #if os(Linux)
      let canCount =
        (runtime.takesRequests || RequestInterception.isLinked) && ExecutorHooks.obstacle == nil
    #else
      // Requests aren't counted from `resume()` on this platform, so counting the jobs wouldn't help.
      let canCount = false
    #endif
    guard canCount, JobOwners.current == nil else { return try await body() }
    let jobs = CountedJobs()
    let clock = runtime.clock
    if runtime.takesRequests {
      jobs.begin(on: clock)
    } else {
      runtime.context.swiftResponses.whenRouted { jobs.begin(on: clock) }
    }
    defer {
      runtime.context.swiftResponses.whenRouted(nil)
      jobs.end(on: clock)
    }
    return try await JobOwners.$current.withValue(jobs) {
      // The current job isn't counted. Visiting an actor lets the task resume as a counted job.
      #if os(Linux)
        if !jobs.isClosed { await Elsewhere(jobs).visit() }
      #endif
      return try await body()
    }
  }

  private func begin(on clock: MockClock) {
    let isFirst = queue.withLock { queue in
      guard queue == nil else { return false }
      queue = ExecutorHooks.queue(of: self, attributes: .concurrent)
      return true
    }
    guard isFirst else { return }
    state.withLock { $0.isClosed = false }
    ExecutorHooks.runs.add(1)
    clock.watch(self)
  }

  private func end(on clock: MockClock) {
    guard !isClosed else { return }
    clock.watch(nil)
    close()
    ExecutorHooks.runs.add(-1)
    ExecutorHooks.forget(self)
  }

  func take(_ job: ExecutorHooks.Job) -> Bool {
    guard let queue = queue.withLock({ $0 }) else { return false }
    let isTaken = state.withLock { state in
      guard !state.isClosed else { return false }
      state.count += 1
      state.total += 1
      return true
    }
    guard isTaken else { return false }
    (job.kind == .main ? .main : queue).async { [self] in
      job.run(for: self)
      noteEnd()
    }
    return true
  }

  func whenIdle(_ body: @escaping @Sendable () -> Void) {
    let isIdle = state.withLock { state in
      if state.count > 0 { state.waiters.append(body) }
      return state.count == 0
    }
    if isIdle { confirm(body) }
  }

  private func noteEnd() {
    let waiters = state.withLock { state -> [@Sendable () -> Void] in
      state.count -= 1
      guard state.count == 0 else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { confirm(waiter) }
  }

  /// Calls the closure, unless work that is waiting on the main queue starts more jobs.
  private func confirm(_ body: @escaping @Sendable () -> Void) {
    let total = state.withLock { $0.total }
    DispatchQueue.main.async { [self] in
      let isStill = state.withLock { $0.count == 0 && $0.total == total }
      if isStill { body() } else { whenIdle(body) }
    }
  }

  private func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter() }
    // Breaks the retain cycle, because the queue also holds this object.
    queue.withLock { $0 = nil }
  }
}

#if os(Linux)
  /// An actor that a task hops to, so that the task resumes as a counted job.
  private actor Elsewhere {
    private let executor: QueueExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ jobs: CountedJobs) { executor = QueueExecutor(queue: ExecutorHooks.queue(of: jobs)) }

    func visit() {}

    private final class QueueExecutor: SerialExecutor {
      private let queue: DispatchQueue

      init(queue: DispatchQueue) { self.queue = queue }

      func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
      }

      func enqueue(_ job: UnownedJob) {
        queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
      }
    }
  }
#endif
