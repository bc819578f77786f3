#if canImport(Combine)
  public import Combine

  extension _MockedCall {
    /// The values of the call as a publisher; they begin with the first subscriber.
    ///
    /// - Parameters:
    ///   - output: The type of the values.
    ///   - failure: The type of the errors; one of another type is reported, and ends the values.
    /// - Returns: The publisher.
    public func publisher<Output: Decodable & Sendable, Failure: Error>(
      of output: Output.Type, failing failure: Failure.Type
    ) -> AnyPublisher<Output, Failure> {
      publisher(of: stream(of: output))
    }

    /// The values of the call as a publisher, of a type of which nothing is known; they begin with the first subscriber.
    ///
    /// - Parameters:
    ///   - output: The type of the values; the publisher fails at one that no data stands for.
    ///   - failure: The type of the errors; one of another type is reported, and ends the values.
    /// - Returns: The publisher.
    @_disfavoredOverload
    public func publisher<Output, Failure: Error>(
      of output: Output.Type, failing failure: Failure.Type
    ) -> AnyPublisher<Output, Failure> {
      publisher(of: stream(of: output, candidates: []))
    }

    private func publisher<Output, Failure: Error>(
      of stream: AsyncThrowingStream<Output, any Error>
    ) -> AnyPublisher<Output, Failure> {
      // Neither is `Sendable`, and both go to the one task that reads the values.
      let (values, call) = (MockDecoded(value: stream), MockDecoded(value: self))
      return Deferred {
        let subject = MockDecoded(value: PassthroughSubject<Output, Failure>())
        Task { @MainActor in
          do {
            for try await value in values.value { subject.value.send(value) }
            subject.value.send(completion: .finished)
          } catch {
            call.value.end(subject.value, with: error)
          }
        }
        return subject.value
      }.eraseToAnyPublisher()
    }

    private func end<Output, Failure: Error>(
      _ subject: PassthroughSubject<Output, Failure>, with error: any Error
    ) {
      if let failure = thrown(error, as: Failure.self) {
        return subject.send(completion: .failure(failure))
      }
      reportUntyped(error, Failure.self)
      subject.send(completion: MockPlaceholder.make(Failure.self).map { .failure($0) } ?? .finished)
    }
  }
#endif
