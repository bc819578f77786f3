internal import MockPlatform

#if !canImport(Combine)
  /// A value that can be observed, in the shape of Combine's `CurrentValueSubject`.
  ///
  /// Every observer receives the current value at once and then every new one, in the order in which
  /// they were sent, also where a value is sent from inside an observer.
  public final class CurrentValueSubject<Output, Failure: Error> {
    private let core: Locked<Core>
    /// Where values come from and go to when the subject is the face of a key of shared state.
    private let source: Source?

    struct Source {
      var read: @Sendable () -> Output?
      /// Tells whether the value was taken: not any more once the shared state is gone.
      var write: @Sendable (Output) -> Bool
    }

    private struct Observer {
      var receive: (Output) -> Void
      var complete: (Subscribers.Completion<Failure>) -> Void
      /// False until the observer has its first value: what was sent before that is older.
      var hasBegun = false
    }

    private enum Delivery {
      case first(Output, to: Int)
      case value(Output)
      case end(Subscribers.Completion<Failure>)
    }

    private struct Core {
      var value: Output
      var observers: [Int: Observer] = [:]
      var nextID = 0
      var deliveries: [Delivery] = []
      var isDelivering = false
      var completion: Subscribers.Completion<Failure>?
    }

    /// Creates a subject with its first value.
    public init(_ value: Output) {
      core = Locked(Core(value: value), isLeaf: true)
      source = nil
    }

    init(_ value: Output, source: Source) {
      core = Locked(Core(value: value), isLeaf: true)
      self.source = source
    }

    /// The current value; setting it is sending it.
    public var value: Output {
      get { source?.read() ?? core.withLock { $0.value } }
      set { send(newValue) }
    }

    /// Makes a value the current one and gives it to every observer.
    public func send(_ input: Output) {
      if let source, source.write(input) { return }
      deliver(input)
    }

    /// Ends the observation of all observers; later values reach nobody.
    public func send(completion: Subscribers.Completion<Failure>) {
      core.withLock { core in
        guard core.completion == nil else { return }
        core.completion = completion
        core.deliveries.append(.end(completion))
      }
      drain()
    }

    /// Observes the current value and all later ones, and the end.
    ///
    /// The observation ends when the result is cancelled or released.
    public func sink(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
      let observer = Observer(receive: receiveValue, complete: receiveCompletion)
      let id = core.withLock { core in
        core.nextID += 1
        core.observers[core.nextID] = observer
        core.deliveries.append(.first(core.value, to: core.nextID))
        if let completion = core.completion { core.deliveries.append(.end(completion)) }
        return core.nextID
      }
      drain()
      let core = core
      // The cancellable keeps the subject alive, as a subscription does.
      return AnyCancellable { [keeping = KeepAlive(self)] in
        _ = keeping
        Self.remove(id, from: core)
      }
    }

    /// Gives a value to the observers without asking the source.
    func deliver(_ input: Output) {
      let previous = core.withLock { core -> Output? in
        guard core.completion == nil else { return nil }
        let previous = core.value
        core.value = input
        core.deliveries.append(.value(input))
        return previous
      }
      withExtendedLifetime(previous) {}
      drain()
    }

    /// Takes an observer out, and lets go of it without the lock: its closures may hold what observes as well.
    private static func remove(_ id: Int, from core: Locked<Core>) {
      let removed = core.withLock { $0.observers.removeValue(forKey: id) }
      withExtendedLifetime(removed) {}
    }

    /// Delivers what waits, one after the other; a thread that finds another at it leaves it the work.
    private func drain() {
      while true {
        let next = core.withLock { core -> (Delivery, [Int])? in
          guard !core.isDelivering, !core.deliveries.isEmpty else { return nil }
          core.isDelivering = true
          let delivery = core.deliveries.removeFirst()
          if case .first(_, let id) = delivery { core.observers[id]?.hasBegun = true }
          return (delivery, core.observers.filter(\.value.hasBegun).keys.sorted())
        }
        guard let (delivery, ids) = next else { return }
        for id in ids {
          // Looked up one by one, since an observer may cancel another.
          guard let observer = core.withLock({ $0.observers[id] }) else { continue }
          switch delivery {
          case .first(let value, id): observer.receive(value)
          case .first: continue
          case .value(let value): observer.receive(value)
          case .end(let completion):
            Self.remove(id, from: core)
            observer.complete(completion)
          }
        }
        core.withLock { $0.isDelivering = false }
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

  extension CurrentValueSubject where Output: Sendable, Failure == Never {
    /// The current value and all later ones as a sequence that leaves none out.
    public var values: AsyncStream<Output> {
      let (stream, continuation) = AsyncStream.makeStream(of: Output.self)
      let observation = sink(
        receiveCompletion: { _ in continuation.finish() },
        receiveValue: { continuation.yield($0) })
      continuation.onTermination = { _ in observation.cancel() }
      return stream
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
