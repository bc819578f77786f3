internal import CLibrary
internal import CMockPlatform

/// A value that only one thread at a time can access.
///
/// `@unchecked Sendable`: `value` is only accessed while the lock is held. The lock is a POSIX mutex, because
/// ThreadSanitizer doesn't support `Synchronization.Mutex` on Linux. The value has its own memory, because Swift would
/// check exclusive access to an object's properties at run time, although the lock already ensures it.
package final class Locked<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// The memory of the value, for code that holds the lock.
  package let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  #if DEBUG
    private let isLeaf: Bool
  #endif

  /// - Parameters:
  ///   - value: The initial value.
  ///   - isLeaf: Whether no other lock is taken while this one is held. Debug builds check this; see ``RankedLock``.
  package init(_ value: Value, isLeaf: Bool = false) {
    self.value.initialize(to: value)
    #if DEBUG
      self.isLeaf = isLeaf
    #endif
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Takes the lock, for callers that must be inlined.
  ///
  /// Others use ``withLock(_:)``.
  package func lock() {
    #if DEBUG
      let thread = mockplatform_thread()
      assert(
        thread?.pointee.leaves == 0,
        "a lock was taken under a leaf lock: code that runs with its value must not take a lock")
      if isLeaf { thread?.pointee.leaves += 1 }
    #endif
    pthread_mutex_lock(mutex)
  }

  /// Releases the lock.
  package func unlock() {
    pthread_mutex_unlock(mutex)
    #if DEBUG
      if isLeaf { mockplatform_thread()?.pointee.leaves -= 1 }
    #endif
  }

  /// Calls `body` with the value.
  ///
  /// `body` must not call code that may use this lock again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body(&value.pointee)
  }

  /// Replaces the value, and returns the old one.
  ///
  /// The caller must release the old value without holding the lock, because freeing it may run the app's code.
  package func exchange(_ new: consuming Value) -> Value {
    lock()
    defer { unlock() }
    let old = value.move()
    value.initialize(to: new)
    return old
  }
}
