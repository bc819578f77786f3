internal import MockCalls
internal import MockPlatform
internal import MockServicesTesting

/// Collects failures from code that can't throw, in any task, until the test has ended.
final class FailureCollector: Sendable {
  private let failures = Locked<[MockFailure]>([])
  private let late = Locked<(@Sendable (MockFailure) -> Void)?>(nil)

  private var collected: [MockFailure] { failures.withLock { $0 } }

  /// Returns the collected failures, except failures of calls whose error is already in the log.
  func collected(besides calls: [MockCallRecord]) -> [MockFailure] {
    let errors = calls.compactMap { call in
      if case .threw(let error) = call.outcome, error.problem != nil { error } else { nil }
    }
    return collected.filter { failure in
      guard let problem = failure.problem, [.unanswered, .unthrowable].contains(failure.kind) else {
        return true
      }
      // For a failure that another process reports, only the code is known.
      return !errors.contains { $0 == failure.error ?? $0 && $0.problem == problem }
    }
  }

  /// Ignores exhausted sequences, because the call log contains them anyway.
  var ownHandler: MockFailureHandler {
    MockFailureHandler { [self] failure in
      // A failed verification is reported at its own line.
      if [.report, .expectation].contains(failure.severity) || failure.kind == .unanswered {
        add(failure)
      }
    }
  }

  /// The failure handler for sequencers and shared states that the test creates itself.
  ///
  /// A failed expectation of a handwritten mock isn't part of the scenario. The handler records it immediately, at the
  /// expectation's own line.
  var handler: MockFailureHandler {
    MockFailureHandler { [self] failure in
      if failure.severity == .expectation {
        MockTestReporter.record(failure)
      } else {
        add(failure)
      }
    }
  }

  /// Sets the closure that reports requests after the end of the test.
  func reportLate(_ report: @escaping @Sendable (MockFailure) -> Void) {
    late.withLock { $0 = report }
  }

  private func add(_ failure: MockFailure) {
    if failure.kind == .late, let report = late.withLock({ $0 }) { return report(failure) }
    // A failure with its own line becomes an issue at that line. A stuck call is recorded now, because its test never
    // ends.
    if failure.sourceLocation != nil || failure.isOfStuckCall {
      return MockTestReporter.record(failure)
    }
    failures.withLock { $0.append(failure) }
  }
}
