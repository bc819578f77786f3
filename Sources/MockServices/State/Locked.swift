#if canImport(Darwin)
  internal import Synchronization
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A value that only one thread at a time can reach.
///
/// `@unchecked Sendable`: `value` is only touched between locking and unlocking. On Linux the lock is
/// a POSIX mutex: ThreadSanitizer does not see what `Synchronization.Mutex` orders there.
package final class Locked<Value>: @unchecked Sendable {
  #if canImport(Darwin)
    private let mutex: Mutex<Void>
  #else
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  #endif
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    #if canImport(Darwin)
      mutex = Mutex(())
    #else
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    #endif
  }

  #if !canImport(Darwin)
    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }
  #endif

  /// Runs `body` with the value; it must not call out to code that may come back here.
  @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if canImport(Darwin)
      return try mutex.withLock { (_: inout Void) throws(Failure) -> Result in try body(&value) }
    #else
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value)
    #endif
  }
}
