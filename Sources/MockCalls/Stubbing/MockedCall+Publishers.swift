#if canImport(Combine)
  public import Combine

  extension _MockedCall {
    /// Returns the values of the call as a publisher, which starts with the first demand.
    ///
    /// - Parameters:
    ///   - output: The type of the values.
    ///   - failure: The type of the errors. An error of another type is reported, and completes the publisher.
    /// - Returns: The publisher.
    public func publisher<Output: Decodable & Sendable, Failure: Error>(
      of output: Output.Type, failing failure: Failure.Type
    ) -> AnyPublisher<Output, Failure> {
      publisher(of: stream(of: output))
    }

    /// Returns the values of the call as a publisher that starts with the first demand, for a type that is only known
    /// at run time.
    ///
    /// - Parameters:
    ///   - output: The type of the values. If no data can represent it, the publisher fails.
    ///   - failure: The type of the errors. An error of another type is reported, and completes the publisher.
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
#endif
