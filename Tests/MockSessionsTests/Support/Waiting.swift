import MockServices
import Testing

extension MockCallLog {
  /// Waits until a call has ended, and returns its outcome.
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

/// The number of attempts before a condition counts as false.
///
/// They take at least half a minute, and longer on a busy machine.
private let attempts = 6000

/// Waits until a condition is true.
///
/// Returns false after all ``attempts``.
func eventually(_ isSo: () async throws -> Bool) async throws -> Bool {
  for _ in 0..<attempts {
    if try await isSo() { return true }
    try await Task.sleep(for: .milliseconds(5))
  }
  return false
}
