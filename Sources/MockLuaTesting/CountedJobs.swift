internal import Dispatch
internal import MockCalls
internal import MockContainer
internal import MockLua
internal import MockPlatform

/// Counts the jobs of a test, so that its clock and `Explored.settle()` know when none can run.
///
/// Counting slows down every job and requires a hook in Swift's runtime. It is therefore only used for tests whose
/// scenario answers requests, because a task that makes a request spends a long time on its way to `URLSession` and
/// back. If a test adds routes in Swift, counting begins there. The jobs run immediately, each on its usual queue.
///
/// The second half of a `Task.yield()` isn't counted (``ExecutorHooks``).
final class CountedJobs: JobOwner, JobCount {
  private struct State {
    var count = 0
    /// The total number of jobs, which distinguishes two idle moments if jobs ran in between.
    var total = 0
    /// Before the first request can come, and at the end.
    var isClosed = true
    var waiters: [@Sendable () -> Void] = []
  }

  private let state = HookLock(State())
  private let queue = HookLock<DispatchQueue?>(nil)

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Runs a test, and counts its jobs if that's possible and its scenario answers requests.
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
      // The current job isn't counted. After the visit, the task resumes as a counted job.
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

  /// Calls the closure, unless work that was waiting on the main queue starts more jobs.
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
    // Break the retain cycle: the queue also holds this object.
    queue.withLock { $0 = nil }
  }
}

#if os(Linux)
  /// An actor that a task visits so that it resumes as a counted job.
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
