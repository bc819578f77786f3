internal import MockPlatform

/// What happens with a ``MockFailure``: by default it stops the process or goes to standard error.
public struct MockFailureHandler: Sendable {
  private let handle: @Sendable (MockFailure) -> Void

  /// Creates a handler; one that returns from a failure to stop lets the call throw instead.
  public init(_ handle: @escaping @Sendable (MockFailure) -> Void) {
    self.handle = handle
  }

  /// The handler of the current task and its children; nil, the default, means ``shared``.
  @TaskLocal public static var override: MockFailureHandler?

  /// The handler of the process, which can be replaced.
  public static var shared: MockFailureHandler {
    get { process.withLock { $0 } }
    set { withExtendedLifetime(process.exchange(newValue)) {} }
  }

  /// Stops the process with the full message, and writes what is only reported to standard error.
  ///
  /// If the module `MockServicesTesting` is part of the process, a requirement that can't throw and has no response
  /// fails the test instead, and returns a placeholder.
  ///
  /// An expectation that isn't met fails the test. Without `MockServicesTesting` it stops the process.
  package static let trapping = trapping(reporter: TestSupport.reporter)

  static func trapping(reporter: (any MockTestReporting.Type)?) -> MockFailureHandler {
    MockFailureHandler { failure in
      switch failure.severity {
      case .stop:
        // A call of a test returns a placeholder, and the test knows why.
        if failure.kind == .unanswered, let reporter { return reporter.record(failure) }
        #if !canImport(Darwin)
          // A crash would bury the message under a backtrace of the mocks; Apple's report of one begins with it.
          if failure.isOfLaunch { StandardError.exit(with: "\(failure)") }
        #endif
        fatalError(failure.description)
      case .report:
        // A failure with a source location comes from a line of the test, so it fails that test.
        if failure.sourceLocation != nil, let reporter { return reporter.record(failure) }
        StandardError.write("mock: \(failure)\n")
      case .expectation: TestSupport.record(failure, reporter: reporter)
      }
    }
  }

  /// Hands a failure to the handler of the current task, else to that of the process.
  package static func report(_ failure: MockFailure) {
    (override ?? shared).handle(failure)
  }

  /// Hands a failure to this handler.
  package func report(_ failure: MockFailure) {
    handle(failure)
  }

  /// Hands a failure over where there is no way on: outside of a test the process stops.
  package static func stop(_ message: String) -> Never {
    let failure = MockFailure(.unanswered, severity: .stop, message)
      .atDeadEnd("\(message); the call never returns")
    report(failure)
    DeadEnd(failure: failure).hold()
  }

  private static let process = Locked(trapping, isLeaf: true)
}
