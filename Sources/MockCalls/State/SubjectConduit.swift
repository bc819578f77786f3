internal import CLibrary
internal import MockPlatform

#if !canImport(Combine)
  /// The way from a subject to one observer.
  ///
  /// `@unchecked Sendable`: what changes is behind the lock of `ends`, and `turn` keeps the observer's closures,
  /// which need not be `Sendable`, to one thread at a time.
  final class SubjectConduit<Output, Failure: Error>: @unchecked Sendable {
    private struct Ends {
      var receive: (Output) -> Void
      var complete: (Subscribers.Completion<Failure>) -> Void
    }

    /// Nil once the observation has ended.
    private let ends: Locked<Ends?>
    /// The sending whose value the observer has begun with; nil before.
    private let first = Locked<Int?>(nil)
    private let turn = RecursiveLock()

    init(
      receive: @escaping (Output) -> Void,
      complete: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
      ends = Locked(Ends(receive: receive, complete: complete))
    }

    /// Gives the observer its first value.
    ///
    /// - Parameter current: Looks up the value, and how many were sent up to it.
    func begin(_ current: () -> (value: Output, sending: Int)) {
      turn.withLock {
        let (value, sending) = current()
        first.withLock { $0 = sending }
        ends.withLock { $0 }?.receive(value)
      }
    }

    /// Gives the observer a value, unless it has begun with that one or a later one.
    func offer(_ value: Output, sending: Int) {
      guard ends.withLock({ $0 != nil }) else { return }
      turn.withLock {
        guard let first = first.withLock({ $0 }), sending > first else { return }
        // Looked up here, since the observer may have been cancelled while this thread waited for its turn.
        ends.withLock { $0 }?.receive(value)
      }
    }

    /// Ends the observation, and tells the observer.
    func finish(_ completion: Subscribers.Completion<Failure>) {
      guard let ends = ends.exchange(nil) else { return }
      turn.withLock { ends.complete(completion) }
    }

    /// Ends the observation; its closures are freed without a lock, since they may hold what observes as well.
    func cancel() {
      withExtendedLifetime(ends.exchange(nil)) {}
    }
  }

  /// A lock that the thread which has it can take again.
  ///
  /// `@unchecked Sendable`: the mutex synchronises itself.
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
