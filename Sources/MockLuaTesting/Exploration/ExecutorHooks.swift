internal import CLibrary
internal import Dispatch
internal import MockCalls
internal import MockPlatform

/// An object that controls how the jobs of some tasks run.
protocol JobOwner: AnyObject, Sendable {
  var isClosed: Bool { get }

  /// Takes a job to run it, or returns false to decline it.
  func take(_ job: ExecutorHooks.Job) -> Bool
}

enum JobOwners {
  /// The owner of the jobs of the current task and of the tasks that it starts.
  @TaskLocal static var current: (any JobOwner)?
}

/// The undocumented parts of Swift's runtime that exploring uses.
///
/// All of them are in this file. The jobs of a run must go to the run instead of the pool. That takes three mechanisms:
/// a hook for jobs that go to the pool, a hook that replaces the main executor, and a task executor preference for the
/// body. Without the preference, half of a `Task.yield()` would bypass the run. The hooks stay installed. While no run
/// is in progress, they only read a number.
enum ExecutorHooks {
  fileprivate typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  fileprivate typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  fileprivate typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
  fileprivate typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor
  fileprivate typealias TaskID = @convention(thin) (UnownedJob) -> UInt64

  /// The number of runs in progress.
  static let runs = AtomicNumber()

  /// Recorded because a task can be resumed from outside of the run.
  private static let tasks = Locked<[UInt64: any JobOwner]>([:], isHook: true)

  /// The run whose job is running on the main queue, the only queue that accesses it.
  nonisolated(unsafe) private static var onMainQueue: (any JobOwner)?

  private static let queueKey = DispatchSpecificKey<any JobOwner>()
  private static let mainKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private static let taskID = symbol("swift_task_getJobTaskId").map {
    unsafeBitCast($0, to: TaskID.self)
  }

  /// The reason why exploring isn't possible in this process; nil if it is possible.
  static let obstacle: String? = install()

  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    dlsym(dlopen(nil, RTLD_LAZY), name)
  }

  /// Installs the hooks, or returns the reason why that isn't possible.
  static func install(
    _ enqueue: String = "swift_task_enqueueGlobal_hook",
    _ main: String = "swift_task_getMainExecutor_hook"
  ) -> String? {
    // Task executor preferences require macOS 15, and the hook of the main executor requires Swift 6.1.
    guard #available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) else {
      return "exploring needs macOS 15.4, iOS 18.4, or later; run this test on a newer system"
    }
    guard taskID != nil, let enqueueHook = symbol(enqueue), let mainHook = symbol(main) else {
      return "exploring needs `\(enqueue)` and `\(main)`, which the Swift runtime of this process"
        + " does not have; run this test with a toolchain whose runtime is a shared library"
    }
    _ = mainKey
    CallbackOwners.findOfTask { JobOwners.current }
    enqueueHook.assumingMemoryBound(to: EnqueueHook?.self).pointee = { takeOrEnqueue($0, $1) }
    mainHook.assumingMemoryBound(to: MainExecutorHook?.self).pointee = { mainExecutor($0) }
    return nil
  }

  // MARK: - Owners of jobs

  /// The run of the task that enqueues the job, or of the job that runs on this thread.
  ///
  /// Otherwise, the previous run of the job's task.
  static func owner(of job: UnownedJob) -> (any JobOwner)? {
    let id = taskID?(job) ?? 0
    if let run = JobOwners.current ?? running ?? CallbackOwners.ofThread as? any JobOwner {
      if id != 0, !run.isClosed { tasks.withLock { $0[id] = run } }
      return run
    }
    return tasks.withLock { $0[id] }
  }

  private static var running: (any JobOwner)? {
    if DispatchQueue.getSpecific(key: mainKey) != nil { return onMainQueue }
    return DispatchQueue.getSpecific(key: queueKey)
  }

  /// Removes the tasks of a run that is over.
  static func forget(_ run: any JobOwner) {
    tasks.withLock { tasks in tasks = tasks.filter { $0.value !== run } }
  }

  /// By default, the queue runs one job at a time.
  ///
  /// Jobs of the main actor don't use it.
  static func queue(
    of run: any JobOwner, attributes: DispatchQueue.Attributes = []
  ) -> DispatchQueue {
    let queue = DispatchQueue(label: "mocklua.exploring", attributes: attributes)
    queue.setSpecific(key: queueKey, value: run)
    return queue
  }

  // MARK: - Jobs

  /// A piece of a task that can run.
  struct Job: Sendable {
    enum Kind: Sendable {
      case main, pool, preferred
    }

    let job: UnownedJob
    let kind: Kind

    init(_ job: UnownedJob, _ kind: Kind) { (self.job, self.kind) = (job, kind) }

    /// Runs the job on the queue for its kind.
    func run(for run: any JobOwner) {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
      switch kind {
      case .main:
        onMainQueue = run
        defer { onMainQueue = nil }
        job.runSynchronously(on: UnownedSerialExecutor(ordinary: MainQueueExecutor.shared))
      case .preferred:
        guard let run = run as? ExploringRun else { return }
        job.runSynchronously(on: run.executor.asUnownedTaskExecutor())
      case .pool: job.runSynchronously(on: noExecutor)
      }
    }

    /// Runs the job outside of any run, as it would without exploring.
    func runElsewhere() {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
      let job = job
      switch kind {
      case .main:
        DispatchQueue.main.async {
          job.runSynchronously(on: UnownedSerialExecutor(ordinary: MainQueueExecutor.shared))
        }
      case .pool, .preferred:
        DispatchQueue.global().async { job.runSynchronously(on: noExecutor) }
      }
    }

    /// The executor of code that isn't isolated, which the runtime represents as two zeros.
    private var noExecutor: UnownedSerialExecutor {
      unsafeBitCast((0, 0) as (Int, Int), to: UnownedSerialExecutor.self)
    }
  }

  /// Runs a body outside of the pool, which may be full of other work, so that runs can start.
  static func runOutsidePool<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async rethrows -> Result {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      return try await body()
    }
    return try await withTaskExecutorPreference(QueueExecutor()) { try await body() }
  }

  // MARK: - Bodies that never end

  /// The number of runs that were abandoned because their bodies never ended.
  static let abandoned = AtomicNumber()

  private struct Body {
    let run: @Sendable () async throws -> Void

    /// The context of the closure, which is the second word of its representation.
    var context: UnsafeMutableRawPointer? {
      withUnsafeBytes(of: self) {
        $0.load(fromByteOffset: $0.count / 2, as: UnsafeMutableRawPointer?.self)
      }
    }
  }

  private typealias Count = @convention(c) (UnsafeMutableRawPointer?) -> Int
  private typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void

  private static let retainCount = symbol("swift_retainCount").map {
    unsafeBitCast($0, to: Count.self)
  }
  private static let release = symbol("swift_release").map { unsafeBitCast($0, to: Release.self) }

  /// The number of references to an object; 0 if the runtime doesn't provide the number.
  static func references(to object: UnsafeMutableRawPointer) -> Int { retainCount?(object) ?? 0 }

  /// Calls a body with a closure that may be kept by the tasks of runs that never end.
  ///
  /// A task that waits for a continuation that is never resumed keeps its closure forever. `withoutActuallyEscaping`
  /// would crash the process because of that. No job of an abandoned run ever runs again, so the closure isn't called
  /// anymore, and this method releases the reference to it.
  static func escaping(
    _ closure: @Sendable () async throws -> Void,
    _ body: (@escaping @Sendable () async throws -> Void) async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(closure) { closure in
      let kept = Body(run: closure)
      let context = kept.context
      let (count, abandonedBefore) = (retainCount?(context) ?? 0, abandoned.value)
      let result: Result<Void, any Error>
      do { result = .success(try await body(closure)) } catch { result = .failure(error) }
      if abandoned.value > abandonedBefore, let retainCount, let release {
        // A task that has ended may be about to release its reference.
        for _ in 0..<10 { try? await Task.sleep(for: .milliseconds(2)) }
        for _ in 0..<max(0, retainCount(context) - count) { release(context) }
      }
      withExtendedLifetime(kept) {}
      try result.get()
    }
  }

  /// Starts the body of a run, so that the run receives all its jobs, including both halves of a yield.
  static func start(_ run: ExploringRun, _ body: @escaping @Sendable () async -> Void) -> Task<
    Void, Never
  >? {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    return Task(executorPreference: run.executor) { await body() }
  }
}

/// The function that the runtime calls instead of enqueuing a job in the pool.
private func takeOrEnqueue(_ job: UnownedJob, _ original: ExecutorHooks.Enqueue) {
  guard ExecutorHooks.runs.value > 0, let run = ExecutorHooks.owner(of: job),
    run.take(ExecutorHooks.Job(job, .pool))
  else { return original(job) }
}

/// The function that the runtime calls to get the main actor's executor.
private func mainExecutor(_ original: ExecutorHooks.MainExecutor) -> UnownedSerialExecutor {
  guard ExecutorHooks.runs.value > 0,
    #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  else { return original() }
  return UnownedSerialExecutor(ordinary: MainQueueExecutor.shared)
}

/// Works like the runtime's own executor of the main actor, except for the jobs of runs.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class MainQueueExecutor: SerialExecutor {
  static let shared = MainQueueExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = ExecutorHooks.Job(UnownedJob(job), .main)
    guard ExecutorHooks.runs.value > 0, let run = ExecutorHooks.owner(of: job.job), run.take(job)
    else { return job.runElsewhere() }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }
}

/// A task retains the executor for its whole lifetime, and the executor retains the run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class PreferredExecutor: TaskExecutor {
  private let run: ExploringRun

  init(_ run: ExploringRun) { self.run = run }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = ExecutorHooks.Job(UnownedJob(job), .preferred)
    if !run.take(job) { job.runElsewhere() }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "mocklua.explorer")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
