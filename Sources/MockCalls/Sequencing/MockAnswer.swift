public import MockConfiguration
public import MockData

/// What a responder answers with.
public enum MockAnswer: Sendable {
  /// A success, an error or a stream in its static form.
  ///
  /// Its delay and gate replace those of the configured response; its updates come on top.
  case response(MockResponse)
  /// A stream whose values are made while they are asked for.
  case stream(AsyncThrowingStream<AnyCodableValue, any Error>)
}
