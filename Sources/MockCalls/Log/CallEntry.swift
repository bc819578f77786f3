internal import MockConfiguration
internal import MockData

/// The entry refers to existing data, so that recording a call is cheap.
struct CallEntry {
  var method: MethodIdentity
  var arguments: MockArguments
  /// The number of the call among the method's calls, starting at 1.
  ///
  /// If it is 0, the log determines the number.
  var count = 0
  var step = 0
  var response: PreparedResponse?
  var key: AnyCodableValue?
  var lacksKey = false
  /// The number of the called mock, or 0 if the call wasn't made on a mock, for example because a script or another
  /// process made it.
  var mock = 0
  /// The app in another process that made the call, or `nil` for a call in this process.
  var origin: CallOrigin?
  /// The shared state at the end of the call.
  ///
  /// While the call is running, it is the state at its start.
  var state: [String: AnyCodableValue]?
  /// The time on a virtual clock when the call began, in nanoseconds.
  ///
  /// It is -1 if the time is unknown.
  var time: Int64 = -1
  /// Whether a stub's closure responds to the call.
  var isStubbed = false
  /// The location of that closure, if it belongs to a typed stub.
  var stub: StubPlace?
  /// Whether the call returns a sequence of values.
  var isStream = false
  var isVerified = false
  /// The size in bytes of the entry's data that comes from scripts and other processes.
  var byteSize = 0

  var outcome = MockCallOutcome.running
  /// The values that were pushed after the response had ended.
  var pushed: [AnyCodableValue] = []
  /// The value that a stub's closure returned.
  ///
  /// It replaces the value of the outcome.
  var result: LazyResult?
  var duration: Duration?
  /// The shared state when the call began.
  ///
  /// It is `nil` if it is the same as `state` or wasn't kept.
  var before: [String: AnyCodableValue]?
  /// The number of the latest call when this one ended.
  ///
  /// It is `nil` if this call ended immediately or is still running.
  var lastAtEnd: Int?

  var isRunning: Bool { if case .running = outcome { true } else { false } }

  /// Ends the call in the same step in which it begins.
  mutating func end(with outcome: MockCallOutcome) {
    (self.outcome, duration) = (outcome, .zero)
  }

  mutating func end(
    _ outcome: MockCallOutcome, duration: Duration, state: [String: AnyCodableValue]?,
    result: LazyResult?, after last: Int
  ) {
    // A call of this process that takes no time begins and ends with the same state, except for its own updates.
    if duration > .zero || origin != nil || response?.isImmediate != true { before = self.state }
    (self.outcome, self.duration, self.state) = (outcome, duration, state)
    (self.result, lastAtEnd) = (result, last)
  }

  /// Releases the values of the call, so that the entry takes up little memory.
  mutating func evict() {
    // For a caller in this process, the arguments exist in the app anyway.
    if arguments.byteSize > 0 { arguments = .none }
    (state, before) = (nil, nil)
    // A value that a closure returned belongs to the app. It must not be freed here, because the log is locked.
    if !isStubbed { (key, outcome) = (nil, .cancelled) }
    pushed = []
    byteSize = 0
  }

  func record(order: Int, redaction: Redaction) -> MockCallRecord {
    MockCallRecord(
      order: order, service: method.service, method: method.name, arguments: arguments.value,
      count: count, step: step, key: key, lacksKey: lacksKey, responseIndex: response?.index,
      place: method.place(of: response?.index),
      outcome: (result.map { .returned($0.encoded) } ?? outcome).adding(pushed, isStream: isStream),
      duration: duration,
      state: state ?? [:], isStubbed: isStubbed, app: origin?.name, stateBefore: before,
      redaction: redaction, began: time < 0 ? nil : .nanoseconds(time),
      lastAtEnd: isRunning ? nil : lastAtEnd ?? order, isOfScript: arguments.isOfScript,
      isPassed: response?.response.result == .passthrough, isStream: isStream || !pushed.isEmpty)
  }
}

/// Follows a log, and returns each call once, after the call has ended.
package struct EndedCalls {
  private var next = 1
  /// The number of resets of the log up to now.
  ///
  /// After each reset, the log numbers its calls from 1 again.
  private var epoch = 0
  private var running: Set<Int> = []

  package init() {}

  /// Returns the calls that have ended since the last time, if the log still keeps them.
  package mutating func take(from log: MockCallLog) -> [MockCallRecord] {
    let now = log.epoch
    if epoch != now { (epoch, next, running) = (now, 1, []) }
    let last = log.ended(of: running)
    running.subtract(last)
    return last.compactMap(log.call)
      + log.calls(from: next).filter { call in
        next = call.order + 1
        if call.outcome == .running { running.insert(call.order) }
        return call.outcome != .running
      }
  }
}
