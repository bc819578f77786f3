internal import MockPlatform

#if !canImport(Combine)
  extension CurrentValueSubject where Output: Sendable, Failure == Never {
    /// The current value, followed by the newest value each time the loop requests one, like Combine's `values`.
    ///
    /// Values that are replaced before the loop requests them are skipped. The loop ends with the subject, or when its
    /// task is canceled.
    public var values: Values { Values(subject: self) }

    /// The values of a subject, for `for await`.
    public struct Values: AsyncSequence, Sendable {
      let subject: CurrentValueSubject

      /// Starts to observe the subject.
      public func makeAsyncIterator() -> Iterator { Iterator(subject) }

      /// An iterator for one loop over the values.
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

        /// Returns the newest value that the loop has not received, or `nil` at the end.
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

  /// The state of a loop that requests values.
  private final class ValueDemand<Output: Sendable>: Sendable {
    private enum State {
      /// The loop isn't waiting.
      ///
      /// There may be a value that it hasn't received.
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
        // Can't happen: an iterator belongs to a single loop, which waits for one value at a time.
        case .waiting, .finished: continuation.resume(returning: nil)
        }
      }
    }
  }
#endif
