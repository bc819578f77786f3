extension _MockedCall {
  /// Returns the values of the call as a stream that may end with an error.
  ///
  /// - Parameter type: The type of the values.
  /// - Returns: The stream.
  public func stream<T: Decodable & Sendable>(
    of type: T.Type
  ) -> AsyncThrowingStream<T, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: T.self)
    sequencer.calls.stream(
      call(failing: (any Error).self), into: StreamSink(continuation, sequencer.context))
    guard let errors else { return stream }
    return stream.converting { [sequencer, method] error in
      sequencer.converted(error, by: errors, of: method)
    }
  }

  /// Returns the values of the call as a stream that can't throw.
  ///
  /// If the call fails, the error is reported as a failure, and the stream ends.
  ///
  /// - Parameter type: The type of the values.
  /// - Returns: The stream.
  public func unfailingStream<T: Decodable & Sendable>(of type: T.Type) -> AsyncStream<T> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: T.self)
    sequencer.calls.stream(
      call(failing: Never.self), into: StreamSink(continuation, sequencer.context))
    return stream.reportingErrors(of: method, sequencer) {
      MockFailure(severity: .report, message: $1)
    }
  }

  /// Returns the values of the call as a stream, for a type that the compiler doesn't know to be `Decodable`.
  ///
  /// If the type can't be represented as data, the stream fails.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - types: The concrete types to decode if `type` is a protocol or a base class (default: none).
  /// - Returns: The stream.
  @_disfavoredOverload
  public func stream<T>(
    of type: T.Type, candidates types: [any Any.Type] = []
  ) -> AsyncThrowingStream<T, any Error> {
    dynamicStream(of: type, candidates: types, failing: (any Error).self)
  }

  /// Returns the values of the call as a stream that can't throw, for a type that the compiler doesn't know to be
  /// `Decodable`.
  ///
  /// If the call fails, the error is reported as a failure, and the stream ends.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - types: The concrete types to decode if `type` is a protocol or a base class (default: none).
  /// - Returns: The stream.
  @_disfavoredOverload
  public func unfailingStream<T>(
    of type: T.Type, candidates types: [any Any.Type] = []
  ) -> AsyncStream<T> {
    dynamicStream(of: type, candidates: types, failing: Never.self)
      .reportingErrors(of: method, sequencer) { MockFailure(.unthrowable, because: $0, $1) }
  }

  private func dynamicStream<T, Failure: Error>(
    of type: T.Type, candidates types: [any Any.Type], failing failure: Failure.Type
  ) -> AsyncThrowingStream<T, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: T.self)
    sequencer.calls.stream(
      call(failing: failure), into: StreamSink(continuation, candidates: types, sequencer.context))
    return stream
  }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// Returns the stream, with configured errors converted to the app's own errors.
  func converting(
    _ convert: @escaping @Sendable (any Error) -> any Error
  ) -> AsyncThrowingStream<Element, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Element.self)
    let source = MockDecoded(value: self)
    let task = Task {
      do {
        for try await value in source.value { continuation.yield(value) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: convert(error))
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// Returns a stream that can't throw.
  ///
  /// An error of the original stream is passed to the failure handler instead. `failure` returns the failure for an
  /// error and its message.
  func reportingErrors(
    of method: String, _ sequencer: MockCallSequencer,
    failure: @escaping @Sendable (any Error, String) -> MockFailure
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let source = MockDecoded(value: self)
    let task = Task {
      do {
        for try await value in source.value { continuation.yield(Box.passing(value)) }
      } catch is CancellationError {
        // The consumer has stopped listening.
      } catch  where sequencer.context.wasReported(error) {
        // The error was already reported to the test.
      } catch {
        let text = sequencer.describe(
          method, .none, "is a stream that cannot throw the error: \(error)")
        sequencer.report(failure(error, text))
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
