public import MockServices

extension MockResponse {
  /// A success.
  ///
  /// - Parameters:
  ///   - value: The value; none by default.
  ///   - delayMs: How long it waits: whole milliseconds or a distribution; no delay by default.
  ///   - updateSharedState: New values of shared state; none by default.
  /// - Returns: The response.
  public static func success(
    _ value: AnyCodableValue? = nil, delayMs: MockDelay? = nil,
    updateSharedState: [String: AnyCodableValue]? = nil
  ) -> MockResponse {
    MockResponse(
      result: .success, value: value, delayMs: delayMs, updateSharedState: updateSharedState)
  }

  /// A success after whole milliseconds.
  ///
  /// - Parameters:
  ///   - value: The value; none by default.
  ///   - delayMs: How long it waits in whole milliseconds.
  ///   - updateSharedState: New values of shared state; none by default.
  /// - Returns: The response.
  public static func success(
    _ value: AnyCodableValue? = nil, delayMs: Int,
    updateSharedState: [String: AnyCodableValue]? = nil
  ) -> MockResponse {
    success(value, delayMs: MockDelay.fixed(ms: delayMs), updateSharedState: updateSharedState)
  }

  /// An error.
  ///
  /// - Parameters:
  ///   - code: The code by which the app tells the error.
  ///   - message: The message.
  /// - Returns: The response.
  public static func error(code: String, message: String) -> MockResponse {
    MockResponse(result: .error, error: MockErrorPayload(code: code, message: message))
  }
}

extension MockMethodConfig {
  /// A method that always succeeds with one value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - updateSharedState: New values of shared state; none by default.
  /// - Returns: The configuration.
  public static func singleSuccess(
    _ value: AnyCodableValue, updateSharedState: [String: AnyCodableValue]? = nil
  ) -> MockMethodConfig {
    MockMethodConfig(responses: [.success(value, updateSharedState: updateSharedState)])
  }

  /// A method that always fails with one error.
  ///
  /// - Parameters:
  ///   - code: The code by which the app tells the error.
  ///   - message: The message.
  /// - Returns: The configuration.
  public static func singleError(code: String, message: String) -> MockMethodConfig {
    MockMethodConfig(responses: [.error(code: code, message: message)])
  }

  /// A method that returns nothing and always succeeds.
  public static var voidSuccess: MockMethodConfig { MockMethodConfig(responses: [.success()]) }
}
