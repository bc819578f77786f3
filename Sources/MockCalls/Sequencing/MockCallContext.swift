package import MockPlatform

/// What the calls of several services share: where they wait, are recorded, and get computed answers.
///
/// Sequencers that are given the same context choose their responses one after the other, as one runtime.
public struct MockCallContext: Sendable {
  /// Where delays wait.
  public var clock: MockClock
  /// Where calls are recorded.
  public var log: MockCallLog
  /// The gates at which responses wait; sequencers add those of their responses.
  public var gates: MockGates
  /// The start of all random delays.
  package var seed: UInt64
  /// What `exhaustBehavior: "fatalError"` does; nil for the current handler.
  package var failureHandler: MockFailureHandler?
  /// The app's own error, which is thrown for the configured codes that it knows.
  package var errors: (any MockErrorConvertible.Type)?
  /// Computes the responses that are callbacks, and decides `$where` patterns.
  package var responder: (any MockResponder)?
  /// Under which a response is chosen, and takes effect; copies of a context have the same.
  package let choosing = RankedLock(.choosing)
  /// The handlers and streams of stubs that have yet to end.
  package let pendingStubs = PendingStubs()
  /// Who holds the answers, where a test is explored; nil in ordinary tests.
  package let director = CallDirection.current
  /// Which calls go to the live services besides those that the scenario passes.
  package let passing = MockPassing.current
  /// Whether the calls have no scenario: their mocks were made where none was running.
  package var hasNoScenario = false
  /// Who compares the answers with those of the live services; nil where nobody does.
  package let comparison = LiveComparison.current

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - clock: Where delays wait; the machine's own time by default.
  ///   - log: Where calls are recorded; a new one by default.
  ///   - gates: The gates; new ones by default.
  ///   - seed: The start of all random delays; 0 by default.
  ///   - failureHandler: What `exhaustBehavior: "fatalError"` does; the current one by default.
  ///   - errors: The app's own error, which is thrown for the configured codes that it knows.
  ///   - responder: Computes the responses that are callbacks, and decides `$where` patterns.
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

  /// A configured error as the app knows it; the mock's own errors, told by their codes, stay what they are.
  func ownError(_ error: any Error) -> any Error {
    guard let errors, let error = error as? MockServiceError,
      MockErrorCode(rawValue: error.code) == nil
    else { return error }
    return error.converted(by: errors)
  }

  /// What the mocks that are answered require.
  package var contracts: MockContracts { log.contracts }

  /// Whether an error was already reported to a test, because the mock has no scenario.
  func wasReported(_ error: any Error) -> Bool {
    hasNoScenario && TestSupport.reporter != nil
      && (error as? MockServiceError)?.problem == .unconfigured
  }

  /// Fails the running test if its mocks have no scenario: the app may well swallow the error.
  ///
  /// - Returns: False if there is a scenario, or no test.
  package func failTestWithoutScenario(_ message: String) -> Bool {
    guard hasNoScenario, let reporter = TestSupport.reporter else { return false }
    reporter.record(MockFailure(severity: .report, message: message))
    return true
  }

  /// Hands a failure to the handler.
  package func report(_ failure: MockFailure) {
    if let error = failure.error, wasReported(error) { return }
    if let failureHandler {
      failureHandler.report(failure)
    } else {
      MockFailureHandler.report(failure)
    }
  }

  /// Whether calls are being answered that neither sleep nor wait at a gate.
  package var isAnswering: Bool {
    log.runningCount > gates.waitingCount + clock.sleeping(limit: .max).count
  }

  /// The number of calls that wait for a response, a gate, or a stub, and of streams of stubs that wait for an element.
  package var waitingCount: Int { log.runningCount + pendingStubs.awaitedStreams }

  /// Runs something while nobody chooses a response, and no answer takes effect.
  package func withoutCalls<Result>(_ body: () throws -> Result) rethrows -> Result {
    try choosing.withLock(body)
  }
}
