internal import MockConfiguration
internal import MockData

/// The answer of a call in its final form, before it waits and takes effect.
final class ResolvedAnswer: Sendable {
  let content: Content
  /// The place of the response in the configuration's list, from 0.
  let index: Int
  let gate: String?
  let delay: MockDelay?
  let updates: [String: AnyCodableValue]
  /// What of the answer a caller skips that is not async, as a script states it; nil where it states nothing.
  let statedWait: String?
  /// Whether the answer is an error, or ends with one; known at once, since every call asks.
  let hasError: Bool

  enum Content: Sendable {
    case value(AnyCodableValue?)
    case error(MockServiceError)
    case values([AnyCodableValue], end: MockServiceError?, interval: Duration)
    /// A computed stream, and the time that lies between two of its values at least.
    case live(AsyncThrowingStream<AnyCodableValue, any Error>, interval: Duration)
  }

  /// An answer with gate, delay and updates of another, if any.
  init(_ content: Content, index: Int, like other: ResolvedAnswer? = nil) {
    self.content = content
    self.index = index
    (gate, delay, updates) = (other?.gate, other?.delay, other?.updates ?? [:])
    statedWait = other?.statedWait
    hasError = content.error != nil
  }

  /// A response; what it does not say is taken from the one that was configured.
  init(_ response: MockResponse, index: Int, over configured: MockResponse? = nil) {
    let error = response.error.map { MockServiceError($0) }
    switch response.result {
    case .stream:
      content = .values(
        response.values ?? [], end: error, interval: .milliseconds(response.intervalMs ?? 0))
    case .error:
      content = .error(error ?? MockServiceError(code: "error", message: "error"))
    case .success, .callback: content = .value(response.value)
    }
    self.index = index
    gate = response.gate ?? configured?.gate
    delay = response.delayMs ?? configured?.delayMs
    statedWait = response.statedWait ?? configured?.statedWait
    hasError = content.error != nil
    var updates = configured?.updateSharedState ?? [:]
    if let own = response.updateSharedState { updates.merge(own) { $1 } }
    self.updates = updates
  }

  /// The answer of a call that nobody expects one from.
  static let nothing = ResolvedAnswer(.value(nil), index: 0)

  /// How a call ends that gets the answer.
  var outcome: MockCallOutcome { error.map { .threw($0) } ?? .returned(value) }

  /// Whether it can be given at once.
  var isImmediate: Bool {
    guard gate == nil, (delay ?? 0) == 0 else { return false }
    switch content {
    case .value, .error: return true
    case .values, .live: return false
    }
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
  var error: MockServiceError? { hasError ? content.error : nil }

  /// How long it takes from the first value of a stream to its end.
  var streamTime: Duration {
    guard case .values(let values, let end, let interval) = content else { return .zero }
    return interval * max(0, values.count - 1 + (end == nil || values.isEmpty ? 0 : 1))
  }
}

extension ResolvedAnswer.Content {
  /// The error that the answer is, or that its stream ends with.
  fileprivate var error: MockServiceError? {
    switch self {
    case .error(let error), .values(_, let error?, _): error
    case .values, .value, .live: nil
    }
  }
}

extension MockResponse {
  /// The wait that was stated for this response; a delay of all responses is none.
  package var statedWait: String? {
    if let gate { return ":gate \"\(gate)\"" }
    guard let delayMs, !delayOrigin.isOfAll, delayMs != 0 else { return nil }
    return ":after(...)"
  }
}
