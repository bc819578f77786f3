/// Closures whose calls a sequencer answers, for services that are structs of closures.
///
/// Each keeps the sequencer. Of the name only method and labels count: the service is the sequencer's.
extension MockCallSequencer {
  /// A closure that gives each call the next response of a method.
  ///
  /// ```swift
  /// var service = WeatherService.unimplemented
  /// service.forecast = sequencer.closure("forecast(city:)")
  /// ```
  ///
  /// - Parameter name: The method, with labels for the arguments.
  /// - Returns: A closure that throws what `nextDecodedValue(for:arguments:as:)` throws.
  public nonisolated func closure<
    each Argument: SendableMetatype, Value: Decodable & SendableMetatype
  >(_ name: MockClosureName) -> @Sendable (repeat each Argument) async throws -> Value {
    { (argument: repeat each Argument) in
      let arguments = name.arguments(repeat each argument)
      return try await self.nextDecodedValue(for: name.method, arguments: arguments)
    }
  }

  /// The same for a method that returns nothing.
  ///
  /// - Parameter name: The method, with labels for the arguments.
  /// - Returns: A closure that throws what `recordVoidCall(for:arguments:converting:)` throws.
  public nonisolated func closure<each Argument: SendableMetatype>(
    _ name: MockClosureName
  ) -> @Sendable (repeat each Argument) async throws -> Void {
    { (argument: repeat each Argument) in
      let arguments = name.arguments(repeat each argument)
      try await self.recordVoidCall(for: name.method, arguments: arguments)
    }
  }

  /// The same for a method that returns a value and cannot throw.
  ///
  /// - Parameter name: The method, with labels for the arguments.
  /// - Returns: A closure that reports a call without an answer through ``MockFailureHandler``. Where that returns, as
  ///   in a test, the value is a placeholder: nil, false, zero, an empty text or collection, the first case.
  public nonisolated func requiredClosure<
    each Argument: SendableMetatype, Value: Decodable & SendableMetatype
  >(_ name: MockClosureName) -> @Sendable (repeat each Argument) async -> Value {
    { (argument: repeat each Argument) in
      let arguments = name.arguments(repeat each argument)
      let call = self._call(name.method, arguments)
      return await call.value(_MockCodec(Value.self), throwing: Never.self)
    }
  }

  /// The same for a method that returns nothing and cannot throw; an error is reported.
  ///
  /// - Parameter name: The method, with labels for the arguments.
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

  /// The same for a method that returns a stream.
  ///
  /// - Parameter name: The method, with labels for the arguments.
  /// - Returns: A closure that returns what `deferredStream(for:arguments:as:)` returns.
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
