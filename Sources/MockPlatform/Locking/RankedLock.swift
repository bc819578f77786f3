internal import CMockPlatform

/// A lock with a place in an order of locks, which its owner can take again.
///
/// # The locks of a call
///
/// ```
///   rank 0  committing   one for each clock: what is due takes effect in order
///   rank 1  choosing   one for all sequencers of a runtime: begin, and commit
///   rank 2  script     one for each script: a stretch of Lua, up to where it waits
///   leaves  shared state, log, state of the clock, gates (`Locked`): call nobody, and never nest
/// ```
///
/// A thread takes locks in the order of their ranks only, and so no two threads wait for each other. A debug
/// build checks it at every turn. What keeps the order:
///
/// - Under the choosing lock a response is chosen, counted and recorded, and later its updates are applied and its
///   end recorded. `$where` functions run there and take the script lock; they neither wait nor call services.
/// - A stretch of Lua holds the script lock alone. A word that reaches services, Swift or time ends the stretch:
///   the thread lets go of the lock, does what the word asks for, and takes the lock again to go on.
/// - None of an app's code runs under any of these locks: answers are decoded between choosing and committing, which
///   ``assertNoneHeld()`` checks; observers, failure handlers and replacements are put off with ``whenFree(_:)``, which
///   is the moment in which the thread lets go of its last one.
///
/// A caller that is not async blocks its thread until it has the lock. A task tries, for some hundred
/// nanoseconds, and then parks, so that the threads of the pool go on with others' work while a function of a
/// script runs for a second. Letting go wakes one suspended task, which competes again: were the lock handed to it,
/// a main thread that blocks could wait for a task that itself waits for the main thread. Between taking and
/// letting go there is no `await`.
///
/// `@unchecked Sendable`: the C functions synchronise what `lock` points to.
package final class RankedLock: @unchecked Sendable {
  /// The places in the order.
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

  /// Takes the lock, and blocks the thread until it can.
  package func take() {
    checkOrder()
    mockplatform_lock_take(lock)
  }

  /// Takes the lock if it is free, or about to be.
  package func tryToTake() -> Bool {
    checkOrder()
    return mockplatform_lock_try(lock)
  }

  /// Lets go of the lock once; then does what was put off, where it was the thread's last.
  package func release() {
    let rest = mockplatform_lock_release(lock)
    if rest.wakes { wakeOne() }
    if rest.runs_deferred { Self.runDeferred() }
  }

  /// Whether a thread holds the lock at the moment.
  package var isHeld: Bool { mockplatform_lock_is_held(lock) }

  /// Runs straight code with the lock, and blocks the thread until it can.
  package func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    take()
    defer { release() }
    return try body()
  }

  /// Waits, without blocking a thread, until somebody lets go of the lock; then try again.
  package nonisolated(nonsending) func suspend() async {
    await withUnsafeContinuation { continuation in
      suspended.withLock { $0.append(continuation) }
      mockplatform_lock_park(lock, 1)
      // Whoever let go of it meanwhile may not have seen this task.
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
  /// What a thread does when it has let go of its last lock.
  private final class Deferred {
    /// A struct, since bare closures in generic storage gather a thunk each time that they are moved.
    struct Work {
      let run: () -> Void
    }

    var work: [Work] = []
  }

  /// Does something as soon as the thread holds no ranked lock: at once, where it holds none.
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

  /// Whether the thread holds a ranked lock.
  package static var isAnyHeld: Bool {
    mockplatform_thread().map { $0.pointee.held > 0 } ?? false
  }

  /// Checks in a debug build that the thread holds no ranked lock, where it is about to run an app's code.
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
