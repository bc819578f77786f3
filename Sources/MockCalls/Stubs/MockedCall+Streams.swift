extension _MockedCall {
  /// Returns the values of the call as a stream that may end with an error.
  public func stream<T: Decodable & Sendable>(
    of type: T.Type
  ) -> AsyncThrowingStream<T, any Error> {
    let convert = { @Sendable [sequencer, method, errors] (error: any Error) in
      errors.map { sequencer.converted(error, by: $0, of: method) }
        ?? sequencer.context.ownError(error)
    }
    return sequencer.calls.stream(call(failing: (any Error).self), converting: convert) {
      try $2.decode($0, $1.index, element: $3)
    }
  }

  /// Returns the values of the call as a stream that can't throw.
  ///
  /// If the call fails, the error is reported as a failure, and the stream ends.
  public func unfailingStream<T: Decodable & Sendable>(of type: T.Type) -> AsyncStream<T> {
    let report = reporting { MockFailure(severity: .report, message: $1) }
    return sequencer.calls.unfailingStream(call(failing: Never.self), reporting: report) {
      try $2.decode($0, $1.index, element: $3)
    }
  }

  /// Returns the values of the call as a stream, for a type that the compiler doesn't know to be `Decodable`.
  ///
  /// `types` are the concrete types to decode if `type` is a protocol or a base class. If the type can't be represented
  /// as data, the stream fails.
  @_disfavoredOverload
  public func stream<T>(
    of type: T.Type, candidates types: [any Any.Type] = []
  ) -> AsyncThrowingStream<T, any Error> {
    sequencer.calls.stream(
      call(failing: (any Error).self), converting: sequencer.context.ownError,
      Self.reader(candidates: types))
  }

  /// Returns the values of the call as a stream that can't throw, for a type that the compiler doesn't know to be
  /// `Decodable`.
  ///
  /// If the call fails, the error is reported as a failure, and the stream ends.
  @_disfavoredOverload
  public func unfailingStream<T>(
    of type: T.Type, candidates types: [any Any.Type] = []
  ) -> AsyncStream<T> {
    let report = reporting { MockFailure(.unthrowable, because: $0, $1) }
    return sequencer.calls.unfailingStream(
      call(failing: Never.self), reporting: report, Self.reader(candidates: types))
  }

  /// Returns a reader for values whose type is only known at run time.
  private static func reader<T>(candidates types: [any Any.Type]) -> ElementReader<T> {
    { value, response, method, _ in
      try DynamicDecoding.decode(
        T.self, from: value, candidates: types, method, response.index)
    }
  }

  /// Returns a closure that reports the error of a stream that can't throw.
  ///
  /// `failure` returns the failure for an error and its message. A cancellation isn't an error, because the consumer
  /// has stopped listening.
  private func reporting(
    _ failure: @escaping @Sendable (any Error, String) -> MockFailure
  ) -> @Sendable (any Error) -> Void {
    { [sequencer, method] error in
      let error = sequencer.context.ownError(error)
      guard !(error is CancellationError), !sequencer.context.wasReported(error) else { return }
      let text = sequencer.describe(
        method, .none, "is a stream that cannot throw the error: \(error)")
      sequencer.report(failure(error, text))
    }
  }
}
