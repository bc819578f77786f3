public import MockConfiguration
public import MockData

/// Methods that make calls.
///
/// Most of them exist twice: one form waits for gates and delays, and the other doesn't.
extension MockCallSequencer {
  /// Makes the next call to a method, waits for its gate and delay, and returns the decoded value.
  ///
  /// If the response has no value and `type` is optional, the result is `nil`. If the value can't be decoded, the
  /// response doesn't update the shared state.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments by label (default: none).
  ///   - type: The type to decode.
  ///   - errors: The app's own error type, which replaces each configured error whose code it defines (default: the
  ///     type in the sequencer's context).
  /// - Returns: The value.
  /// - Throws: The configured error, or the app's own error if it defines the code. Any problem in the mock itself is a
  ///   ``MockServiceError``. If the task is canceled, the method throws `CancellationError` immediately.
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

  /// Makes the next call to a method without waiting, and returns the decoded value.
  ///
  /// The gate and the delay of the response are skipped.
  ///
  /// - Throws: The same errors as the `async` overload, and ``MockServiceError`` with the code `wouldWait` if an async
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
  /// If the method has no responses, the call is recorded and nothing else happens.
  ///
  /// - Throws: The errors of `nextDecodedValue(for:arguments:as:converting:)`, except the errors for a missing value or
  ///   a value that can't be decoded.
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

  /// Makes the next call to a method that returns nothing, without waiting.
  ///
  /// The gate and the delay of the response are skipped.
  ///
  /// - Throws: The errors of `nextDecodedValue(for:arguments:as:converting:)`, except the errors for a missing value or
  ///   a value that can't be decoded.
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

  /// Makes the next call to a method, waits for its gate and delay, and returns the undecoded value, if any.
  ///
  /// If the response is a stream, the result is the list of its values.
  ///
  /// - Throws: The errors of `nextDecodedValue(for:arguments:as:converting:)`. Any error other than `CancellationError`
  ///   is a ``MockServiceError``, never the app's own error.
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

  /// Makes the next call to a method without waiting, and returns the undecoded value, if any.
  ///
  /// The gate and the delay of the response are skipped.
  ///
  /// - Throws: The errors of `nextDecodedValue(for:arguments:as:converting:)`. Any error other than `CancellationError`
  ///   is a ``MockServiceError``, never the app's own error.
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

  /// Returns an error in the form that a caller without the app's types receives.
  private static func stated(_ error: any Error) -> any Error {
    error is CancellationError || error is MockServiceError
      ? error : MockServiceError(untyped: error)
  }

  /// Makes the next call to a method, and returns the configured response.
  ///
  /// The call is counted and recorded. It doesn't wait, and it doesn't update the shared state.
  ///
  /// - Throws: ``MockServiceError`` if the call has no response.
  public nonisolated(nonsending) func nextResponse(
    for method: String, arguments: MockArguments = .none
  ) async throws -> MockResponse {
    try calls.nextResponse(Call(method, arguments))
  }

  /// Makes the next call to a method that returns a stream.
  ///
  /// The response is chosen immediately. The first value arrives after the gate and the delay, and the response's
  /// updates are applied at the same time. Each further value arrives one interval later, and so does an error at the
  /// end. If the response has a single value instead, the stream has only that value. If the response has no value, the
  /// stream is empty. If the call fails, the stream throws the call's error. If nothing reads the stream anymore, the
  /// call is canceled.
  public nonisolated func stream<T: Decodable & Sendable>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) -> AsyncThrowingStream<T, any Error> {
    calls.stream(Call(method, arguments), converting: context.ownError) {
      try $2.decode($0, $1.index, element: $3)
    }
  }

  /// Makes the next call to a method that returns a stream, from an `async` context.
  public nonisolated(nonsending) func stream<T: Decodable & Sendable>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) async -> AsyncThrowingStream<T, any Error> {
    deferredStream(for: method, arguments: arguments)
  }

  /// Makes the next call to a method that returns a stream, like the synchronous `stream(for:arguments:as:)`.
  ///
  /// The different name lets `async` code call this form.
  public nonisolated func deferredStream<T: Decodable & Sendable>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) -> AsyncThrowingStream<T, any Error> {
    stream(for: method, arguments: arguments)
  }
}

extension MockCallSequencer {
  /// Begins a call that returns a sequence of values, for a request or for an app in another process.
  ///
  /// If `beginsAtOnce` is true, a call that doesn't have to wait ends on the caller's thread before this method
  /// returns. `finish` is called at the end of the stream, with an error or `nil`. The returned closure cancels the
  /// call.
  package nonisolated func stream(
    _ call: Call, beginsAtOnce: Bool = false,
    receive: @escaping @Sendable (AnyCodableValue, CallResponse) -> Void,
    finish: @escaping @Sendable (CallResponse?) -> Void
  ) -> @Sendable () -> Void {
    let cancellation = StreamCancellation()
    var sink = StreamSink(
      receive: receive, finish: { finish($0.map { CallResponse(failing: $0) }) },
      onCancel: { cancellation.set($0) })
    sink.beginsAtOnce = beginsAtOnce
    calls.stream(call, into: sink)
    return { cancellation.cancel() }
  }
}

extension StreamSink {
  /// Creates a sink that passes values on unchanged.
  init(
    receive: @escaping @Sendable (AnyCodableValue, CallResponse) -> Void,
    finish: @escaping @Sendable ((any Error)?) -> Void,
    onCancel: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.init(
      decode: { value, answer, method, _ in
        let answer = answer.with(.value(value)).describing(method)
        return { receive(value, answer) }
      }, finish: finish, onCancel: onCancel)
  }
}
