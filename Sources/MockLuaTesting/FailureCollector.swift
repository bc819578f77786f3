internal import MockCalls
internal import MockPlatform
internal import MockServicesTesting

/// Collects the failures of code that can't throw, from any task, until the test has ended.
final class FailureCollector: Sendable {
  private let failures = Locked<[MockFailure]>([])

  /// The collected failures, in order.
  private var collected: [MockFailure] { failures.withLock { $0 } }

  /// Returns the collected failures without those that repeat a logged error of a call that couldn't throw it.
  func collected(besides calls: [MockCallRecord]) -> [MockFailure] {
    let errors = calls.compactMap { call in
      if case .threw(let error) = call.outcome, error.problem != nil { error } else { nil }
    }
    return collected.filter { failure in
      guard let problem = failure.problem, [.unanswered, .unthrowable].contains(failure.kind) else {
        return true
      }
      // A failure that another process reports has only the code.
      return !errors.contains { $0 == failure.error ?? $0 && $0.problem == problem }
    }
  }

  /// The handler of the scenario itself, which skips exhausted sequences because the call log contains them anyway.
  var ownHandler: MockFailureHandler {
    MockFailureHandler { [self] failure in
      // A failed verification is reported at its own line.
      if [.report, .expectation].contains(failure.severity) || failure.kind == .unanswered {
        add(failure)
      }
    }
  }

  /// The handler of sequencers and states that the test creates itself.
  ///
  /// A failed expectation of a handwritten mock isn't part of the scenario, so it's recorded immediately at its own
  /// line.
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
    // A failure with its own line is an issue there. After a call that never returns, the test doesn't reach its end.
    if failure.sourceLocation != nil || failure.isDeadEnd {
      return MockTestReporter.record(failure)
    }
    failures.withLock { $0.append(failure) }
  }
}
