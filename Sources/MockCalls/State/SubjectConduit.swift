internal import CLibrary
internal import MockPlatform

#if !canImport(Combine)
  /// The connection from a subject to one observer.
  ///
  /// `@unchecked Sendable`: Mutable state is protected by the lock of `ends`. The lock `turn` restricts the observer's
  /// closures, which may not be `Sendable`, to one thread at a time.
  final class SubjectConduit<Output, Failure: Error>: @unchecked Sendable {
    private struct Ends {
      var receive: (Output) -> Void
      var complete: (Subscribers.Completion<Failure>) -> Void
    }

    /// The closures, or `nil` once the observation has ended.
    private let ends: Locked<Ends?>
    /// The number of the first value that the observer received, or `nil` if it hasn't received one.
    private let first = Locked<Int?>(nil)
    private let turn = RecursiveLock()

    init(
      receive: @escaping (Output) -> Void,
      complete: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
      ends = Locked(Ends(receive: receive, complete: complete))
    }

    /// Sends the observer its first value.
    ///
    /// - Parameter current: Returns the value, and the number of values sent until then.
    func begin(_ current: () -> (value: Output, sending: Int)) {
      turn.withLock {
        let (value, sending) = current()
        first.withLock { $0 = sending }
        ends.withLock { $0 }?.receive(value)
      }
    }

    /// Sends the observer a value, unless its first value was this one or a later one.
    func offer(_ value: Output, sending: Int) {
      guard ends.withLock({ $0 != nil }) else { return }
      turn.withLock {
        guard let first = first.withLock({ $0 }), sending > first else { return }
        // Read again, because the observer may have been canceled while this thread waited for its turn.
        ends.withLock { $0 }?.receive(value)
      }
    }

    /// Ends the observation, and notifies the observer.
    func finish(_ completion: Subscribers.Completion<Failure>) {
      guard let ends = ends.exchange(nil) else { return }
      turn.withLock { ends.complete(completion) }
    }

    /// Ends the observation, and frees its closures without holding a lock, because they may own other observations.
    func cancel() {
      withExtendedLifetime(ends.exchange(nil)) {}
    }
  }

  /// A lock that its owner can take again.
  ///
  /// `@unchecked Sendable`: The mutex is safe to use from any thread.
  private final class RecursiveLock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
      mutex.initialize(to: pthread_mutex_t())
      var attributes = pthread_mutexattr_t()
      pthread_mutexattr_init(&attributes)
      pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
      pthread_mutex_init(mutex, &attributes)
      pthread_mutexattr_destroy(&attributes)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func withLock(_ body: () -> Void) {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      body()
    }
  }
#endif
