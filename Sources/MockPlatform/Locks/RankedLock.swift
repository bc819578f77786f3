internal import CMockPlatform

/// A reentrant lock with a rank in a fixed locking order.
///
/// # The locks of a call
///
/// ```
///   rank 0  committing  one for each clock: due responses take effect in order
///   rank 1  choosing    one for all sequencers of a runtime: begin and commit
///   rank 2  script      one for each script: a section of Lua, up to the next wait
///   leaves  shared state, log, state of the clock, gates (`Locked`): take no other locks
/// ```
///
/// A thread takes locks only in the order of their ranks, so two threads can never wait for each other. Debug builds
/// check the order each time a lock is taken. Three rules keep the order:
///
/// - Under the choosing lock, a response is chosen, and the call is counted and recorded. Later, the response's updates
///   are applied, and the end of the call is recorded. `$where` functions also run under this lock, and take the script
///   lock. They neither wait nor call services.
/// - Lua code only holds the script lock. If a function of the script language waits, calls a service, or pushes a
///   value, the thread releases the lock, does the work, and takes the lock again.
/// - The app's code never runs under these locks. Responses are decoded between choosing and committing, and
///   ``assertNoneHeld()`` checks that the thread holds no lock at that time. Observers, failure handlers, and
///   replacements are deferred with ``whenFree(_:)`` until the thread has released its last lock.
///
/// A synchronous caller blocks its thread until it has the lock. A task spins for a few hundred nanoseconds and then
/// suspends, so that the threads of the pool can do other work while a script's function runs for a second. Releasing
/// the lock wakes one suspended task, which competes for the lock again. The lock isn't handed to that task, because a
/// blocked main thread could then wait for a task that itself waits for the main thread. There is no `await` between
/// taking and releasing a lock.
///
/// `@unchecked Sendable`: The C functions synchronize access to the target of `lock`.
@usableFromInline package final class RankedLock: @unchecked Sendable {
  package enum Rank: UInt32 {
    case committing
    case choosing
    case script
  }

  private let lock = UnsafeMutablePointer<mockplatform_Lock>.allocate(capacity: 1)
  private let suspended = Locked<[UnsafeContinuation<Void, Never>]>([])

  package init(_ rank: Rank) {
    mockplatform_lock_create(lock, rank.rawValue)
  }

  deinit {
    mockplatform_lock_destroy(lock)
    lock.deallocate()
  }

  /// Takes the lock, and blocks the thread until it is free.
  @usableFromInline package func take() {
    checkOrder()
    mockplatform_lock_take(lock)
  }

  /// Takes the lock if it is free or becomes free almost immediately, and returns whether it was taken.
  package func tryToTake() -> Bool {
    checkOrder()
    return mockplatform_lock_try(lock)
  }

  /// Releases the lock once.
  ///
  /// If it was the thread's last lock, runs the deferred work.
  @usableFromInline package func release() {
    let rest = mockplatform_lock_release(lock)
    if rest.wakes { wakeOne() }
    if rest.runs_deferred { Self.runDeferred() }
  }

  /// Whether any thread currently holds the lock.
  package var isHeld: Bool { mockplatform_lock_is_held(lock) }

  /// Calls a synchronous closure with the lock.
  ///
  /// Blocks the thread until the lock is free.
  @inlinable package func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    take()
    defer { release() }
    return try body()
  }

  /// Waits until the lock is released, without blocking a thread.
  ///
  /// The caller can then try again.
  package nonisolated(nonsending) func suspend() async {
    await withUnsafeContinuation { continuation in
      suspended.withLock { $0.append(continuation) }
      mockplatform_lock_park(lock, 1)
      // A thread that released the lock in the meantime may have missed this task.
      if !mockplatform_lock_is_held(lock) { wakeOne() }
    }
  }

  private func wakeOne() {
    let task = suspended.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let task else { return }
    mockplatform_lock_park(lock, -1)
    task.resume()
  }

  private func checkOrder() {
    assert(
      mockplatform_lock_is_allowed(lock),
      "a lock was taken out of order: code that runs inside a mocked call calls another mock")
  }
}

extension RankedLock {
  /// The work that a thread does after it has released its last lock.
  private final class Deferred {
    /// The closure is wrapped in a struct, because a bare closure in generic storage gains a thunk each time it is
    /// moved.
    struct Work {
      let run: () -> Void
    }

    var work: [Work] = []
  }

  /// Calls a closure as soon as the thread holds no ranked lock.
  ///
  /// If the thread holds no lock now, the closure is called immediately.
  package static func whenFree(_ work: @escaping () -> Void) {
    guard let thread = mockplatform_thread(), thread.pointee.held > 0 else { return work() }
    guard let known = thread.pointee.deferred else {
      let deferred = Deferred()
      deferred.work.append(Deferred.Work(run: work))
      thread.pointee.deferred = Unmanaged.passRetained(deferred).toOpaque()
      return
    }
    Unmanaged<Deferred>.fromOpaque(known).takeUnretainedValue().work.append(
      Deferred.Work(run: work))
  }

  /// Whether the current thread holds a ranked lock.
  package static var isAnyHeld: Bool {
    mockplatform_thread().map { $0.pointee.held > 0 } ?? false
  }

  /// In debug builds, checks that the thread holds no ranked lock before it runs the app's code.
  package static func assertNoneHeld() {
    assert(!isAnyHeld, "an app's code would run under a lock of its mocks")
  }

  private static func runDeferred() {
    guard let thread = mockplatform_thread(), let known = thread.pointee.deferred else { return }
    thread.pointee.deferred = nil
    let deferred = Unmanaged<Deferred>.fromOpaque(known).takeRetainedValue()
    for work in deferred.work { work.run() }
  }
}
