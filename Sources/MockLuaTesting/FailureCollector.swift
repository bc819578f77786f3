internal import MockCalls
internal import MockPlatform
internal import MockServicesTesting

/// Keeps what goes wrong in places that cannot throw, on whatever task, until the test has ended.
final class FailureCollector: Sendable {
  private let failures = Locked<[MockFailure]>([])

  /// What was collected, in order.
  private var collected: [MockFailure] { failures.withLock { $0 } }

  /// What was collected and does not stand in a call log as well: whoever cannot throw the error of a call reports it.
  func collected(besides calls: [MockCallRecord]) -> [MockFailure] {
    let errors = calls.compactMap { call in
      if case .threw(let error) = call.outcome, error.problem != nil { error } else { nil }
    }
    return collected.filter { failure in
      guard let problem = failure.problem, [.unanswered, .unthrowable].contains(failure.kind) else {
        return true
      }
      // What another process reports has the code alone.
      return !errors.contains { $0 == failure.error ?? $0 && $0.problem == problem }
    }
  }

  /// The handler of the scenario itself: a sequence that is used up stands in its call log anyway.
  var ownHandler: MockFailureHandler {
    MockFailureHandler { [self] failure in
      // A verification of the test stands at its own line.
      if [.report, .expectation].contains(failure.severity) || failure.kind == .unanswered {
        add(failure)
      }
    }
  }

  /// The handler of sequencers and states that the test makes by itself.
  ///
  /// What the test expected of a mock written by hand is not the scenario's: it fails where it stands.
  var handler: MockFailureHandler {
    MockFailureHandler { [self] failure in
      if failure.severity == .expectation {
        MockTestReporter.record(failure)
      } else {
        add(failure)
      }
    }
  }

  private func add(_ failure: MockFailure) {
    // One with a line of its own is an issue there. The test does not come to its end after a call that never returns.
    if failure.sourceLocation != nil || failure.isDeadEnd {
      return MockTestReporter.record(failure)
    }
    failures.withLock { $0.append(failure) }
  }
}
