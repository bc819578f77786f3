import MockServices
import Testing

extension MockCallLog {
  /// Waits until a call has ended, and gives how.
  func outcome(of method: String, number: Int = 1) async throws -> MockCallOutcome {
    for _ in 0..<attempts {
      if let call = calls(method).first(where: { $0.count == number }), call.outcome != .running {
        return call.outcome
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    return .running
  }
}

/// How often something is asked before it counts as never so: half a minute at least, and longer where the machine
/// is so busy that the tests themselves hardly run.
private let attempts = 6000

/// Waits until something is so; false where it has not become so after all ``attempts``.
func eventually(_ isSo: () async throws -> Bool) async throws -> Bool {
  for _ in 0..<attempts {
    if try await isSo() { return true }
    try await Task.sleep(for: .milliseconds(5))
  }
  return false
}
