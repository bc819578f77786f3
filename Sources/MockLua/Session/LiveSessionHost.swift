internal import MockCalls
internal import MockConfiguration
internal import MockContainer
internal import MockPlatform
internal import MockSessions

/// Answers the calls of a session's apps with a scenario, which it does not keep alive.
final class LiveSessionHost: SessionHost {
  private struct State {
    /// What launched apps have printed.
    var launches: [(@Sendable () -> String)?] = []
    var findings: [String] = []
    /// What the apps' protocols require, by service; the first of a service stays.
    var contracts: [String: _MockContract] = [:]
    var lastWaiter = 0
    var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
    var hasReportedMissing = false
    var notifications: [@Sendable () -> Void] = []
    /// Who asks what the apps' mocks require; nil where nobody does.
    var asker: LiveSession.ContractAsker?
  }

  /// What it needs of the scenario without keeping it.
  private struct Answering {
    let sequencers: MockSequencers
    let answers: Locked<LuaScenario>
    let scenario: WeakScenario

    init(_ scenario: ScenarioRuntime) {
      sequencers = scenario.sequencers
      answers = scenario.answers
      self.scenario = WeakScenario(scenario)
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

  var sharedState: MockSharedState { answering.withLock { $0.sequencers }.sharedState }
  var log: MockCallLog { answering.withLock { $0.sequencers }.log }
  var services: [String: MockServiceEntry] {
    answering.withLock { $0.answers }.withLock { $0.configuration.services }
  }
  var isWatched: Bool {
    answering.withLock { $0.sequencers }.context.contracts.isWatched
  }
  var passesUnknown: Bool {
    answering.withLock { $0.sequencers }.context.passing != .asWritten
  }
  var findings: [String] { state.withLock { $0.findings } }

  func sequencer(for service: String) -> MockCallSequencer {
    answering.withLock { $0.sequencers }.sequencer(for: service)
  }

  func appWillJoin(_ app: SessionApp, contracts: [String: _MockContract], isRelaunch: Bool) {
    let known = state.withLock { state in
      state.contracts.merge(contracts) { first, _ in first }
      return state.contracts
    }
    answering.withLock { $0.sequencers }.context.contracts.join(known)
    guard isRelaunch, relaunch == .reset else { return }
    BlockingWait.run { [self] in
      do {
        try await answering.withLock { $0.scenario }.value?.reset()
      } catch {
        report(
          MockFailure(severity: .report, message: "the scenario did not restart: \(error)"))
      }
    }
  }

  func appDidJoin(_ app: SessionApp) { notifyWaiters() }

  func appDidLeave(_ app: SessionApp) { notifyWaiters() }

  func report(_ failure: MockFailure) {
    let ignoredKeys = answering.withLock { $0.sequencers }.context.contracts.ignoredKeys
    // An app finds them with each call; each is kept once.
    if failure.kind == .ignoredKey, ignoredKeys.isWatching { return ignoredKeys.add(failure) }
    // What only a strict test asks for is nobody else's finding.
    if ![.defaulted, .unknownCode, .unlistedCode].contains(failure.kind) {
      state.withLock { state in
        if state.findings.count == Self.mostFindings {
          state.findings.append("there are more issues, which are not kept")
        }
        if state.findings.count < Self.mostFindings { state.findings.append(failure.description) }
      }
    }
    if let failureHandler {
      failureHandler.report(failure)
    } else {
      MockFailureHandler.report(failure)
    }
  }

  /// The most findings that are kept, so that an app cannot fill the memory of its test.
  private static let mostFindings = 1000

  func willLaunch(_ printed: (@Sendable () -> String)?) {
    state.withLock { $0.launches.append(printed) }
  }

  /// Reports, once, that an app was to be launched and none has joined.
  func reportMissing(isOfTest: Bool) {
    let isMissing = state.withLock { state in
      defer { state.hasReportedMissing = true }
      return (isOfTest || !state.launches.isEmpty) && !state.hasReportedMissing
    }
    if isMissing { report(MockFailure(severity: .report, message: "\(missing(within: nil))")) }
  }

  /// Waits until something is so; it is asked when an app joins or leaves.
  func wait(within limit: Duration, until isSo: @escaping @Sendable () -> Bool) async throws {
    let (changes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let waiter = state.withLock { state in
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = continuation
      return state.lastWaiter
    }
    let timeout = Task {
      try? await Task.sleep(for: limit)
      continuation.finish()
    }
    defer {
      timeout.cancel()
      state.withLock { _ = $0.waiters.removeValue(forKey: waiter) }
    }
    continuation.yield()
    for await _ in changes where isSo() { return }
    try Task.checkCancellation()
    if isSo() { return }
    // Whoever waits is told so.
    state.withLock { $0.hasReportedMissing = true }
    throw missing(within: Int(limit.components.seconds))
  }

  /// Goes on with another scenario.
  func replaceScenario(with next: ScenarioRuntime) {
    next.sequencers.context.contracts.join(state.withLock { $0.contracts })
    let last = answering.exchange(Answering(next))
    withExtendedLifetime(last) {}
  }

  var asksContracts: Bool { state.withLock { $0.asker != nil } }

  func take(_ contract: ContractDocument, hasShapes: Bool, of app: SessionApp) {
    state.withLock { $0.asker }?(contract, hasShapes, app)
  }

  /// Asks each app that joins from now on what its mocks require.
  func askContracts(_ asker: @escaping LiveSession.ContractAsker) {
    state.withLock { $0.asker = asker }
  }

  func whenAppsChange(_ notify: @escaping @Sendable () -> Void) {
    state.withLock { $0.notifications.append(notify) }
  }

  private func notifyWaiters() {
    let (waiters, notifications) = state.withLock { (Array($0.waiters.values), $0.notifications) }
    for waiter in waiters { waiter.yield() }
    for notify in notifications { notify() }
  }

  private func missing(within seconds: Int?) -> SessionProblem {
    let launches = state.withLock { $0.launches }
    return .notJoined(
      seconds: seconds, applied: launches.count, printed: launches.compactMap { $0?() }.last)
  }
}

/// A scenario that is not kept alive.
///
/// `@unchecked Sendable`: `value` is written once, before anybody else has it.
private final class WeakScenario: @unchecked Sendable {
  private(set) weak var value: ScenarioRuntime?

  init(_ value: ScenarioRuntime) { self.value = value }
}
