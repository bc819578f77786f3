/// Creates closures that respond from a sequencer, for services that are structs of closures.
///
/// Each closure retains the sequencer. The service in a closure's name is ignored, since the sequencer already has a
/// service.
extension MockCallSequencer {
  /// Returns a closure that responds to each call with the next response of a method.
  ///
  /// ```swift
  /// var service = WeatherService.unimplemented
  /// service.forecast = sequencer.closure("forecast(city:)")
  /// ```
  ///
  /// - Parameter name: The method, with labels for the arguments.
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
  /// - Parameter name: The method, with labels for the arguments.
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
  /// - Parameter name: The method, with labels for the arguments.
  /// - Returns: A closure that reports a call without a response through ``MockFailureHandler``. If the handler
  ///   returns, as it does in a test, the call returns a placeholder: `nil`, `false`, zero, an empty string or
  ///   collection, or the first case.
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

  /// Returns a closure for a method that returns a stream.
  ///
  /// - Parameter name: The method, with labels for the arguments.
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
