internal import MockData

extension MockCallSequencer {
  /// Begins a call to a method with `@MockMethod`, which has a name in configurations.
  ///
  /// Generated code calls this method. `errors` is the app's own error type, which replaces each configured error whose
  /// code it defines. `ignoresErrors` is true if the method can't throw, returns nothing, and ignores errors.
  public nonisolated func _call(
    _ method: String, _ arguments: consuming MockArguments = .none,
    converting errors: (any MockErrorConvertible.Type)? = nil, ignoresErrors: Bool = false
  ) -> _MockedCall {
    _MockedCall(
      call: Call(method, arguments), sequencer: self, errors: errors,
      ignoresErrors: ignoresErrors, ignoresValues: true)
  }
}

extension _MockServiceCore {
  /// Begins a call to the requirement with a key.
  ///
  /// Generated code calls this method. `errors` is the app's own error type, which replaces each configured error whose
  /// code it defines.
  public func call(
    _ method: String, _ arguments: consuming MockArguments = .none,
    converting errors: (any MockErrorConvertible.Type)? = nil
  ) -> _MockedCall {
    _MockedCall(
      call: Call(method, arguments, of: mock, isRelaxed: isRelaxed), liveService: live,
      sequencer: sequencer,
      errors: errors, stubs: mock == 0 ? nil : stubs)
  }
}

extension _MockedCall {
  /// Returns the call, together with the type of the errors that its requirement throws.
  func call<Failure: Error>(failing failure: Failure.Type) -> Call {
    var call = call
    call.errors = CallErrors(failure, own: errors)
    return call
  }
}

/// Methods that generated code calls to get the result of a call.
///
/// There is one for each form of result, such as a value or a `Result`. Each method exists twice: the first waits, and
/// the second doesn't. A ``_MockCodec`` converts the value of a response to the result.
///
/// A method throws the error of the call, converted to the error type of the requirement. If that isn't possible, the
/// error is reported as a failure, and a placeholder is thrown instead.
extension _MockedCall {
  /// Waits for the response of the call, and returns its value.
  public nonisolated(nonsending) func value<T, Failure: Error>(
    _ codec: _MockCodec<T>, throwing failure: Failure.Type
  ) async throws(Failure) -> sending T {
    let value = Box<T>()
    do {
      let wanted = ResponseRequest(.value, waits: true, throwing: failure)
      try await sequencer.calls.answer(call(failing: failure), wanted) {
        value.put(try $0.result(codec, $1))
      }
      return value.take()
    } catch {
      return Box.passing(
        try await fallback(for: error, failure, made: codec.placeholder).orHold())
    }
  }

  /// Returns the value of the call without waiting.
  public func value<T, Failure: Error>(
    _ codec: _MockCodec<T>, throwing failure: Failure.Type
  ) throws(Failure) -> sending T {
    let value = Box<T>()
    do {
      let wanted = ResponseRequest(.value, waits: false, throwing: failure)
      try sequencer.calls.answerNow(call(failing: failure), wanted) {
        value.put(try $0.result(codec, $1))
      }
      return value.take()
    } catch {
      return Box.passing(try fallback(for: error, failure, made: codec.placeholder).orHold())
    }
  }

  /// Makes a call that returns no value, and waits for its response.
  public nonisolated(nonsending) func perform<Failure: Error>(
    throwing failure: Failure.Type
  ) async throws(Failure) {
    do {
      let wanted = ResponseRequest(.nothing, waits: true, throwing: failure)
      try await sequencer.calls.answer(call(failing: failure), wanted, refuseValue)
    } catch {
      try failedToPerform(error, failure)
    }
  }

  /// Makes a call that returns no value, without waiting.
  public func perform<Failure: Error>(throwing failure: Failure.Type) throws(Failure) {
    do {
      let wanted = ResponseRequest(.nothing, waits: false, throwing: failure)
      try sequencer.calls.answerNow(call(failing: failure), wanted, refuseValue)
    } catch {
      try failedToPerform(error, failure)
    }
  }

  /// Waits for the response of the call, and returns its value or its error as a `Result`.
  public nonisolated(nonsending) func result<Success, Failure: Error>(
    _ codec: _MockCodec<Success>, _ failure: Failure.Type
  ) async -> Result<Success, Failure> {
    do throws(Failure) {
      return .success(try await value(codec, throwing: failure))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the value or the error of the call as a `Result`, without waiting.
  public func result<Success, Failure: Error>(
    _ codec: _MockCodec<Success>, _ failure: Failure.Type
  ) -> Result<Success, Failure> {
    do throws(Failure) {
      return .success(try value(codec, throwing: failure))
    } catch {
      return .failure(error)
    }
  }

  private func failedToPerform<Failure: Error>(
    _ error: any Error, _ failure: Failure.Type
  ) throws(Failure) {
    guard failure == Never.self else {
      // The result is `Void`, which always has a placeholder.
      _ = try fallback(for: error, failure, made: { () })
      return
    }
    if ignoresErrors { return }
    reportUnthrowable(error, "cannot throw the error: \(sequencer.context.ownError(error))")
  }

  /// Reports that the response has a value although the method returns nothing.
  private func refuseValue(_ answer: CallResponse, _ method: MethodIdentity) {
    guard !ignoresValues, let value = answer.value, value != .null else { return }
    let shown = sequencer.context.log.redaction.redacted(value).shortText
    let text = sequencer.describe(
      self.method, arguments, MockFailure.surplus(shown, isOfScript: method.isOfScript))
    sequencer.report(MockFailure(.dropped, text, at: method.place(of: answer.index)))
  }
}

extension CallResponse {
  /// The result is the live service's original value, or the value that the codec creates.
  func result<T>(_ codec: _MockCodec<T>, _ method: MethodIdentity) throws -> T {
    // In two steps, because an absent value would be a valid `nil` of an `Optional` type.
    if let value = live?.value, let result = value as? T { return result }
    return try codec.read(self, method)
  }
}

/// Support for calls that the scenario can pass through to the mock's live service.
///
/// Generated code first checks whether there is a live service. It then begins the call. If the result is true, it
/// calls the service, and passes the service's result to one of the `setResult` methods. If the call is passed through,
/// that result becomes the response.
extension _MockedCall {
  /// Returns the live service, or `nil` if calls to this method can't be passed through.
  public func live<Service>(_ type: Service.Type) -> Service? {
    guard let liveService, !call.staysOpen, sequencer.calls.mayPass(method) else { return nil }
    return liveService() as? Service
  }

  /// Begins the call, waiting if necessary, and returns whether to call the live service.
  public nonisolated(nonsending) mutating func passes<Failure: Error>(
    throwing failure: Failure.Type
  ) async -> Bool {
    let wanted = ResponseRequest(.value, waits: true, throwing: failure)
    call.chosen = await sequencer.calls.chooseFirst(call, wanted)
    return call.needsLiveService(comparing: sequencer.context.comparison != nil)
  }

  /// Begins the call without waiting, and returns whether to call the live service.
  public mutating func passes<Failure: Error>(throwing failure: Failure.Type) -> Bool {
    call.chosen = sequencer.calls.chooseNow(
      call, ResponseRequest(.value, waits: false, throwing: failure))
    return call.needsLiveService(comparing: sequencer.context.comparison != nil)
  }

  /// Begins a call that returns a stream, and returns whether to call the live service.
  public mutating func passesStream() -> Bool {
    call.chosen = sequencer.calls.chooseNow(call, ResponseRequest(.stream, waits: true))
    return call.isPassed
  }

  /// Sets the value that the live service returned.
  public mutating func setResult<Result>(_ result: Result) {
    call.setResult(LiveServiceResponse(returning: result))
  }

  /// Sets the error that the live service threw.
  public mutating func setResult(throwing error: any Error) {
    call.setResult(LiveServiceResponse(throwing: error))
  }

  /// Sets the stream that the live service returned.
  public mutating func setResult<Values: AsyncSequence>(stream values: Values) {
    call.setResult(LiveServiceResponse(stream: LiveValues(values).stream))
  }
}

/// The values that a mock needs to call its live service: the service itself, and the arguments.
///
/// `@unchecked Sendable`: The mock's caller waits for the result. It could have passed the same values to the service
/// itself.
public struct _LiveCall<Value>: @unchecked Sendable {
  /// The service and the arguments, in a tuple.
  public let value: Value

  /// Wraps a value.
  public init(_ value: Value) { self.value = value }
}

/// The values of the live service's stream, as data.
///
/// `@unchecked Sendable`: A single stream requests the values, one after another.
private final class LiveValues: @unchecked Sendable {
  private let next: () async throws -> AnyCodableValue?

  init<Values: AsyncSequence>(_ values: Values) {
    var iterator = values.makeAsyncIterator()
    next = {
      guard let value = try await iterator.next() else { return nil }
      return MockArgument("value", value as Any).value ?? .null
    }
  }

  var stream: AsyncThrowingStream<AnyCodableValue, any Error> {
    AsyncThrowingStream { try await self.next() }
  }
}
