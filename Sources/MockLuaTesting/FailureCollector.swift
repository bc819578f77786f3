internal import MockServices
internal import MockServicesTesting

/// Keeps what goes wrong in places that cannot throw, on whatever task, until the test has ended.
final class FailureCollector: Sendable {
  private let failures = Locked<[MockFailure]>([])

  /// What was collected, in order.
  var collected: [MockFailure] { failures.withLock { $0 } }

  /// The handler of the scenario itself: a sequence that is used up stands in its call log anyway.
  var ownHandler: MockFailureHandler {
    MockFailureHandler { [self] failure in
      // A verification of the test, at its own line.
      if failure.severity == .expectation { return add(failure) }
      // What is wrong with a call stands in its call log, whoever cannot throw it.
      let isLogged = failure.problem != nil && [.unanswered, .unthrowable].contains(failure.kind)
      let isOfCall = failure.severity == .stop && failure.kind == .unanswered
      if failure.severity == .report || isOfCall, !isLogged { add(failure) }
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
    // One with a line of its own is an issue there.
    if failure.sourceLocation != nil { return MockTestReporter.record(failure) }
    failures.withLock { $0.append(failure) }
  }
}
