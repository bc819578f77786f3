#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The end of something that threads and tasks wait for.
///
/// `@unchecked Sendable`: all mutable state is only touched between locking and unlocking `mutex`.
final class DependencyLatch: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var hasEnded = false
  private var tasks: [CheckedContinuation<Void, Never>] = []

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  var isOpen: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return hasEnded
  }

  /// Lets everybody go on who waits or will wait.
  func open() {
    pthread_mutex_lock(mutex)
    hasEnded = true
    let waiting = tasks
    tasks = []
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
    for task in waiting { task.resume() }
  }

  /// Blocks the thread; for waiting for what another thread does without waiting itself.
  func wait() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !hasEnded { pthread_cond_wait(condition, mutex) }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      if !keep(continuation) { continuation.resume() }
    }
  }

  /// Whether the task has to wait.
  private func keep(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if !hasEnded { tasks.append(continuation) }
    return !hasEnded
  }
}
