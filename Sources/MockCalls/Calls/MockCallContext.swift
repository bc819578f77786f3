package import MockPlatform

/// The parts that the calls of several services share, such as the clock, the call log, and the responder.
///
/// Sequencers that share a context choose their responses one at a time.
public struct MockCallContext: Sendable {
  /// The clock on which delays wait.
  public var clock: MockClock
  /// The log that records the calls.
  public var log: MockCallLog
  /// The gates at which responses wait.
  ///
  /// Sequencers add the gates that their responses use.
  public var gates: MockGates
  /// The seed of all random delays.
  package var seed: UInt64
  /// The handler for `exhaustBehavior: "fatalError"`, or `nil` for the current handler.
  package var failureHandler: MockFailureHandler?
  /// The app's own error type, which is thrown for the configured codes that it defines.
  package var errors: (any MockErrorConvertible.Type)?
  /// Computes dynamic responses and evaluates `$where` patterns.
  package var responder: (any MockResponder)?
  /// The lock under which responses are chosen and take effect, shared by all copies of a context.
  package let choosing = RankedLock(.choosing)
  /// The completion handlers and streams of stubs that have not ended.
  package let pendingStubs = PendingStubs()
  /// The open streams and handlers, which receive pushed values.
  package let pushTargets = PushTargets()
  /// The director that holds the responses while a test is explored, or `nil` in ordinary tests.
  package let director = CallDirection.current
  /// The responses that Swift code adds to the scenario.
  package let swiftResponses = ResponsesInSwift()
  /// The calls that go to the live services in addition to those that the scenario passes through.
  package let passing = MockPassing.current
  /// Whether the calls have no scenario, because none was running when their mocks were created.
  package var hasNoScenario = false
  /// Compares the responses with the live services' responses, or `nil` for no comparison.
  package let comparison = LiveComparison.current

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - clock: The clock on which delays wait (default: the system clock).
  ///   - log: The log that records the calls (default: a new one).
  ///   - gates: The gates at which responses wait (default: new ones).
  ///   - seed: The seed of all random delays (default: 0).
  ///   - failureHandler: The handler for `exhaustBehavior: "fatalError"` (default: the current one).
  ///   - errors: The app's own error type, which is thrown for each error code that it defines (default: none).
  ///   - responder: Computes dynamic responses and evaluates `$where` patterns.
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

  /// Returns a configured error as the app's own.
  ///
  /// Errors of the mock itself, which are recognized by their codes, are returned unchanged.
  func ownError(_ error: any Error) -> any Error {
    guard let errors, let error = error as? MockServiceError,
      MockErrorCode(rawValue: error.code) == nil
    else { return error }
    return error.converted(by: errors)
  }

  /// The contracts of the mocks that get responses.
  package var contracts: MockContracts { log.contracts }

  /// Returns whether an error was already reported to a test, because the mock has no scenario.
  func wasReported(_ error: any Error) -> Bool {
    hasNoScenario && TestSupport.reporter != nil
      && (error as? MockServiceError)?.problem == .unconfigured
  }

  /// Fails the running test if its mocks have no scenario, because the app may swallow the error.
  ///
  /// - Returns: Whether the running test failed.
  package func failTestWithoutScenario(_ message: String) -> Bool {
    guard hasNoScenario, let reporter = TestSupport.reporter else { return false }
    reporter.record(MockFailure(severity: .report, message: message))
    return true
  }

  /// Passes a failure to the handler.
  package func report(_ failure: MockFailure) {
    if let error = failure.error, wasReported(error) { return }
    if let failureHandler {
      failureHandler.report(failure)
    } else {
      MockFailureHandler.report(failure)
    }
  }

  /// Whether any calls in progress neither sleep nor wait at a gate.
  package var isAnswering: Bool {
    log.runningCount > gates.waitingCount + clock.sleeping(limit: .max).count
  }

  /// The number of calls that wait for a response, a gate, or a stub, plus the stubs' streams whose next element is
  /// awaited.
  package var waitingCount: Int { log.runningCount + pendingStubs.awaitedStreams }

  /// Runs a closure while no response can be chosen or take effect.
  package func withoutCalls<Result>(_ body: () throws -> Result) rethrows -> Result {
    try choosing.withLock(body)
  }
}
