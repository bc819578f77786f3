internal import MockPlatform

#if !canImport(Combine)
  /// An observable value, with the API and semantics of Combine's `CurrentValueSubject`.
  ///
  /// - An observer receives the current value immediately and then each new one, on the thread that sends it. It is
  ///   never called by two threads at the same time.
  /// - A value becomes the current one before any observer receives it. The order of the observers is undefined.
  /// - A value that an observer sends is delivered immediately. Observers that have not received the older value
  ///   receive it after the newer one.
  /// - An observer of a subject that has ended receives only the completion.
  public final class CurrentValueSubject<Output, Failure: Error> {
    private struct Core {
      var value: Output
      /// The number of values that were sent.
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
    /// Setting it sends the new value.
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

    /// Ends the observation of all observers.
    ///
    /// Values that are sent later have no effect.
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
    /// The observation ends when the result is canceled or released.
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

  /// `@unchecked`: All mutable state is in `core`, which has a lock.
  extension CurrentValueSubject: @unchecked Sendable where Output: Sendable {}

  extension CurrentValueSubject where Failure == Never {
    /// Observes the current value and all later ones, until the result is canceled or released.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
      sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
  }

  /// Keeps a subject alive for a closure that runs on any thread and doesn't use it.
  private final class KeepAlive: @unchecked Sendable {
    private let object: AnyObject

    init(_ object: AnyObject) {
      self.object = object
    }
  }
#endif
