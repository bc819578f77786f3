internal import CLibrary

/// A value guarded by a lock that can be taken under any other lock.
///
/// The Swift runtime calls hooks wherever a task is created or woken, so any lock may already be held. Code that holds
/// this lock must not take another lock, create a task, or wake one.
///
/// `@unchecked Sendable`: the value is accessed only under the lock.
package final class HookLock<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}
