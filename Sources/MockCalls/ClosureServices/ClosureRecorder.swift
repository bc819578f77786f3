struct ClosureRecorder: Sendable {
  private let log: MockCallLog
  private let clock: MockClock
  private let method: MethodIdentity

  typealias Call = (logged: LoggedCall, began: Duration)

  init(log: MockCallLog, name: MockClosureName, clock: MockClock) {
    self.log = log
    self.clock = clock
    method = MethodIdentity(service: name.service, name: name.method)
    log.register([method], of: name.service)
  }

  func begin(_ arguments: MockArguments) -> Call {
    (log.append(CallEntry(method: method, arguments: arguments)), clock.elapsed)
  }

  /// `Void` and `nil` are recorded as no value.
  func end<Value>(_ call: Call, returning value: Value) {
    end(call, .returned(value is Void ? nil : MockArgument("", value).value))
  }

  func end(_ call: Call, _ outcome: MockCallOutcome) {
    log.complete(call.logged, outcome, duration: clock.elapsed - call.began, state: nil)
  }
}

/// Records the calls to closures in a log, so that you can verify them like calls to any other mock.
extension MockCallLog {
  /// Returns a closure that records each call and passes it to another closure.
  ///
  /// ```swift
  /// let log = MockCallLog()
  /// service.cancel = log.recording("ReservationService.cancel(id:)", service.cancel)
  /// ...
  /// try log.verify("ReservationService.cancel", arguments: ["id": 7], called: 1)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name under which calls are recorded, with a label for each argument.
  ///   - clock: The clock that measures the duration of each call (default: the system clock).
  ///   - body: The closure that performs each call.
  /// - Returns: The closure to call instead of `body`.
  public func recording<each Argument: SendableMetatype, Value: SendableMetatype>(
    _ name: MockClosureName, clock: MockClock = .system,
    _ body: @escaping @Sendable (repeat each Argument) async throws -> Value
  ) -> @Sendable (repeat each Argument) async throws -> Value {
    let recorder = ClosureRecorder(log: self, name: name, clock: clock)
    return { (argument: repeat each Argument) in
      let call = recorder.begin(name.arguments(repeat each argument))
      do {
        let value = try await body(repeat each argument)
        recorder.end(call, returning: value)
        return value
      } catch {
        recorder.end(call, MockCallOutcome(error))
        throw error
      }
    }
  }

  /// Returns a closure that records each call and passes it to an `async` closure that can't throw.
  ///
  /// - Parameters:
  ///   - name: The name under which calls are recorded, with a label for each argument.
  ///   - clock: The clock that measures the duration of each call (default: the system clock).
  ///   - body: The closure that performs each call.
  /// - Returns: The closure to call instead of `body`.
  public func recording<each Argument: SendableMetatype, Value: SendableMetatype>(
    _ name: MockClosureName, clock: MockClock = .system,
    _ body: @escaping @Sendable (repeat each Argument) async -> Value
  ) -> @Sendable (repeat each Argument) async -> Value {
    let recorder = ClosureRecorder(log: self, name: name, clock: clock)
    return { (argument: repeat each Argument) in
      let call = recorder.begin(name.arguments(repeat each argument))
      let value = await body(repeat each argument)
      recorder.end(call, returning: value)
      return value
    }
  }

  /// Returns a closure that records each call and passes it to a synchronous closure that can't throw.
  ///
  /// - Parameters:
  ///   - name: The name under which calls are recorded, with a label for each argument.
  ///   - clock: The clock that measures the duration of each call (default: the system clock).
  ///   - body: The closure that performs each call.
  /// - Returns: The closure to call instead of `body`.
  public func recording<each Argument: SendableMetatype, Value: SendableMetatype>(
    _ name: MockClosureName, clock: MockClock = .system,
    _ body: @escaping @Sendable (repeat each Argument) -> Value
  ) -> @Sendable (repeat each Argument) -> Value {
    let recorder = ClosureRecorder(log: self, name: name, clock: clock)
    return { (argument: repeat each Argument) in
      let call = recorder.begin(name.arguments(repeat each argument))
      let value = body(repeat each argument)
      recorder.end(call, returning: value)
      return value
    }
  }
}

/// Creates closures that get their responses from a sequencer, for services that are structs of closures.
///
/// Each closure retains the sequencer. If the name of a closure includes a service, that part is ignored, because the
/// sequencer already has a service.
extension MockCallSequencer {
  /// Returns a closure that makes a call to a method and returns the response's value.
  ///
  /// ```swift
  /// var service = WeatherService.unimplemented
  /// service.forecast = sequencer.closure("forecast(city:)")
  /// ```
  ///
  /// - Parameter name: The name of the method, with a label for each argument.
  /// - Returns: A closure that throws the errors of `nextDecodedValue(for:arguments:as:)`.
  public nonisolated func closure<
    each Argument: SendableMetatype, Value: Decodable & SendableMetatype
  >(_ name: MockClosureName) -> @Sendable (repeat each Argument) async throws -> Value {
    { (argument: repeat each Argument) in
      let arguments = name.arguments(repeat each argument)
      return try await self.nextDecodedValue(for: name.method, arguments: arguments)
    }
  }

  /// Returns a closure for a method that returns nothing.
  ///
  /// - Parameter name: The name of the method, with a label for each argument.
  /// - Returns: A closure that throws the errors of `recordVoidCall(for:arguments:converting:)`.
  public nonisolated func closure<each Argument: SendableMetatype>(
    _ name: MockClosureName
  ) -> @Sendable (repeat each Argument) async throws -> Void {
    { (argument: repeat each Argument) in
      let arguments = name.arguments(repeat each argument)
      try await self.recordVoidCall(for: name.method, arguments: arguments)
    }
  }

  /// Returns a closure for a method that returns a value and can't throw.
  ///
  /// - Parameter name: The name of the method, with a label for each argument.
  /// - Returns: A closure that reports a call without a response through ``MockFailureHandler``. In a test, the handler
  ///   returns, and the call returns a placeholder: `nil`, `false`, zero, an empty string or collection, or the first
  ///   case of an enum.
  public nonisolated func requiredClosure<
    each Argument: SendableMetatype, Value: Decodable & SendableMetatype
  >(_ name: MockClosureName) -> @Sendable (repeat each Argument) async -> Value {
    { (argument: repeat each Argument) in
      let arguments = name.arguments(repeat each argument)
      let call = self._call(name.method, arguments)
      return await call.value(_MockCodec(Value.self), throwing: Never.self)
    }
  }

  /// Returns a closure for a method that returns nothing and can't throw.
  ///
  /// - Parameter name: The name of the method, with a label for each argument.
  /// - Returns: A closure that reports its errors through ``MockFailureHandler``.
  public nonisolated func silentClosure<each Argument: SendableMetatype>(
    _ name: MockClosureName
  ) -> @Sendable (repeat each Argument) async -> Void {
    { (argument: repeat each Argument) in
      let arguments = name.arguments(repeat each argument)
      let call = self._call(name.method, arguments)
      await call.perform(throwing: Never.self)
    }
  }

  /// Returns a closure for a method that returns a stream.
  ///
  /// - Parameter name: The name of the method, with a label for each argument.
  /// - Returns: A closure that returns the stream of `deferredStream(for:arguments:as:)`.
  public nonisolated func streamClosure<
    each Argument: SendableMetatype, Value: Decodable & Sendable
  >(
    _ name: MockClosureName
  ) -> @Sendable (repeat each Argument) -> AsyncThrowingStream<Value, any Error> {
    { (argument: repeat each Argument) in
      let arguments = name.arguments(repeat each argument)
      return self.deferredStream(for: name.method, arguments: arguments)
    }
  }
}
