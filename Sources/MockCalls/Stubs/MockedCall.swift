internal import MockData
internal import MockPlatform

/// A call to a method of a generated mock, before a stub or the script responds.
///
/// Generated code creates one for each call. If a stub accepts the call, the generated code runs the stub. Otherwise,
/// it calls the method for the requirement's kind of result, such as a value or a stream. A method for a single result
/// has two overloads: one that waits, and one that doesn't.
public struct _MockedCall {
  var call: Call
  /// Returns the live service of the mock, if any.
  var liveService: _LiveService?
  let sequencer: MockCallSequencer
  /// The app's own error type, which replaces each configured error whose code it defines.
  let errors: (any MockErrorConvertible.Type)?
  /// The stubs of the called mock, or `nil` if the call isn't made on a single mock.
  var stubs: StubTable?
  /// The stub that responds to the call.
  var entry: StubEntry?
  /// Whether errors that the call can't throw are ignored instead of reported.
  var ignoresErrors = false
  /// Whether a value is ignored without a report if the call can't use it.
  var ignoresValues = false
  /// Whether the handler is called on the main actor, regardless of the caller's actor.
  var belongsToMainActor = false

  var method: String { call.method }
  var arguments: MockArguments { call.arguments }

  /// Returns the latest stub of the mock that accepts the arguments, or the latest such stub for all mocks, if any.
  public mutating func stub<Stub: Sendable>(
    _ type: Stub.Type, where accepts: (Stub) -> Bool = { _ in true }
  ) -> Stub? {
    guard sequencer.stubCount.value > 0 else { return nil }
    let type = ObjectIdentifier(type)
    let (own, common) = (stubs?.entries(of: type) ?? [], sequencer.stubs.entries(of: type))
    for entry in (common.isEmpty ? own : common + own).reversed() {
      if entry.noteMissingResponse() {
        sequencer.report(
          "the stub of `\(name)` has a gate or a delay, but no response; add `.returns(...)`",
          at: entry.place.location)
      }
      if let stub = entry.next(where: accepts) {
        (self.entry, call.stub) = (entry, entry.place)
        return stub
      }
    }
    return nil
  }

  var name: String { sequencer.service.map { "\($0).\(method)" } ?? method }

  /// Records a call that needs no response, such as setting a property, and performs its effect.
  public func finish(_ body: () -> Void) {
    // If a stub passed the call on, the call is already recorded.
    let running = call.stubbed ?? beginStubbed(waits: false)
    body()
    sequencer.endStubbed(running, ())
  }

  // MARK: - Errors

  /// Returns the error as the requirement's error type, or `nil` if the requirement can't throw it.
  func thrown<Failure: Error>(
    _ error: any Error, as failure: Failure.Type, isOfStub: Bool = false
  ) -> Failure? {
    let stated = isOfStub ? error : sequencer.context.ownError(error)
    let converted =
      failure == (any Error).self && !isOfStub
      ? sequencer.converted(stated, by: errors, of: method)
      : errors.map { stated.converted(by: $0) } ?? stated
    return converted as? Failure ?? error.converted(to: failure)
  }

  /// Returns a placeholder, or throws an error of the requirement's error type, because there is no response.
  ///
  /// If the requirement can't throw the call's error, that error is reported, and another error of the requirement's
  /// error type is thrown. This way, the code under test doesn't take a failure for a success.
  ///
  /// - Throws: The error of the call, or a placeholder error.
  func fallback<Value, Failure: Error>(
    for error: any Error, _ failure: Failure.Type, _ problem: String? = nil, isOfStub: Bool = false,
    made: () -> Value?
  ) throws(Failure) -> Result<Value, StuckCall> {
    if let error = thrown(error, as: failure, isOfStub: isOfStub) { throw error }
    let error = isOfStub ? error : sequencer.context.ownError(error)
    if failure != Never.self, let made = MockPlaceholder.make(failure) {
      reportUntyped(error, failure)
      throw made
    }
    let problem =
      problem
      ?? (failure == Never.self
        ? "returns a value and cannot throw the error: \(error)"
        : MockCallSequencer.untyped(error, failure))
    return sequencer.placeholder(method, arguments, problem, error, made())
  }

  /// Reports an error that a requirement with typed throws can't throw.
  func reportUntyped<Failure: Error>(_ error: any Error, _ failure: Failure.Type) {
    reportUnthrowable(error, MockCallSequencer.untyped(error, failure))
  }

  /// Reports an error that can't reach the caller.
  func reportUnthrowable(_ error: any Error, _ problem: String) {
    sequencer.report(
      MockFailure(
        .unthrowable, because: error, sequencer.describe(method, arguments, problem)))
  }
}

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

/// Converts the value of a response to the result of a requirement.
///
/// Generated code contains `_MockCodec(Tea.self)`, and the compiler selects the initializer that supports the type. If
/// the type is `Decodable`, the value is decoded directly. Otherwise, the codec finds out at run time whether the type
/// is a ``MockValue`` or can be created from plain data.
public struct _MockCodec<Value> {
  let read: (CallResponse, MethodIdentity) throws -> Value
  /// Creates a placeholder for a call that has no response and can't throw.
  ///
  /// Returns `nil` if there is no placeholder for the type.
  let placeholder: () -> Value?

  /// Creates a codec that decodes a type directly from the response.
  public init(_ type: Value.Type) where Value: Decodable & SendableMetatype {
    read = { try $0.decoded($1) }
    placeholder = { MockPlaceholder.make(type) }
  }

  /// Creates a codec that finds out at run time what a type supports.
  ///
  /// `types` are the concrete types to decode if `type` is a protocol or a base class.
  @_disfavoredOverload
  public init(_ type: Value.Type, candidates types: [any Any.Type] = []) {
    read = { try $0.dynamic(Value.self, candidates: types, $1) }
    placeholder = { MockPlaceholder.make(type, candidates: types) }
  }

  /// Creates a codec that reads the value of a property with configured responses.
  init(_ property: _MockPropertyCodec<Value>) {
    read = { try $0.made($1) { try property.decode($0) } }
    placeholder = property.placeholder
  }

  /// Creates a codec for a tuple, whose elements are read by label or in order.
  ///
  /// The label of an element without a label is `nil`.
  public init<each T>(tuple labels: [String?], _ types: repeat (each T).Type)
  where Value == (repeat each T) {
    read = { try $0.tuple(labels, repeat (each T).self, of: $1) }
    placeholder = { MockPlaceholder.tuple(repeat (each T).self) }
  }
}

/// Codecs for methods with `@MockMethod`.
///
/// The result of such a method must be `Decodable`. The compiler warns about any other result.
extension _MockCodec {
  /// Creates a codec that decodes a type directly from the response.
  public init(decoding type: Value.Type) where Value: Decodable & SendableMetatype {
    self.init(type)
  }

  /// Creates a codec that finds out at run time what a type supports.
  @available(
    *, deprecated, message: "the result is not Decodable: make it Decodable, or write the method"
  )
  @_disfavoredOverload
  public init(decoding type: Value.Type) { self.init(type, candidates: []) }
}
