package import MockConfiguration
package import MockData

/// What a call is answered with, in its final form, before it waits and takes effect.
package struct Answer: Sendable {
  package enum Content: Sendable {
    case value(AnyCodableValue?)
    case error(MockServiceError)
    case values([AnyCodableValue], end: MockServiceError?, interval: Duration)
    /// A computed stream, and the time that lies between two of its values at least.
    case live(AsyncThrowingStream<AnyCodableValue, any Error>, interval: Duration)
    /// The call was cancelled, or the scenario was reset meanwhile; only an answer from another process says so.
    case cancelled
  }

  package var content: Content
  /// The place of the response in the configuration's list, from 0.
  package var index: Int
  /// The number of the call of the method, from 1; 0 where the call did not begin.
  package var count = 0
  /// The place of the response in a script; nil where none is known.
  package var place: SourcePlace?
  /// Whether a strict test wants to know which keys of the value the app's type ignores.
  package var isWatched = false
  /// Who hears which fields of the value the app's types read; nil for nobody.
  package var fields: FieldNotes?
  /// What the live service itself gave, where the answer is that; nil for all others.
  var live: LiveResult?
  var gate: String?
  var delay: MockDelay?
  var updates: [String: AnyCodableValue] = [:]
  /// What of the answer a caller skips that does not wait, as a script states it; nil where it states nothing.
  var statedWait: String?

  /// The value as the live service gave it; nil where the answer is another.
  package var liveValue: Any? { live?.value }

  package init(
    _ content: Content, index: Int = 0, count: Int = 0, place: SourcePlace? = nil,
    isWatched: Bool = false
  ) {
    (self.content, self.index, self.count) = (content, index, count)
    (self.place, self.isWatched) = (place, isWatched)
  }

  /// The answer of a call that failed.
  package init(failing error: any Error, count: Int = 0) {
    switch error {
    case is CancellationError: self.init(.cancelled, count: count)
    case let error as MockServiceError: self.init(.error(error), count: count)
    default: self.init(.error(MockServiceError(untyped: error)), count: count)
    }
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
    case .success, .callback, .passthrough: content = .value(response.value)
    }
    self.index = index
    gate = response.gate ?? configured?.gate
    delay = response.delayMs ?? configured?.delayMs
    statedWait = response.statedWait ?? configured?.statedWait
    updates = configured?.updateSharedState ?? [:]
    if let own = response.updateSharedState { updates.merge(own) { $1 } }
  }

  /// The same with another content.
  func with(_ content: Content) -> Answer {
    var answer = self
    answer.content = content
    return answer
  }

  /// How a call ends that gets the answer.
  var outcome: MockCallOutcome { error.map { .threw($0) } ?? .returned(value) }

  /// Whether it can be given at once.
  var isImmediate: Bool {
    guard gate == nil, (delay ?? 0) == 0 else { return false }
    switch content {
    case .value, .error, .cancelled: return true
    case .values, .live: return false
    }
  }

  /// The answer as one value, a stream as the list of its values; nil where there is none.
  package var value: AnyCodableValue? {
    switch content {
    case .value(let value): value
    case .values(let values, nil, _): .array(values)
    case .values, .error, .live, .cancelled: nil
    }
  }

  /// The error that the answer is, or that its stream ends with.
  var error: MockServiceError? {
    switch content {
    case .error(let error), .values(_, let error?, _): error
    case .values, .value, .live, .cancelled: nil
    }
  }

  /// How long it takes from the first value of a stream to its end.
  var streamTime: Duration {
    guard case .values(let values, let end, let interval) = content else { return .zero }
    return interval * max(0, values.count - 1 + (end == nil || values.isEmpty ? 0 : 1))
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
