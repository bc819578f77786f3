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
  /// An error is reported instead.
  ///
  /// - Parameter type: The type of the values.
  /// - Returns: The stream.
  public func unfailingStream<T: Decodable & Sendable>(of type: T.Type) -> AsyncStream<T> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: T.self)
    sequencer.calls.stream(
      call(failing: Never.self), into: StreamSink(continuation, sequencer.context))
    return stream.reportingErrors(of: method, sequencer)
  }

  /// Returns the values of the call as a stream, for a type that is only known at run time.
  ///
  /// If no data can represent the type, the stream fails.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - types: The types to decode if `type` is their base type (default: none).
  /// - Returns: The stream.
  @_disfavoredOverload
  public func stream<T>(
    of type: T.Type, candidates types: [any Any.Type] = []
  ) -> AsyncThrowingStream<T, any Error> {
    dynamicStream(of: type, candidates: types, failing: (any Error).self)
  }

  /// Returns the values of the call as a stream that can't throw, for a type that is only known at run time.
  ///
  /// An error is reported instead.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - types: The types to decode if `type` is their base type (default: none).
  /// - Returns: The stream.
  @_disfavoredOverload
  public func unfailingStream<T>(
    of type: T.Type, candidates types: [any Any.Type] = []
  ) -> AsyncStream<T> {
    let (stream, continuation) = AsyncStream.makeStream(of: T.self)
    let (method, sequencer) = (method, sequencer)
    let values = MockDecoded(
      value: dynamicStream(of: type, candidates: types, failing: Never.self))
    let task = Task {
      do {
        for try await value in values.value {
          let box = Box<T>()
          box.put(value)
          continuation.yield(box.take())
        }
      } catch is CancellationError {
        // The consumer has stopped listening.
      } catch {
        let text = sequencer.describe(method, .none, "is a stream that cannot throw: \(error)")
        sequencer.report(MockFailure(.unthrowable, because: error, text))
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
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
