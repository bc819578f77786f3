public import MockConfiguration
public import MockData

/// The response that a responder returns.
public enum MockAnswer: Sendable {
  /// A success, an error, or a stream whose values are known.
  ///
  /// Its delay and its gate replace the configured ones. Its updates are added to the configured ones.
  case response(MockResponse)
  /// A stream whose values are produced on demand.
  case stream(AsyncThrowingStream<AnyCodableValue, any Error>)
}
