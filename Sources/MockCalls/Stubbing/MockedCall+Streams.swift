extension MockedCall {
  /// The values of the call, which may end with an error.
  ///
  /// - Parameter type: The type of the values.
  /// - Returns: The stream.
  public func stream<T: Decodable & Sendable>(
    of type: T.Type
  ) -> AsyncThrowingStream<T, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: T.self)
    sequencer.calls.stream(request(.stream, (any Error).self), into: StreamSink(continuation))
    return errors.map { stream.converting($0) } ?? stream
  }

  /// The values of the call; an error is reported.
  ///
  /// - Parameter type: The type of the values.
  /// - Returns: The stream.
  public func unfailingStream<T: Decodable & Sendable>(of type: T.Type) -> AsyncStream<T> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: T.self)
    sequencer.calls.stream(request(.stream, (any Error).self), into: StreamSink(continuation))
    return stream.reportingErrors(of: method, sequencer)
  }

  /// A stream of values that cannot be made of data: it fails, unless a stub answers.
  ///
  /// - Parameter type: The type of the values.
  /// - Returns: The stream.
  @_disfavoredOverload
  public func stream<T>(of type: T.Type) -> AsyncThrowingStream<T, any Error> {
    let error = unusable(type)
    return AsyncThrowingStream { throw error }
  }

  /// A stream of values that cannot be made of data: it is empty, which is reported, unless a stub answers.
  ///
  /// - Parameter type: The type of the values.
  /// - Returns: The stream.
  @_disfavoredOverload
  public func unfailingStream<T>(of type: T.Type) -> AsyncStream<T> {
    let error = unusable(type)
    sequencer.report(MockFailure(.unthrowable, because: error, error.message))
    return AsyncStream { nil }
  }

  private func unusable<T>(_ type: T.Type) -> MockServiceError {
    let problem =
      "is a stream of \(type), which is not Decodable and Sendable; make it so, or stub it:"
      + " `mock.on.\(method.prefix { $0 != "(" }) { ... }`"
    return MockServiceError(
      problem: .decodingFailed, sequencer.describe(method, arguments, problem), at: nil)
  }
}
