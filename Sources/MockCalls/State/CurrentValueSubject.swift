internal import CLibrary
internal import MockPlatform

#if canImport(Combine)
  // Exports Combine's own subjects if they are available, so that an app's publishers accept them unchanged.
  @_exported @preconcurrency public import class Combine.AnyCancellable
  @_exported @preconcurrency public import class Combine.CurrentValueSubject
  internal import Combine
#else
  /// An observable value, with the API and semantics of Combine's `CurrentValueSubject`.
  ///
  /// - An observer receives the current value immediately, and then each new value on the thread that sends it. Two
  ///   threads never call the same observer at the same time.
  /// - A value becomes the current value before any observer receives it. The order of the observers is undefined.
  /// - If an observer sends a value, the value is delivered immediately. Observers that haven't received the older
  ///   value yet receive it after the newer one.
  /// - If a subject has ended, new observers receive only the completion.
  public final class CurrentValueSubject<Output, Failure: Error> {
    private struct Core {
      var value: Output
      /// The number of values that have been sent.
      var sendings = 0
      var conduits: [SubjectConduit<Output, Failure>] = []
      var completion: Subscribers.Completion<Failure>?
    }

    private let core: Locked<Core>

    /// Creates a subject with an initial value.
    public init(_ value: Output) {
      core = Locked(Core(value: value), isLeaf: true)
    }

    /// The current value.
    ///
    /// Setting this property sends the new value to every observer.
    public var value: Output {
      get { core.withLock { $0.value } }
      set { send(newValue) }
    }

    /// Sets the current value and sends it to every observer.
    public func send(_ input: Output) {
      let (previous, conduits, sending) = core.withLock { core in
        guard core.completion == nil else { return (nil as Output?, core.conduits, core.sendings) }
        let previous = core.value
        core.value = input
        core.sendings += 1
        return (previous, core.conduits, core.sendings)
      }
      for conduit in conduits { conduit.offer(input, sending: sending) }
      // Released after the lock, because freeing the value may run the app's code.
      withExtendedLifetime(previous) {}
    }

    /// Ends the subject, and sends the completion to every observer.
    ///
    /// Values that are sent afterward have no effect.
    public func send(completion: Subscribers.Completion<Failure>) {
      let conduits = core.withLock { core -> [SubjectConduit<Output, Failure>] in
        guard core.completion == nil else { return [] }
        core.completion = completion
        defer { core.conduits = [] }
        return core.conduits
      }
      for conduit in conduits { conduit.finish(completion) }
    }

    /// Observes the current value, all later values, and the completion.
    ///
    /// The observation ends when you cancel or release the returned object.
    public func sink(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
      let conduit = SubjectConduit(receive: receiveValue, complete: receiveCompletion)
      let completion = core.withLock { core in
        if core.completion == nil { core.conduits.append(conduit) }
        return core.completion
      }
      if let completion {
        conduit.finish(completion)
        return AnyCancellable {}
      }
      conduit.begin { core.withLock { ($0.value, $0.sendings) } }
      // The cancellable keeps the subject alive, as a Combine subscription does.
      return AnyCancellable { [keeping = KeepAlive(self), core, conduit] in
        _ = keeping
        core.withLock { core in core.conduits.removeAll { $0 === conduit } }
        conduit.cancel()
      }
    }
  }

  /// `@unchecked`: All mutable state is in `core`, which a lock protects.
  extension CurrentValueSubject: @unchecked Sendable where Output: Sendable {}

  extension CurrentValueSubject where Failure == Never {
    /// Observes the current value and all later values, until you cancel or release the returned object.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
      sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
  }

  /// Keeps a subject alive for a closure that can run on any thread.
  ///
  /// The closure doesn't use the subject.
  private final class KeepAlive: @unchecked Sendable {
    private let object: AnyObject

    init(_ object: AnyObject) {
      self.object = object
    }
  }

  extension CurrentValueSubject where Output: Sendable, Failure == Never {
    /// An asynchronous sequence of the current value and all later values, like Combine's `values`.
    ///
    /// If several values are set before a `for await` loop requests the next one, the loop receives only the newest.
    /// The loop ends when the subject ends, or when the loop's task is canceled.
    public var values: Values { Values(subject: self) }

    /// The values of a subject, for use in a `for await` loop.
    public struct Values: AsyncSequence, Sendable {
      let subject: CurrentValueSubject

      /// Begins to observe the subject.
      public func makeAsyncIterator() -> Iterator { Iterator(subject) }

      /// An iterator over the values, for a single loop.
      public struct Iterator: AsyncIteratorProtocol {
        private let subject: CurrentValueSubject
        private let demand = ValueDemand<Output>()
        private let observation: AnyCancellable

        init(_ subject: CurrentValueSubject) {
          self.subject = subject
          observation = subject.sink(
            receiveCompletion: { [demand] _ in demand.finish() },
            receiveValue: { [demand] in demand.satisfy($0) })
        }

        /// Returns the newest value that the loop hasn't received, or waits for one.
        ///
        /// Returns `nil` at the end.
        public func next() async -> Output? {
          defer { withExtendedLifetime(observation) {} }
          return await withTaskCancellationHandler {
            await demand.next { [subject] in subject.value }
          } onCancel: { [demand] in
            demand.finish()
          }
        }
      }
    }
  }

  /// The state of a loop over a subject's values.
  private final class ValueDemand<Output: Sendable>: Sendable {
    private enum State {
      /// The loop isn't waiting.
      ///
      /// If `hasNewer` is true, there is a value that the loop hasn't received.
      case idle(hasNewer: Bool)
      case waiting(CheckedContinuation<Output?, Never>)
      case finished
    }

    private let state = Locked(State.idle(hasNewer: false))

    func satisfy(_ value: Output) {
      let waiting = state.withLock { state -> CheckedContinuation<Output?, Never>? in
        switch state {
        case .idle: state = .idle(hasNewer: true)
        case .waiting(let continuation):
          state = .idle(hasNewer: false)
          return continuation
        case .finished: break
        }
        return nil
      }
      waiting?.resume(returning: value)
    }

    func finish() {
      if case .waiting(let continuation) = state.exchange(.finished) {
        continuation.resume(returning: nil)
      }
    }

    func next(_ newest: @Sendable () -> Output) async -> Output? {
      await withCheckedContinuation { continuation in
        let state = state.withLock { state in
          let old = state
          switch state {
          case .idle(hasNewer: true): state = .idle(hasNewer: false)
          case .idle(hasNewer: false): state = .waiting(continuation)
          case .waiting, .finished: break
          }
          return old
        }
        switch state {
        case .idle(hasNewer: true): continuation.resume(returning: newest())
        case .idle(hasNewer: false): break
        // This can't happen, because an iterator belongs to a single loop, which waits for one value at a time.
        case .waiting, .finished: continuation.resume(returning: nil)
        }
      }
    }
  }

  /// The connection from a subject to one observer.
  ///
  /// `@unchecked Sendable`: The lock of `ends` protects the mutable state. The observer's closures may not be
  /// `Sendable`. The lock `turn` makes sure that only one thread at a time calls them.
  final class SubjectConduit<Output, Failure: Error>: @unchecked Sendable {
    private struct Ends {
      var receive: (Output) -> Void
      var complete: (Subscribers.Completion<Failure>) -> Void
    }

    /// The closures, or `nil` once the observation has ended.
    private let ends: Locked<Ends?>
    /// The number of the first value that the observer received, or `nil` if it hasn't received any.
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
    /// `current` returns the current value, and the number of values that had been sent by then.
    func begin(_ current: () -> (value: Output, sending: Int)) {
      turn.withLock {
        let (value, sending) = current()
        first.withLock { $0 = sending }
        ends.withLock { $0 }?.receive(value)
      }
    }

    /// Sends the observer a value, unless the first value that the observer received is the same or a later one.
    func offer(_ value: Output, sending: Int) {
      guard ends.withLock({ $0 != nil }) else { return }
      turn.withLock {
        guard let first = first.withLock({ $0 }), sending > first else { return }
        // Read again, because the observer may have been canceled while this thread waited.
        ends.withLock { $0 }?.receive(value)
      }
    }

    /// Ends the observation, and notifies the observer.
    func finish(_ completion: Subscribers.Completion<Failure>) {
      guard let ends = ends.exchange(nil) else { return }
      turn.withLock { ends.complete(completion) }
    }

    /// Ends the observation.
    ///
    /// The closures are freed without holding a lock, because they may own other observations.
    func cancel() {
      withExtendedLifetime(ends.exchange(nil)) {}
    }
  }

  /// A recursive lock, which its owner can lock again.
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

  /// An observation that ends when it is canceled or released, with the API of Combine's `AnyCancellable`.
  public final class AnyCancellable: Sendable, Hashable {
    private let action: Locked<(@Sendable () -> Void)?>

    /// Creates a cancellable that runs an action once.
    package init(_ cancel: @escaping @Sendable () -> Void) {
      action = Locked(cancel)
    }

    deinit {
      cancel()
    }

    /// Ends the observation, unless it has already ended.
    public func cancel() {
      let pending = action.withLock { action in
        defer { action = nil }
        return action
      }
      pending?()
    }

    /// Stores the cancellable in a set.
    public func store(in set: inout Set<AnyCancellable>) {
      set.insert(self)
    }

    /// Stores the cancellable in a collection.
    public func store<C: RangeReplaceableCollection>(in collection: inout C)
    where C.Element == AnyCancellable {
      collection.append(self)
    }

    /// Returns whether two cancellables are the same object.
    public static func == (first: AnyCancellable, second: AnyCancellable) -> Bool {
      first === second
    }

    /// Hashes the identity of the observation.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(self))
    }
  }

  /// A namespace for ``Completion``, as in Combine.
  public enum Subscribers {
    /// The end of a subject.
    public enum Completion<Failure: Error>: Sendable {
      /// The subject ended without an error.
      case finished
      /// The subject ended with an error.
      case failure(Failure)
    }
  }
#endif
