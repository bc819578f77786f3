public import MockServices

extension MockResponse {
  /// Returns a successful response.
  ///
  /// - Parameters:
  ///   - value: The value; nil by default.
  ///   - delayMs: The delay, as whole milliseconds or as a distribution; no delay by default.
  ///   - updateSharedState: New values of shared state; nil by default.
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
  ///   - value: The value; nil by default.
  ///   - delayMs: The delay in whole milliseconds.
  ///   - updateSharedState: New values of shared state; nil by default.
  /// - Returns: The response.
  public static func success(
    _ value: AnyCodableValue? = nil, delayMs: Int,
    updateSharedState: [String: AnyCodableValue]? = nil
  ) -> MockResponse {
    success(value, delayMs: MockDelay.fixed(ms: delayMs), updateSharedState: updateSharedState)
  }

  /// Returns a response that is an error.
  ///
  /// - Parameters:
  ///   - code: The code by which the app identifies the error.
  ///   - message: The message.
  /// - Returns: The response.
  public static func error(code: String, message: String) -> MockResponse {
    MockResponse(result: .error, error: MockErrorPayload(code: code, message: message))
  }
}

extension MockMethodConfig {
  /// Returns a method that always succeeds with the same value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - updateSharedState: New values of shared state; nil by default.
  /// - Returns: The configuration.
  public static func singleSuccess(
    _ value: AnyCodableValue, updateSharedState: [String: AnyCodableValue]? = nil
  ) -> MockMethodConfig {
    MockMethodConfig(responses: [.success(value, updateSharedState: updateSharedState)])
  }

  /// Returns a method that always fails with the same error.
  ///
  /// - Parameters:
  ///   - code: The code by which the app identifies the error.
  ///   - message: The message.
  /// - Returns: The configuration.
  public static func singleError(code: String, message: String) -> MockMethodConfig {
    MockMethodConfig(responses: [.error(code: code, message: message)])
  }

  /// A method that always succeeds without a value.
  public static var voidSuccess: MockMethodConfig { MockMethodConfig(responses: [.success()]) }
}
