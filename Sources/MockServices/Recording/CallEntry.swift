/// A call as the log keeps it: references to what is known anyway, so that recording is cheap.
struct CallEntry {
  var method: MethodIdentity
  var arguments: MockArguments
  var count: Int
  var step = 0
  var response: PreparedResponse?
  var state: [String: AnyCodableValue]?
  var isVerified = false
  /// Nil for a call that got its response at once, with its outcome as the response states it.
  var extra: Extra?

  /// What only some calls have; never changed once it is in the log.
  final class Extra: Sendable {
    let key: AnyCodableValue?
    let lacksKey: Bool
    let outcome: Outcome
    let duration: Duration?

    init(
      key: AnyCodableValue? = nil, lacksKey: Bool = false, outcome: Outcome = .running,
      duration: Duration? = nil
    ) {
      self.key = key
      self.lacksKey = lacksKey
      self.outcome = outcome
      self.duration = duration
    }
  }

  /// The count of a call that nobody else counts: the log gives it the number of the method's call.
  static let countedByLog = 0

  /// A call that runs, as most do: without a key.
  static let running = Extra()

  enum Outcome: Sendable {
    case running
    /// As the response states it.
    case asConfigured
    case encoded(any MockEncodedValue)
    case other(MockCallOutcome)
  }

  var isRunning: Bool {
    if case .running = extra?.outcome { true } else { false }
  }

  /// Ends the call.
  mutating func end(
    _ outcome: Outcome, duration: Duration, state: [String: AnyCodableValue]?
  ) {
    extra = Extra(
      key: extra?.key, lacksKey: extra?.lacksKey ?? false, outcome: outcome, duration: duration)
    self.state = state
  }

  private var outcome: MockCallOutcome {
    switch extra?.outcome ?? .asConfigured {
    case .running: return .running
    case .other(let outcome): return outcome
    case .encoded(let encoded): return .returned(encoded.value)
    case .asConfigured:
      if let error = response?.error { return .threw(error) }
      return .returned(response?.response.value)
    }
  }

  func record(order: Int) -> MockCallRecord {
    MockCallRecord(
      order: order, service: method.service, method: method.name, arguments: arguments.value,
      count: count, step: step, key: extra?.key, lacksKey: extra?.lacksKey ?? false,
      responseIndex: response?.index, place: method.place(of: response?.index), outcome: outcome,
      duration: extra == nil ? .zero : extra?.duration, state: state ?? [:])
  }
}
