internal import MockCalls
internal import MockConfiguration
internal import MockContainer
internal import MockPlatform
internal import MockSessions

/// Responds to the calls of a session's apps with a scenario.
///
/// It doesn't keep the scenario alive.
final class LiveSessionHost: Sendable {
  private struct State {
    /// Closures that return the output of the launched apps.
    var launches: [(@Sendable () -> String)?] = []
    var issues: [String] = []
    /// The contract of each service.
    ///
    /// If apps have different contracts for a service, the first one is kept.
    var contracts: [String: _MockContract] = [:]
    var hasReportedMissing = false
    var notifications: [@Sendable () -> Void] = []
    var contractHandler: LiveSession.ContractHandler?
  }

  /// The parts of the scenario that the host needs.
  ///
  /// They don't keep the scenario alive.
  private struct Answering {
    let sequencers: MockSequencers
    let answers: Locked<LuaScenario>
    weak var scenario: ScenarioRuntime?

    init(_ scenario: ScenarioRuntime) {
      (sequencers, answers) = (scenario.sequencers, scenario.answers)
      self.scenario = scenario
    }
  }

  private let answering: Locked<Answering>
  private let relaunch: LiveSession.Relaunch
  private let failureHandler: MockFailureHandler?
  private let state = Locked(State())

  init(
    _ scenario: ScenarioRuntime, _ relaunch: LiveSession.Relaunch,
    _ failureHandler: MockFailureHandler?
  ) {
    answering = Locked(Answering(scenario))
    self.relaunch = relaunch
    self.failureHandler = failureHandler
  }

  private var sequencers: MockSequencers { answering.withLock { $0.sequencers } }
  private var contracts: MockContracts { sequencers.context.contracts }
  var sharedState: MockSharedState { sequencers.sharedState }
  var log: MockCallLog { sequencers.log }
  /// The mocked services, with the data that mocks read without making a call.
  var services: [String: MockServiceEntry] {
    answering.withLock { $0.answers }.withLock { $0.configuration.services }
  }
  /// Whether a strict test requests additional checks.
  var isStrict: Bool { contracts.isStrict }
  /// Whether apps pass calls that the scenario doesn't handle through to their live services, because the test records
  /// them.
  var passesUnknown: Bool { sequencers.context.passing != .asConfigured }
  var issues: [String] { state.withLock { $0.issues } }

  func sequencer(for service: String) -> MockCallSequencer {
    sequencers.sequencer(for: service)
  }

  /// Called before an app joins and gets the state.
  ///
  /// It can block the thread. `contracts` contains the requirements of the mocks' protocols, by service, if the app
  /// knows them. `isRelaunch` is whether other apps joined earlier and have all ended.
  func appWillJoin(contracts: [String: _MockContract], isRelaunch: Bool) {
    let known = state.withLock { state in
      state.contracts.merge(contracts) { first, _ in first }
      return state.contracts
    }
    self.contracts.join(known)
    guard isRelaunch, relaunch == .reset else { return }
    BlockingWait.run { [self] in
      do {
        try await answering.withLock { $0.scenario }?.reset()
      } catch {
        report("the scenario did not restart: \(error)")
      }
    }
  }

  func report(_ failure: MockFailure) {
    let ignoredKeys = contracts.ignoredKeys
    // An app reports the same key with each call. It is only kept once.
    if failure.kind == .ignoredKey, ignoredKeys.isWatching { return ignoredKeys.add(failure) }
    // Failures that only strict tests report aren't issues in other tests.
    if ![.defaulted, .unknownCode, .unlistedCode].contains(failure.kind) {
      state.withLock { state in
        if state.issues.count == Self.issueLimit {
          state.issues.append("there are more issues, which are not kept")
        }
        if state.issues.count < Self.issueLimit { state.issues.append(failure.description) }
      }
    }
    MockFailureHandler.report(failure, to: failureHandler)
  }

  func report(_ message: String) { report(MockFailure(severity: .report, message: message)) }

  /// The maximum number of issues to keep, so that an app can't fill the memory of its test.
  private static let issueLimit = 1000

  func willLaunch(_ printed: (@Sendable () -> String)?) {
    state.withLock { $0.launches.append(printed) }
  }

  /// Reports, at most once, that an app was launched but none has joined.
  func reportMissing(isOfTest: Bool) {
    let isMissing = state.withLock { state in
      defer { state.hasReportedMissing = true }
      return (isOfTest || !state.launches.isEmpty) && !state.hasReportedMissing
    }
    if isMissing { report("\(missing(within: nil))") }
  }

  /// Waits until a condition is met.
  ///
  /// - Throws: `SessionProblem` if the time is up, or `CancellationError`.
  func wait(within limit: Duration, until isSo: @Sendable () -> Bool) async throws {
    let deadline = ContinuousClock.now + limit
    while !isSo() {
      guard .now < deadline else {
        // The caller gets the error, so it isn't reported again.
        state.withLock { $0.hasReportedMissing = true }
        throw missing(within: Int(limit.components.seconds))
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  func replaceScenario(with next: ScenarioRuntime) {
    next.sequencers.context.contracts.join(state.withLock { $0.contracts })
    let last = answering.exchange(Answering(next))
    withExtendedLifetime(last) {}
  }

  /// Whether apps are asked for the requirements of their mocks, including the shapes of their types.
  var requestsContracts: Bool { state.withLock { $0.contractHandler != nil } }

  /// Receives the requirements of an app's mocks.
  ///
  /// If the app doesn't know any shapes, the contract is the data that the app sent when it joined. Otherwise,
  /// `hasShapes` is true, and the contract includes the shapes of the app's types.
  func take(_ contract: ContractDocument, hasShapes: Bool, of app: SessionApp) {
    state.withLock { $0.contractHandler }?(contract, hasShapes, app)
  }

  func requestContracts(_ contractHandler: @escaping LiveSession.ContractHandler) {
    state.withLock { $0.contractHandler = contractHandler }
  }

  func whenAppsChange(_ notify: @escaping @Sendable () -> Void) {
    state.withLock { $0.notifications.append(notify) }
  }

  /// Called when an app has joined, when its process has ended, and when it hasn't reconnected in time.
  func appsDidChange() {
    for notify in state.withLock({ $0.notifications }) { notify() }
  }

  private func missing(within seconds: Int?) -> SessionProblem {
    let launches = state.withLock { $0.launches }
    return .notJoined(
      seconds: seconds, applied: launches.count, printed: launches.compactMap { $0?() }.last)
  }
}
