#if canImport(Darwin)
  package import Darwin
#elseif canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif

/// A flag that a thread blocks for.
///
/// `@unchecked Sendable`: `isUp` is only touched under `mutex`.
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

private final class Body {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a thread of its own, outside of the pool that tasks share.
package func startThread(_ run: @escaping @Sendable () -> Void) -> pthread_t {
  let body = Unmanaged.passRetained(Body(run)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
    pthread_create(
      &thread, nil,
      { body in
        Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
        return nil
      }, body)
    guard let thread else { fatalError("no thread") }
    return thread
  #else
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { body in
        if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
        return nil
      }, body)
    return thread
  #endif
}

/// Runs something on so many threads at once and waits without blocking for all of them.
package func onThreads(_ count: Int, _ run: @escaping @Sendable () -> Void) async {
  await onThreads(count) { _ in run() }
}

/// The same with the number of the thread, from 0.
package func onThreads(_ count: Int, _ run: @escaping @Sendable (Int) -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    for number in 0..<count {
      group.addTask {
        await withCheckedContinuation { continuation in
          let thread = startThread {
            run(number)
            continuation.resume()
          }
          pthread_detach(thread)
        }
      }
    }
  }
}
