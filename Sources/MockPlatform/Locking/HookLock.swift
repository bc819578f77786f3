internal import CLibrary

/// A value that is protected by a lock.
///
/// The lock can be taken while any other lock is held. The Swift runtime calls hooks when it creates or wakes tasks, so
/// any lock may already be held. Code that holds this lock must not take another lock, create a task, or wake a task.
///
/// `@unchecked Sendable`: The value is only accessed under the lock.
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
