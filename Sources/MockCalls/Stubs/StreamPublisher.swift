#if canImport(Combine)
  public import Combine
  internal import MockPlatform

  extension _MockedCall {
    /// Returns the values of the call as a publisher.
    ///
    /// The publisher starts when the subscriber first demands a value. If an error of the call has another type than
    /// `Failure`, it is reported, and the publisher fails with a placeholder error. If the error type has no
    /// placeholder, the publisher finishes.
    public func publisher<Output: Decodable & Sendable, Failure: Error>(
      of output: Output.Type, failing failure: Failure.Type
    ) -> AnyPublisher<Output, Failure> {
      publisher(of: stream(of: output))
    }

    /// Returns the values of the call as a publisher, for a type that the compiler doesn't know to be `Decodable`.
    ///
    /// If the type can't be represented as data, the publisher fails.
    @_disfavoredOverload
    public func publisher<Output, Failure: Error>(
      of output: Output.Type, failing failure: Failure.Type
    ) -> AnyPublisher<Output, Failure> {
      publisher(of: stream(of: output, candidates: []))
    }

    private func publisher<Output, Failure: Error>(
      of stream: AsyncThrowingStream<Output, any Error>
    ) -> AnyPublisher<Output, Failure> {
      StreamPublisher<Output, Failure>(stream: stream) { self.completion(of: $0) }
        .eraseToAnyPublisher()
    }

    private func completion<Failure: Error>(of error: any Error) -> Subscribers.Completion<Failure>
    {
      if let failure = thrown(error, as: Failure.self) { return .failure(failure) }
      reportUntyped(error, Failure.self)
      return MockPlaceholder.make(Failure.self).map { .failure($0) } ?? .finished
    }
  }

  /// Publishes the values of a stream on the main thread.
  ///
  /// Reading begins when the subscriber first demands a value. Each value waits until the subscriber demands it, so
  /// values are never lost. The completion is sent even without demand.
  struct StreamPublisher<Output, Failure: Error>: Publisher {
    let stream: AsyncThrowingStream<Output, any Error>
    /// Converts an error of the stream to the completion for the subscriber.
    let completion: (any Error) -> Subscribers.Completion<Failure>

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      subscriber.receive(subscription: StreamSubscription(self, subscriber))
    }
  }

  /// `@unchecked Sendable`: `state` has a lock, and only the task that reads the values uses `publisher`.
  private final class StreamSubscription<S: Subscriber>: Subscription, @unchecked Sendable {
    private struct State {
      /// The subscriber, or `nil` after the subscription has ended.
      var subscriber: S?
      var demand = Subscribers.Demand.none
      var reader: Task<Void, Never>?
      /// The reader, if it has a value that the subscriber hasn't demanded yet.
      var waiting: CheckedContinuation<Void, Never>?
    }

    private let publisher: StreamPublisher<S.Input, S.Failure>
    private let state: Locked<State>

    init(_ publisher: StreamPublisher<S.Input, S.Failure>, _ subscriber: S) {
      self.publisher = publisher
      state = Locked(State(subscriber: subscriber))
    }

    func request(_ demand: Subscribers.Demand) {
      let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
        guard state.subscriber != nil, demand > .none else { return nil }
        state.demand += demand
        if state.reader == nil { state.reader = Task { @MainActor in await read() } }
        return state.waiting.take()
      }
      waiting?.resume()
    }

    func cancel() {
      let old = state.exchange(State())
      old.reader?.cancel()
      old.waiting?.resume()
    }

    @MainActor private func read() async {
      do {
        for try await value in publisher.stream {
          await waitForDemand()
          guard let subscriber = spend() else { return }
          let more = subscriber.receive(value)
          state.withLock { $0.demand += more }
        }
        finish(.finished)
      } catch {
        finish(publisher.completion(error))
      }
    }

    /// Waits until the subscriber demands a value, or the subscription is canceled.
    @MainActor private func waitForDemand() async {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          let isReady = state.subscriber == nil || state.demand > .none
          if !isReady { state.waiting = continuation }
          return isReady
        }
        if isReady { continuation.resume() }
      }
    }

    /// Reduces the demand by one value and returns the subscriber.
    ///
    /// Returns `nil` if the subscription has ended.
    private func spend() -> S? {
      state.withLock { state in
        guard let subscriber = state.subscriber else { return nil }
        state.demand -= 1
        return subscriber
      }
    }

    private func finish(_ completion: Subscribers.Completion<S.Failure>) {
      state.exchange(State()).subscriber?.receive(completion: completion)
    }
  }
#endif
