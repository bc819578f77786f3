/// What the methods of mocks call whose result is no `Decodable`, or no `Sendable` in a stream.
///
/// A macro does not see that: the compiler warns, and the call fails with a message.
extension MockCallSequencer {
  /// Throws, since no value of the type can come from a configuration.
  ///
  /// - Throws: ``MockServiceError``, always.
  @available(*, deprecated, message: "the result is not Decodable: make it so, or write the method")
  @_disfavoredOverload
  public nonisolated(nonsending) func nextDecodedValue<T>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) async throws -> sending T {
    _ = try await nextResponse(for: method, arguments: arguments)
    throw undecodable(method, "\(T.self)")
  }

  /// Throws, since no value of the type can come from a configuration.
  ///
  /// - Throws: ``MockServiceError``, always.
  @available(*, deprecated, message: "the result is not Decodable: make it so, or write the method")
  @_disfavoredOverload
  public nonisolated(nonsending) func nextDecodedValue<T>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self,
    converting errors: any MockErrorConvertible.Type
  ) async throws -> sending T {
    _ = try await nextResponse(for: method, arguments: arguments)
    throw undecodable(method, "\(T.self)")
  }

  /// Hands the failure to the handler and stops, since no value can come from a configuration.
  @available(*, deprecated, message: "the result is not Decodable: make it so, or write the method")
  @_disfavoredOverload
  public nonisolated(nonsending) func nextDecodedValue<T, Failure: Error>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self,
    throwing failure: Failure.Type
  ) async throws(Failure) -> sending T {
    placeholder(method, arguments, Self.problem("\(T.self)"), nil)
  }

  /// Hands the failure to the handler and stops, since no value can come from a configuration.
  @available(*, deprecated, message: "the result is not Decodable: make it so, or write the method")
  @_disfavoredOverload
  public nonisolated(nonsending) func requiredValue<T>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) async -> sending T {
    placeholder(method, arguments, Self.problem("\(T.self)"), nil)
  }

  /// A stream that fails, since no element can come from a configuration.
  @available(
    *, deprecated,
    message: "the elements are not Decodable and Sendable: make them so, or write the method"
  )
  @_disfavoredOverload
  public nonisolated(nonsending) func stream<T>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) async -> AsyncThrowingStream<T, any Error> {
    deferredStream(for: method, arguments: arguments, as: type)
  }

  /// A stream that fails, since no element can come from a configuration.
  @available(
    *, deprecated,
    message: "the elements are not Decodable and Sendable: make them so, or write the method"
  )
  @_disfavoredOverload
  public nonisolated func deferredStream<T>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) -> AsyncThrowingStream<T, any Error> {
    let error = undecodable(method, "\(T.self)")
    return AsyncThrowingStream { throw error }
  }

  private static func problem(_ type: String) -> String {
    "returns \(type), which is not Decodable; make it so, or write the method yourself"
  }

  private nonisolated func undecodable(_ method: String, _ type: String) -> MockServiceError {
    MockServiceError(
      code: MockErrorCode.decodingFailed.rawValue,
      message: describe(method, .none, Self.problem(type)))
  }
}
