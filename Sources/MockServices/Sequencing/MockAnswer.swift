/// What a responder answers with.
public enum MockAnswer: Sendable {
  /// A success, an error or a stream in its static form.
  ///
  /// Its delay and gate replace those of the configured response; its updates come on top.
  case response(MockResponse)
  /// A success whose value has a form of its own; delay, gate and updates are the configured ones.
  case encoded(any MockEncodedValue)
  /// A stream whose values are made while they are asked for.
  case stream(AsyncThrowingStream<AnyCodableValue, any Error>)
}
