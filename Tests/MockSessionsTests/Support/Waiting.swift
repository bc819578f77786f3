import MockServices
import Testing

extension MockCallLog {
  /// Waits until a call has ended, and gives how.
  func outcome(of method: String, number: Int = 1) async throws -> MockCallOutcome {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
      if let call = calls(method).first(where: { $0.count == number }), call.outcome != .running {
        return call.outcome
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    return .running
  }
}

/// Waits until something is so; false where it does not become so within half a minute.
func eventually(_ isSo: () async throws -> Bool) async throws -> Bool {
  let deadline = ContinuousClock.now + .seconds(30)
  while ContinuousClock.now < deadline {
    if try await isSo() { return true }
    try await Task.sleep(for: .milliseconds(5))
  }
  return false
}
