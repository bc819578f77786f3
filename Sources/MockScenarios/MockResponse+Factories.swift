public import MockServices

extension MockResponse {
  /// Returns a successful response.
  ///
  /// - Parameters:
  ///   - value: The value that the method returns. The default is nil.
  ///   - delayMs: The delay, in whole milliseconds or as a distribution. By default, there is no delay.
  ///   - updateSharedState: The values that the response sets in the shared state, by key. The default is nil.
  /// - Returns: The response.
  public static func success(
    _ value: AnyCodableValue? = nil, delayMs: MockDelay? = nil,
    updateSharedState: [String: AnyCodableValue]? = nil
  ) -> MockResponse {
    MockResponse(
      result: .success, value: value, delayMs: delayMs, updateSharedState: updateSharedState)
  }

  /// Returns a successful response with a delay in whole milliseconds.
  ///
  /// - Parameters:
  ///   - value: The value that the method returns. The default is nil.
  ///   - delayMs: The delay, in whole milliseconds.
  ///   - updateSharedState: The values that the response sets in the shared state, by key. The default is nil.
  /// - Returns: The response.
  public static func success(
    _ value: AnyCodableValue? = nil, delayMs: Int,
    updateSharedState: [String: AnyCodableValue]? = nil
  ) -> MockResponse {
    success(value, delayMs: MockDelay.fixed(ms: delayMs), updateSharedState: updateSharedState)
  }

  /// Returns a response that makes the call throw an error.
  ///
  /// - Parameters:
  ///   - code: The code that identifies the error to the app.
  ///   - message: The human-readable message.
  /// - Returns: The response.
  public static func error(code: String, message: String) -> MockResponse {
    MockResponse(result: .error, error: MockErrorPayload(code: code, message: message))
  }
}

extension MockMethodConfig {
  /// Returns the configuration of a method that always succeeds with the same value.
  ///
  /// - Parameters:
  ///   - value: The value that the method returns.
  ///   - updateSharedState: The values that each call sets in the shared state, by key. The default is nil.
  /// - Returns: The configuration.
  public static func singleSuccess(
    _ value: AnyCodableValue, updateSharedState: [String: AnyCodableValue]? = nil
  ) -> MockMethodConfig {
    MockMethodConfig(responses: [.success(value, updateSharedState: updateSharedState)])
  }

  /// Returns the configuration of a method that always fails with the same error.
  ///
  /// - Parameters:
  ///   - code: The code that identifies the error to the app.
  ///   - message: The human-readable message.
  /// - Returns: The configuration.
  public static func singleError(code: String, message: String) -> MockMethodConfig {
    MockMethodConfig(responses: [.error(code: code, message: message)])
  }

  /// The configuration of a method that always succeeds without a value.
  public static var voidSuccess: MockMethodConfig { MockMethodConfig(responses: [.success()]) }
}
