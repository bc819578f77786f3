internal import MockPlatform

/// A handler for the failures of mocks.
///
/// Depending on the failure's ``MockFailure/severity``, the default handler stops the process, fails the test, or
/// writes a line to standard error.
public struct MockFailureHandler: Sendable {
  package let report: @Sendable (MockFailure) -> Void

  /// Creates a handler.
  ///
  /// - Parameter handle: Handles a failure. If it returns after a failure with the severity
  ///   ``MockFailure/Severity/stop``, the process continues, and the call throws an error or returns a placeholder.
  public init(_ handle: @escaping @Sendable (MockFailure) -> Void) {
    report = handle
  }

  /// The handler of the current task and its children.
  ///
  /// If it is `nil`, which is the default, they use ``shared``.
  @TaskLocal public static var override: MockFailureHandler?

  /// The handler of the process.
  ///
  /// You can replace it.
  public static var shared: MockFailureHandler {
    get { process.withLock { $0 } }
    set { withExtendedLifetime(process.exchange(newValue)) {} }
  }

  /// The default handler, which stops the process after a failure with the severity `stop`.
  ///
  /// A failure with the severity `report` fails the test if it has a source location. Otherwise, it is written to
  /// standard error. An unmet expectation fails the test, or stops the process if the module `MockServicesTesting`
  /// isn't part of the process.
  ///
  /// If the module is part of the process, a requirement that can't throw and has no response doesn't stop the process.
  /// Instead, the test fails, and the requirement returns a placeholder.
  package static let trapping = trapping(reporter: TestSupport.reporter)

  static func trapping(reporter: (any MockTestReporting.Type)?) -> MockFailureHandler {
    MockFailureHandler { failure in
      switch failure.severity {
      case .stop:
        // In a test, the call returns a placeholder, and the test fails with the reason.
        if failure.kind == .unanswered, let reporter { return reporter.record(failure) }
        #if !canImport(Darwin)
          // A crash would bury the message under the mocks' backtrace, while Apple's crash report begins with the
          // message.
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

  /// Passes a failure to a handler, to the handler of the current task, or to the handler of the process.
  package static func report(_ failure: MockFailure, to handler: MockFailureHandler? = nil) {
    (handler ?? override ?? shared).report(failure)
  }

  /// Reports a failure of a call that can't continue, and never returns.
  ///
  /// Outside of a test, this stops the process.
  package static func stop(_ message: String) -> Never {
    let failure = MockFailure(.unanswered, severity: .stop, message)
      .ofStuckCall("\(message); the call never returns")
    report(failure)
    StuckCall(failure: failure).hold()
  }

  private static let process = Locked(trapping, isLeaf: true)
}

/// Records failures with a test framework, as `MockServicesTesting` does.
package protocol MockTestReporting: SendableMetatype {
  static func record(_ failure: MockFailure)
}

/// Finds the module that reports failures to test frameworks, without depending on that module.
enum TestSupport {
  /// The reporter of `MockServicesTesting`, or `nil` if that module isn't part of the process.
  ///
  /// An app contains mocks for previews and debug builds, but no test framework, so this module must not link one. A
  /// test target only has to depend on `MockServicesTesting`.
  static let reporter = reporter(mangledName: "19MockServicesTesting16MockTestReporterO")

  static func reporter(mangledName: String) -> (any MockTestReporting.Type)? {
    _typeByName(mangledName) as? any MockTestReporting.Type
  }

  /// Records a failed expectation.
  ///
  /// Without a reporter, this stops the process, because the test wouldn't fail otherwise.
  static func record(_ failure: MockFailure, reporter: (any MockTestReporting.Type)?) {
    guard let reporter else {
      fatalError(
        "\(failure); add the product `MockServicesTesting` to the test target, which makes it a"
          + " failure of the test")
    }
    reporter.record(failure)
  }
}
