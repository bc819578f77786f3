internal import MockConfiguration
internal import MockData

/// A call as the log keeps it: references to what is known anyway, so that recording is cheap.
struct CallEntry {
  var method: MethodIdentity
  var arguments: MockArguments
  /// The number of the call of the method, from 1; 0 lets the log count.
  var count = 0
  var step = 0
  var response: PreparedResponse?
  var key: AnyCodableValue?
  var lacksKey = false
  /// The number of the mock that was called; 0 for a call on no mock, such as one of a script or of another process.
  var mock = 0
  /// The app in another process that made the call; nil for a call of this process.
  var origin: CallOrigin?
  /// The shared state when the call ended; before that, when it began.
  var state: [String: AnyCodableValue]?
  /// The nanoseconds on a virtual clock when the call began; -1 where they are not known.
  var time: Int64 = -1
  /// Whether a closure of the test answers.
  var isStubbed = false
  /// The place of that closure, if it is a typed stub.
  var stub: StubPlace?
  /// Whether its values come one after the other.
  var isStream = false
  var isVerified = false
  /// Bytes that the entry keeps of what a script has made.
  var byteSize = 0

  var outcome = MockCallOutcome.running
  /// What a closure of the test returned, which stands for the value of the outcome.
  var result: LazyResult?
  var duration: Duration?
  /// The shared state when the call began; nil where that is the state of the entry, or was not kept.
  var before: [String: AnyCodableValue]?
  /// The number of the latest call when this one ended; nil for one that ended as it began, or runs.
  var lastAtEnd: Int?

  var isRunning: Bool { if case .running = outcome { true } else { false } }

  /// Ends the call in the step in which it began.
  mutating func end(with outcome: MockCallOutcome) {
    (self.outcome, duration) = (outcome, .zero)
  }

  /// Ends the call.
  mutating func end(
    _ outcome: MockCallOutcome, duration: Duration, state: [String: AnyCodableValue]?,
    result: LazyResult?, after last: Int
  ) {
    // A call of this process that takes no time begins and ends with one state, its own updates aside.
    if duration > .zero || origin != nil || response?.isImmediate != true { before = self.state }
    (self.outcome, self.duration, self.state) = (outcome, duration, state)
    (self.result, lastAtEnd) = (result, last)
  }

  /// Lets go of all values.
  mutating func evict() {
    // What a caller of this process has given is the app's as well.
    if arguments.byteSize > 0 { arguments = .none }
    (state, before) = (nil, nil)
    // What a closure has returned is the app's, and not freed here, where the log is locked.
    if !isStubbed { (key, outcome) = (nil, .cancelled) }
    byteSize = 0
  }

  func record(order: Int, redaction: Redaction) -> MockCallRecord {
    MockCallRecord(
      order: order, service: method.service, method: method.name, arguments: arguments.value,
      count: count, step: step, key: key, lacksKey: lacksKey, responseIndex: response?.index,
      place: method.place(of: response?.index),
      outcome: result.map { .returned($0.encoded) } ?? outcome, duration: duration,
      state: state ?? [:], isStubbed: isStubbed, app: origin?.name, stateBefore: before,
      redaction: redaction, began: time < 0 ? nil : .nanoseconds(time),
      lastAtEnd: isRunning ? nil : lastAtEnd ?? order, isOfScript: arguments.isOfScript,
      isPassed: response?.response.result == .passthrough, isStream: isStream)
  }
}
