internal import MockPlatform

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A flag that a thread can wait for.
///
/// `@unchecked Sendable`: `isUp` is only accessed under `mutex`.
package final class Flag: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isUp = false

  package init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    mutex.deallocate()
    condition.deallocate()
  }

  package func raise() {
    pthread_mutex_lock(mutex)
    isUp = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  package func wait() {
    pthread_mutex_lock(mutex)
    while !isUp { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }
}

/// Starts a separate thread, outside the pool that tasks share.
///
/// - Returns: A flag that goes up when the thread has ended.
@discardableResult package func startThread(_ run: @escaping @Sendable () -> Void) -> Flag {
  let hasEnded = Flag()
  let isStarted = IOThread.start {
    run()
    hasEnded.raise()
  }
  precondition(isStarted, "the system has no thread left")
  return hasEnded
}

/// Runs a closure on a number of threads at once, and waits for all of them without blocking.
package func onThreads(_ count: Int, _ run: @escaping @Sendable () -> Void) async {
  await onThreads(count) { _ in run() }
}

/// Runs a closure with the thread's number, from 0, on a number of threads at once.
package func onThreads(_ count: Int, _ run: @escaping @Sendable (Int) -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    for number in 0..<count {
      group.addTask {
        await withCheckedContinuation { continuation in
          startThread {
            run(number)
            continuation.resume()
          }
        }
      }
    }
  }
}

/// The CPU time of the current thread in seconds, which excludes waiting for a busy processor.
package func secondsOfThread() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
