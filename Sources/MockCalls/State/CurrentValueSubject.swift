internal import MockPlatform

#if !canImport(Combine)
  /// A value that can be observed, in the shape of Combine's `CurrentValueSubject` and with its semantics.
  ///
  /// - An observer receives the current value at once and then each new one, on the thread that sends it. No
  ///   two threads call it at the same time.
  /// - A value is the current one before the first observer receives it. In which order they do is not defined.
  /// - What an observer sends is delivered at once: whoever had not received the older value yet receives it
  ///   after the newer one.
  /// - Who begins to observe a subject that has ended receives the end alone.
  public final class CurrentValueSubject<Output, Failure: Error> {
    private struct Core {
      var value: Output
      /// How often a value was sent.
      var sendings = 0
      var conduits: [SubjectConduit<Output, Failure>] = []
      var completion: Subscribers.Completion<Failure>?
    }

    private let core: Locked<Core>

    /// Creates a subject with its first value.
    public init(_ value: Output) {
      core = Locked(Core(value: value), isLeaf: true)
    }

    /// The current value; setting it is sending it.
    public var value: Output {
      get { core.withLock { $0.value } }
      set { send(newValue) }
    }

    /// Makes a value the current one and gives it to every observer.
    public func send(_ input: Output) {
      let (previous, conduits, sending) = core.withLock { core in
        guard core.completion == nil else { return (nil as Output?, core.conduits, core.sendings) }
        let previous = core.value
        core.value = input
        core.sendings += 1
        return (previous, core.conduits, core.sendings)
      }
      for conduit in conduits { conduit.offer(input, sending: sending) }
      // Let go of here, since it may run an app's code when it is freed.
      withExtendedLifetime(previous) {}
    }

    /// Ends the observation of all observers; later values reach nobody.
    public func send(completion: Subscribers.Completion<Failure>) {
      let conduits = core.withLock { core -> [SubjectConduit<Output, Failure>] in
        guard core.completion == nil else { return [] }
        core.completion = completion
        defer { core.conduits = [] }
        return core.conduits
      }
      for conduit in conduits { conduit.finish(completion) }
    }

    /// Observes the current value and all later ones, and the end.
    ///
    /// The observation ends when the result is cancelled or released.
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
      // The cancellable keeps the subject alive, as a subscription does.
      return AnyCancellable { [keeping = KeepAlive(self), core, conduit] in
        _ = keeping
        core.withLock { core in core.conduits.removeAll { $0 === conduit } }
        conduit.cancel()
      }
    }
  }

  /// `@unchecked`: all mutable state is in `core`, behind its lock.
  extension CurrentValueSubject: @unchecked Sendable where Output: Sendable {}

  extension CurrentValueSubject where Failure == Never {
    /// Observes the current value and all later ones, until the result is cancelled or released.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
      sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
  }

  /// Holds a subject for a closure that runs on any thread and does not touch it.
  private final class KeepAlive: @unchecked Sendable {
    private let object: AnyObject

    init(_ object: AnyObject) {
      self.object = object
    }
  }
#endif
