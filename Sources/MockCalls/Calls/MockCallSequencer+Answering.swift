public import MockConfiguration
public import MockData

/// Methods that make calls.
///
/// Each exists in a form that waits and a form that doesn't.
extension MockCallSequencer {
  /// Returns the decoded value of the next call, after its gate, delay, and updates.
  ///
  /// A missing value is decoded as `nil` if the type is an `Optional`. If the value can't be decoded, the response's
  /// updates aren't applied.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments by label (default: none).
  ///   - type: The type of the value.
  ///   - errors: The app's own error type, which is thrown for each error code that it defines (default: the type in
  ///     the sequencer's context).
  /// - Returns: The value.
  /// - Throws: The configured error, or the app's own error if it defines the code. ``MockServiceError`` for every
  ///   problem of the mock. `CancellationError` as soon as the task is canceled.
  public nonisolated(nonsending) func nextDecodedValue<T: Decodable & SendableMetatype>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self,
    converting errors: (any MockErrorConvertible.Type)? = nil
  ) async throws -> sending T {
    let value = Box<T>()
    do {
      try await calls.answer(Call(method, arguments), ResponseRequest(.value, waits: true)) {
        value.put(try $0.decoded($1))
      }
      return value.take()
    } catch {
      throw converted(error, by: errors, of: method)
    }
  }

  /// Returns the decoded value of the next call, without waiting.
  ///
  /// The gate and the delay are skipped.
  ///
  /// - Throws: The errors of the `async` overload, and ``MockServiceError`` with the code `wouldWait` if an async
  ///   closure computes the response.
  public nonisolated func nextDecodedValue<T: Decodable & SendableMetatype>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self,
    converting errors: (any MockErrorConvertible.Type)? = nil
  ) throws -> sending T {
    let value = Box<T>()
    do {
      try calls.answerNow(Call(method, arguments), ResponseRequest(.value, waits: false)) {
        value.put(try $0.decoded($1))
      }
      return value.take()
    } catch {
      throw converted(error, by: errors, of: method)
    }
  }

  /// Makes the next call to a method that returns nothing, and waits for its gate and delay.
  ///
  /// If the method has no responses, the call is recorded and has no other effect.
  ///
  /// - Throws: The errors of `nextDecodedValue(for:arguments:as:converting:)`, except for a missing or undecodable
  ///   value.
  public nonisolated(nonsending) func recordVoidCall(
    for method: String, arguments: MockArguments = .none,
    converting errors: (any MockErrorConvertible.Type)? = nil
  ) async throws {
    do {
      try await calls.answer(Call(method, arguments), ResponseRequest(.nothing, waits: true)) {
        _, _ in
      }
    } catch {
      throw converted(error, by: errors, of: method)
    }
  }

  /// Makes the next call to a method that returns nothing.
  ///
  /// The gate and the delay are skipped.
  ///
  /// - Throws: The errors of `nextDecodedValue(for:arguments:as:converting:)`, except for a missing or undecodable
  ///   value.
  public nonisolated func recordVoidCall(
    for method: String, arguments: MockArguments = .none,
    converting errors: (any MockErrorConvertible.Type)? = nil
  ) throws {
    do {
      try calls.answerNow(Call(method, arguments), ResponseRequest(.nothing, waits: false)) {
        _, _ in
      }
    } catch {
      throw converted(error, by: errors, of: method)
    }
  }

  /// Returns the undecoded value of the next call, if any.
  ///
  /// The value of a stream is the list of its values. Errors are always ``MockServiceError``, never the app's own.
  ///
  /// - Throws: The errors of `nextDecodedValue(for:arguments:as:converting:)`.
  public nonisolated(nonsending) func answer(
    for method: String, arguments: MockArguments = .none
  ) async throws -> AnyCodableValue? {
    var value: AnyCodableValue?
    do {
      try await calls.answer(Call(method, arguments), ResponseRequest(.value, waits: true)) {
        answer, _ in
        value = answer.value
      }
      return value
    } catch {
      throw Self.stated(error)
    }
  }

  /// Returns the undecoded value of the next call.
  ///
  /// The gate and the delay are skipped.
  ///
  /// - Throws: The errors of `nextDecodedValue(for:arguments:as:converting:)`.
  public nonisolated func answer(
    for method: String, arguments: MockArguments = .none
  ) throws -> AnyCodableValue? {
    var value: AnyCodableValue?
    do {
      try calls.answerNow(Call(method, arguments), ResponseRequest(.value, waits: false)) {
        answer, _ in
        value = answer.value
      }
      return value
    } catch {
      throw Self.stated(error)
    }
  }

  /// Returns the error for a caller that doesn't know the app's types.
  private static func stated(_ error: any Error) -> any Error {
    error is CancellationError || error is MockServiceError
      ? error : MockServiceError(untyped: error)
  }

  /// Makes the next call to a method, and returns its response as configured.
  ///
  /// The call is counted and recorded. It doesn't wait, and it doesn't update the shared state.
  ///
  /// - Throws: ``MockServiceError`` for a call without a response.
  public nonisolated(nonsending) func nextResponse(
    for method: String, arguments: MockArguments = .none
  ) async throws -> MockResponse {
    try calls.nextResponse(Call(method, arguments))
  }

  /// Makes the next call to a method that returns a stream.
  ///
  /// The response is chosen immediately. The first value arrives after the gate and the delay, together with the
  /// updates. Each further value, and an error at the end, arrives one interval later. A success becomes a stream of
  /// its single value, or an empty stream if it has no value. If the stream is no longer read, the call is canceled.
  public nonisolated func stream<T: Decodable & Sendable>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) -> AsyncThrowingStream<T, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: T.self)
    calls.stream(Call(method, arguments), into: StreamSink(continuation, context))
    return stream
  }

  /// Makes the next call to a method that returns a stream, from an `async` context.
  public nonisolated(nonsending) func stream<T: Decodable & Sendable>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) async -> AsyncThrowingStream<T, any Error> {
    deferredStream(for: method, arguments: arguments)
  }

  /// Makes the next call to a method that returns a stream, like the synchronous `stream(for:arguments:as:)`.
  ///
  /// The distinct name lets `async` code select it.
  public nonisolated func deferredStream<T: Decodable & Sendable>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) -> AsyncThrowingStream<T, any Error> {
    stream(for: method, arguments: arguments)
  }
}
