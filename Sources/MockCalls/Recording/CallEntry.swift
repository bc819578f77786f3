internal import MockData

/// A call as the log keeps it: references to what is known anyway, so that recording is cheap.
@usableFromInline struct CallEntry {
  var method: MethodIdentity
  var arguments: MockArguments
  var count: Int
  var step = 0
  var response: PreparedResponse?
  var state: [String: AnyCodableValue]?
  var isVerified = false
  /// The nanoseconds on a virtual clock when the call began; -1 where they are not known.
  var time = -1
  /// Bytes that the entry keeps of what a script has made.
  var weight = 0
  /// Nil for a call that got its response at once, with the outcome that the response states.
  var extra: Extra?

  /// What only some calls have.
  @usableFromInline enum Extra: Sendable {
    case details(Details)
    /// A closure of the test answers.
    case stubbed(StubbedCall)
  }

  /// What is known of a call beyond its response; never changed once it is in the log.
  @usableFromInline final class Details: Sendable {
    let key: AnyCodableValue?
    let lacksKey: Bool
    let outcome: MockCallOutcome
    let duration: Duration?
    /// Whether a closure of the test answered.
    let isStubbed: Bool
    /// What that returned.
    let result: LazyResult?
    /// The app in another process that made the call; nil for a call of this process.
    let origin: CallOrigin?
    /// The shared state when the call began; nil where that is the state of the entry, or was not kept.
    let before: [String: AnyCodableValue]?
    /// The number of the latest call when this one ended; nil for one that ended as it began, or runs.
    let lastAtEnd: Int?

    init(
      key: AnyCodableValue? = nil, lacksKey: Bool = false, outcome: MockCallOutcome = .running,
      duration: Duration? = nil, isStubbed: Bool = false, result: LazyResult? = nil,
      origin: CallOrigin? = nil, before: [String: AnyCodableValue]? = nil, lastAtEnd: Int? = nil
    ) {
      self.lastAtEnd = lastAtEnd
      (self.isStubbed, self.result, self.origin) = (isStubbed, result, origin)
      self.before = before
      self.key = key
      self.lacksKey = lacksKey
      self.outcome = outcome
      self.duration = duration
    }
  }

  /// A call that runs, as most do: without a key.
  static let running = Extra.details(Details())

  /// What is known of the call, unless a closure has it.
  var details: Details? {
    if case .details(let details) = extra { details } else { nil }
  }

  /// The call that a closure has.
  private var stubbed: StubbedCall? {
    if case .stubbed(let call) = extra { call } else { nil }
  }

  var isRunning: Bool {
    if let stubbed { return !stubbed.hasEnded }
    return if case .running = details?.outcome { true } else { false }
  }

  private var isStubbed: Bool { stubbed != nil || details?.isStubbed ?? false }

  /// Lets go of all values.
  mutating func hollow() {
    // What a caller has given is the app's as well.
    if arguments.isOfScript { arguments = .none }
    state = nil
    // What a closure has returned is the app's, and not freed here, where the log is locked.
    if !isStubbed { extra = Self.hollow }
    weight = 0
  }

  private static let hollow = Extra.details(Details(outcome: .cancelled))

  /// Ends the call.
  mutating func end(
    _ outcome: MockCallOutcome, duration: Duration, state: [String: AnyCodableValue]?,
    after last: Int
  ) {
    let known = details
    extra = .details(
      Details(
        key: known?.key, lacksKey: known?.lacksKey ?? false, outcome: outcome, duration: duration,
        origin: known?.origin, before: known?.before ?? self.state, lastAtEnd: last))
    self.state = state
  }

  /// The entry as it is now, for whoever reads it without the lock of the log; the caller has that.
  var settled: CallEntry {
    guard let stubbed else { return self }
    var entry = self
    entry.extra = .details(stubbed.settled(before: state))
    if let endState = stubbed.endState { entry.state = endState }
    return entry
  }

  private var outcome: MockCallOutcome {
    if let result = details?.result { return .returned(result.encoded) }
    return details?.outcome ?? response?.answer.outcome ?? .returned(nil)
  }

  func record(order: Int, redaction: Redaction) -> MockCallRecord {
    let extra = details
    return MockCallRecord(
      order: order, service: method.service, method: method.name, arguments: arguments.value,
      count: count, step: step, key: extra?.key, lacksKey: extra?.lacksKey ?? false,
      responseIndex: response?.index, place: method.place(of: response?.index), outcome: outcome,
      duration: extra == nil ? .zero : extra?.duration, state: state ?? [:],
      isStubbed: extra?.isStubbed ?? false, app: extra?.origin?.name, stateBefore: extra?.before,
      redaction: redaction, began: time < 0 ? nil : .nanoseconds(time),
      lastAtEnd: isRunning ? nil : extra?.lastAtEnd ?? order, isOfScript: arguments.isOfScript)
  }
}
