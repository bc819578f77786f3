public import MockConfiguration
public import MockData

/// The calls of the seeds, each in a form that waits and in one that does not.
extension MockCallSequencer {
  /// The value of the next call, decoded as a type, after its gate, delay and updates.
  ///
  /// No value decodes as nil where the type is an `Optional`. A value that fails to decode updates nothing.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments by label; none by default.
  ///   - type: The type of the value.
  ///   - errors: The app's own error, thrown for the configured codes that it knows; that of the sequencer's context
  ///     by default.
  /// - Returns: The value.
  /// - Throws: The configured error, as the app's own where it knows the code; ``MockServiceError`` for
  ///   everything that goes wrong in the mock; `CancellationError` at once when the task is cancelled.
  public nonisolated(nonsending) func nextDecodedValue<T: Decodable & SendableMetatype>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self,
    converting errors: (any MockErrorConvertible.Type)? = nil
  ) async throws -> sending T {
    let value = Box<T>()
    do {
      try await calls.answer(Call(method, arguments), Wanted(.value, waits: true)) {
        value.put(try $0.decoded($1))
      }
      return value.take()
    } catch {
      throw converted(error, by: errors, of: method)
    }
  }

  /// The value of the next call, decoded as a type, after its updates; gate and delay are skipped.
  ///
  /// - Throws: What the form that waits throws, and ``MockServiceError`` with the code `wouldWait` where the
  ///   answer is computed by a closure that is async.
  public nonisolated func nextDecodedValue<T: Decodable & SendableMetatype>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self,
    converting errors: (any MockErrorConvertible.Type)? = nil
  ) throws -> sending T {
    let value = Box<T>()
    do {
      try calls.answerNow(Call(method, arguments), Wanted(.value, waits: false)) {
        value.put(try $0.decoded($1))
      }
      return value.take()
    } catch {
      throw converted(error, by: errors, of: method)
    }
  }

  /// Lets the next call of a method that returns nothing take place: gate, delay, updates and error.
  ///
  /// A method without responses does nothing, and is recorded.
  ///
  /// - Throws: What `nextDecodedValue(for:arguments:as:converting:)` throws, apart from what concerns the value.
  public nonisolated(nonsending) func recordVoidCall(
    for method: String, arguments: MockArguments = .none,
    converting errors: (any MockErrorConvertible.Type)? = nil
  ) async throws {
    do {
      try await calls.answer(Call(method, arguments), Wanted(.nothing, waits: true)) { _, _ in }
    } catch {
      throw converted(error, by: errors, of: method)
    }
  }

  /// Lets the next call of a method that returns nothing take place; gate and delay are skipped.
  ///
  /// - Throws: What `nextDecodedValue(for:arguments:as:converting:)` throws, apart from what concerns the value.
  public nonisolated func recordVoidCall(
    for method: String, arguments: MockArguments = .none,
    converting errors: (any MockErrorConvertible.Type)? = nil
  ) throws {
    do {
      try calls.answerNow(Call(method, arguments), Wanted(.nothing, waits: false)) { _, _ in }
    } catch {
      throw converted(error, by: errors, of: method)
    }
  }

  /// The value of the next call as it is, nil where it has none; a stream comes as the list of its values.
  ///
  /// Errors are always ``MockServiceError``, never the app's own.
  ///
  /// - Throws: What `nextDecodedValue(for:arguments:as:converting:)` throws.
  public nonisolated(nonsending) func answer(
    for method: String, arguments: MockArguments = .none
  ) async throws -> AnyCodableValue? {
    var value: AnyCodableValue?
    do {
      try await calls.answer(Call(method, arguments), Wanted(.value, waits: true)) { answer, _ in
        value = answer.value
      }
      return value
    } catch {
      throw Self.stated(error)
    }
  }

  /// The value of the next call as it is; gate and delay are skipped.
  ///
  /// - Throws: What `nextDecodedValue(for:arguments:as:converting:)` throws.
  public nonisolated func answer(
    for method: String, arguments: MockArguments = .none
  ) throws -> AnyCodableValue? {
    var value: AnyCodableValue?
    do {
      try calls.answerNow(Call(method, arguments), Wanted(.value, waits: false)) { answer, _ in
        value = answer.value
      }
      return value
    } catch {
      throw Self.stated(error)
    }
  }

  /// An error for a caller that knows no types of the app.
  private static func stated(_ error: any Error) -> any Error {
    error is CancellationError || error is MockServiceError
      ? error : MockServiceError(untyped: error)
  }

  /// The response of the next call, as the configuration states it: it neither waits nor updates anything.
  ///
  /// - Throws: ``MockServiceError`` where there is no response for the call.
  public nonisolated(nonsending) func nextResponse(
    for method: String, arguments: MockArguments = .none
  ) async throws -> MockResponse {
    try calls.nextResponse(Call(method, arguments))
  }

  /// The next call of a method that returns a stream.
  ///
  /// The response is chosen at once. The first value comes after gate and delay, together with the
  /// updates; each next one, and a closing error, one interval later. A success is a stream of its one
  /// value, or of none. The stream always ends: with the error where there is one, and with
  /// `CancellationError` when the values are no longer asked for.
  public nonisolated func stream<T: Decodable & Sendable>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) -> AsyncThrowingStream<T, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: T.self)
    calls.stream(Call(method, arguments), into: StreamSink(continuation, context))
    return stream
  }

  /// The next call of a method that returns a stream; what the other form says holds.
  public nonisolated(nonsending) func stream<T: Decodable & Sendable>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) async -> AsyncThrowingStream<T, any Error> {
    deferredStream(for: method, arguments: arguments)
  }

  /// The next call of a method that returns a stream and is not `async`; what `stream(for:)` says holds.
  public nonisolated func deferredStream<T: Decodable & Sendable>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) -> AsyncThrowingStream<T, any Error> {
    stream(for: method, arguments: arguments)
  }
}
