package import MockPlatform

/// The objects that the sequencers of several services share, such as the clock, the call log, and the responder.
///
/// Sequencers that share a context choose their responses one at a time.
public struct MockCallContext: Sendable {
  /// The clock that measures delays.
  public var clock: MockClock
  /// The log that records the calls.
  public var log: MockCallLog
  /// The gates that hold back responses.
  ///
  /// Sequencers add the gates that their responses use.
  public var gates: MockGates
  /// The seed of all random delays.
  package var seed: UInt64
  /// The handler for failures, such as the failure of a sequence with the `exhaustBehavior` `fatalError`, or `nil` for
  /// the current handler.
  package var failureHandler: MockFailureHandler?
  /// The app's own error type, which replaces configured errors whose codes it defines.
  package var errors: (any MockErrorConvertible.Type)?
  /// Computes dynamic responses and evaluates `$where` patterns.
  package var responder: (any MockResponder)?
  /// The lock that is held while a response is chosen or applied.
  ///
  /// All copies of a context share it.
  package let choosing = RankedLock(.choosing)
  package let pendingStubs = PendingStubs()
  package let pushTargets = PushTargets()
  /// The director that controls when responses arrive while a test is explored, or `nil` in ordinary tests.
  package let director = CallDirection.current
  package let swiftResponses = ResponsesInSwift()
  package let passing = MockPassing.current
  /// Whether no scenario was running when the mocks of this context were created.
  package var hasNoScenario = false
  package let comparison = LiveComparison.current

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures delays (default: the system clock).
  ///   - log: The log that records the calls (default: a new log).
  ///   - gates: The gates that hold back responses (default: new gates).
  ///   - seed: The seed of all random delays (default: 0).
  ///   - failureHandler: The handler for failures, such as the failure of a sequence with the `exhaustBehavior`
  ///     `fatalError` (default: the current handler).
  ///   - errors: The app's own error type, which replaces each configured error whose code it defines (default: none).
  ///   - responder: Computes dynamic responses and evaluates `$where` patterns (default: none).
  public init(
    clock: MockClock = .system, log: MockCallLog = MockCallLog(), gates: MockGates = MockGates(),
    seed: UInt64 = 0, failureHandler: MockFailureHandler? = nil,
    errors: (any MockErrorConvertible.Type)? = nil, responder: (any MockResponder)? = nil
  ) {
    self.clock = clock
    self.log = log
    self.gates = gates
    self.seed = seed
    self.failureHandler = failureHandler
    self.errors = errors
    self.responder = responder
  }

  /// Returns the app's own error for a configured error.
  ///
  /// Errors of the mock itself, which are recognized by their codes, are returned unchanged.
  func ownError(_ error: any Error) -> any Error {
    guard let errors, let error = error as? MockServiceError,
      MockErrorCode(rawValue: error.code) == nil
    else { return error }
    return error.converted(by: errors)
  }

  package var contracts: MockContracts { log.contracts }

  /// Returns whether the test already has an issue for an error, because the call's mock has no scenario.
  func wasReported(_ error: any Error) -> Bool {
    hasNoScenario && TestSupport.reporter != nil
      && (error as? MockServiceError)?.problem == .unconfigured
  }

  /// The reason that a request fails if no scenario was running when its session's configuration was created.
  package static let noScenarioForRequests =
    "no scenario was running when the configuration of this URLSession was created; add `.scenario(...)` to the test"
    + " (in XCTest, keep a `ScenarioSession`), and use `.mocked` in the test's own task"

  /// Fails the running test if its mocks have no scenario.
  ///
  /// Throwing an error from the call isn't enough, because the app may swallow it.
  ///
  /// - Returns: Whether this method has failed the running test.
  package func failTestWithoutScenario(
    _ message: @autoclosure () -> String, at location: MockSourceLocation? = nil
  ) -> Bool {
    guard hasNoScenario, let reporter = TestSupport.reporter else { return false }
    reporter.record(
      MockFailure(severity: .report, message: message(), sourceLocation: location))
    return true
  }

  package func report(_ failure: MockFailure) {
    if let error = failure.error, wasReported(error) { return }
    MockFailureHandler.report(failure, to: failureHandler)
  }

  /// Whether a call is in progress that neither sleeps nor waits at a gate.
  package var isAnswering: Bool {
    log.runningCount > gates.waitingCount + clock.sleeping(limit: .max).count
  }

  /// The number of calls that wait for a response, a gate, or a stub.
  ///
  /// It includes stubbed streams whose next element is awaited.
  package var waitingCount: Int { log.runningCount + pendingStubs.awaitedStreams }

  /// Runs a closure while no response can be chosen or applied.
  package func withoutCalls<Result>(_ body: () throws -> Result) rethrows -> Result {
    try choosing.withLock(body)
  }
}
