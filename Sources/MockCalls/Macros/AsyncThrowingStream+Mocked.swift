extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// Returns the stream with configured errors converted to the app's own.
  ///
  /// - Parameter convert: Converts a configured error to the app's own.
  /// - Returns: A stream of the same values.
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

  /// Returns the stream without its error, which is passed to the failure handler instead.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - sequencer: The sequencer that created the stream.
  /// - Returns: A stream of the same values.
  func reportingErrors(
    of method: String, _ sequencer: MockCallSequencer
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let source = MockDecoded(value: self)
    let task = Task {
      do {
        for try await value in source.value { continuation.yield(value) }
      } catch is CancellationError {
        // The consumer has stopped listening.
      } catch  where sequencer.context.wasReported(error) {
        // The error was already reported to the test.
      } catch {
        let text = sequencer.describe(method, .none, "is a stream that cannot throw: \(error)")
        sequencer.report(MockFailure(severity: .report, message: text))
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
