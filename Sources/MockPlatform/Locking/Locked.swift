internal import CLibrary
internal import CMockPlatform

/// A value that only one thread at a time can reach.
///
/// `@unchecked Sendable`: `value` is only touched between locking and unlocking. The lock is a POSIX
/// mutex because ThreadSanitizer does not see what `Synchronization.Mutex` orders on Linux. The value stands in
/// memory of its own, since Swift checks each access to a property of an object at run time, which the lock has
/// done already.
package final class Locked<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Where the value stands: for whoever has the lock.
  package let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  #if DEBUG
    private let isLeaf: Bool
  #endif

  /// - Parameters:
  ///   - value: The first value.
  ///   - isLeaf: Whether nobody takes any lock under it, which a debug build checks; see ``RankedLock``.
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

  /// Takes the lock; ``withLock(_:)`` is the way to it, unless the caller has to be inlined.
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

  /// Lets go of the lock.
  package func unlock() {
    pthread_mutex_unlock(mutex)
    #if DEBUG
      if isLeaf { mockplatform_thread()?.pointee.leaves -= 1 }
    #endif
  }

  /// Runs `body` with the value; it must not call out to code that may come back here.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body(&value.pointee)
  }

  /// Puts another value in place and gives the old one, which the caller lets go of without the lock: what it
  /// holds may run an app's code when it is freed.
  package func exchange(_ new: consuming Value) -> Value {
    lock()
    defer { unlock() }
    let old = value.move()
    value.initialize(to: new)
    return old
  }
}
