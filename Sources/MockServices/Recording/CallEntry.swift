/// A call as the log keeps it: references to what is known anyway, so that recording is cheap.
struct CallEntry {
  var method: MethodIdentity
  var arguments: AnyCodableValue
  var count: Int
  var step = 0
  var key: AnyCodableValue?
  var lacksKey = false
  var response: PreparedResponse?
  var outcome = Outcome.running
  var began: Duration
  var duration: Duration?
  var state: [String: AnyCodableValue]?
  var isVerified = false

  enum Outcome {
    case running
    /// As the response states it.
    case asConfigured
    case other(MockCallOutcome)
  }

  var publicOutcome: MockCallOutcome {
    switch outcome {
    case .running: return .running
    case .other(let outcome): return outcome
    case .asConfigured:
      if let error = response?.error { return .threw(error) }
      return .returned(response?.response.value)
    }
  }

  func record(order: Int) -> MockCallRecord {
    MockCallRecord(
      order: order, service: method.service, method: method.name, arguments: arguments,
      count: count, step: step, key: key, lacksKey: lacksKey, responseIndex: response?.index,
      place: method.place(of: response?.index), outcome: publicOutcome, began: began,
      duration: duration, state: state ?? [:])
  }
}
