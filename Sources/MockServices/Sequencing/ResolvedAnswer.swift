/// The answer of a call in its final form, before it waits and takes effect.
struct ResolvedAnswer: Sendable {
  var content: Content
  var index: Int?
  var gate: String?
  var delay = Duration.zero
  var updates: [String: AnyCodableValue] = [:]

  enum Content: Sendable {
    case value(AnyCodableValue?)
    case error(MockServiceError)
    case values([AnyCodableValue], end: MockServiceError?, interval: Duration)
    /// A computed stream, and the time that lies between two of its values at least.
    case live(AsyncThrowingStream<AnyCodableValue, any Error>, interval: Duration)
  }

  /// The answer as one value, a stream as the list of its values; nil where there is none.
  var value: AnyCodableValue? {
    switch content {
    case .value(let value): value
    case .values(let values, nil, _): .array(values)
    case .values, .error, .live: nil
    }
  }

  /// The error that the answer is, or that its stream ends with.
  var error: MockServiceError? {
    switch content {
    case .error(let error), .values(_, let error?, _): error
    case .values, .value, .live: nil
    }
  }

  /// How long it takes from the first value of a stream to its end.
  var streamTime: Duration {
    guard case .values(let values, let end, let interval) = content else { return .zero }
    return interval * max(0, values.count - 1 + (end == nil || values.isEmpty ? 0 : 1))
  }
}
