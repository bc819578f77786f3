public import MockCalls
internal import MockPlatform
public import MockSessions

/// A scenario that responds to calls of apps in other processes, such as apps that a UI test launches.
///
/// ```swift
/// let session = try app.launch(scenario: "login.lua", live: true)
/// try await session.waitForApp()
/// ...
/// try session.scenario.log.verify("LoginService.signIn", called: 1)
/// session.scenario.sharedState["balance"] = 3
/// try session.scenario.gates.open("upload")
/// ```
///
/// To start a session for a scenario that the test already has, create a `LiveSession`, and call
/// `MockScenario.build().with(session).apply(to: app)`.
///
/// A session listens only on the loopback address, and accepts only apps that have its token. It ends with the
/// scenario, or when you call ``close()``. After that, the app's calls fail with the code `sessionLost`. Several apps
/// can join a session. The call log distinguishes them.
public final class LiveSession: MockSession {
  /// The effect of another app launch on the scenario.
  public enum Relaunch: Sendable {
    /// State, counts, and log continue, as for an app that was killed and launched again.
    ///
    /// This is the default.
    case keep
    /// The scenario restarts, as with `ScenarioRuntime.reset()`.
    case reset
  }

  /// The scenario that responds to calls.
  public var scenario: ScenarioRuntime { current.withLock { $0 } }
  private let current: Locked<ScenarioRuntime>
  private let open: OpenSession
  private var host: LiveSessionHost { open.host }
  private var listener: SessionListener { open.listener }

  /// Starts listening for apps.
  ///
  /// - Parameters:
  ///   - scenario: The scenario that responds to calls.
  ///   - port: The port. With 0 (the default), the system chooses a free one.
  ///   - relaunch: Whether the scenario continues (the default) or restarts if an app joins after all others ended.
  ///   - redialLimit: The time that a disconnected app has to reconnect before its calls are canceled; 5 minutes by
  ///     default. A device disconnects an app that it suspends. The session doesn't wait for an app whose process has
  ///     ended.
  ///   - failureHandler: Receives the issues of the apps; by default, the scenario's or the current handler.
  /// - Throws: `SessionProblem` if the system doesn't allow listening.
  public init(
    _ scenario: ScenarioRuntime, port: Int = 0, relaunch: Relaunch = .keep,
    redialLimit: Duration = .seconds(300), failureHandler: MockFailureHandler? = nil
  ) throws(SessionProblem) {
    current = Locked(scenario)
    open = try OpenSession(
      LiveSessionHost(
        scenario, relaunch,
        failureHandler ?? scenario.context.failureHandler ?? MockFailureHandler.override),
      port: port, redialLimit: redialLimit)
    // The scenario keeps the session's connections, because a test may keep only the scenario.
    scenario.sessions.withLock { $0.append(open) }
  }

  /// The port on which the session listens.
  public var port: Int { listener.port }

  /// The environment variable that an app needs to join: `MOCK_SERVICE_SESSION`.
  public var environment: [String: String] {
    let address = SessionAddress(port: UInt16(clamping: listener.port), token: listener.token)
    return [MockSessionVariable.name: address.text]
  }

  /// The apps in the session.
  public var apps: [SessionApp] { listener.apps }

  /// Descriptions of the issues with apps and connections so far.
  public var issues: [String] { host.issues }

  /// Records that an app is about to be launched.
  ///
  /// `MockScenario.build().with(session).apply(to:)` calls it.
  public func willLaunch(printed: (@Sendable () -> String)?) { host.willLaunch(printed) }

  /// Waits until an app has joined the session.
  ///
  /// - Parameters:
  ///   - count: The number of apps to wait for; 1 by default.
  ///   - limit: The maximum time to wait; 30 seconds by default.
  /// - Throws: `SessionProblem` if the time is up, with the app's output if it is known, or `CancellationError`.
  public func waitForApp(count: Int = 1, within limit: Duration = .seconds(30)) async throws {
    try await host.wait(within: limit) { [listener = open.listener] in listener.apps.count >= count
    }
  }

  /// Waits until all apps have left the session.
  ///
  /// - Parameter limit: The maximum time to wait; 30 seconds by default.
  /// - Throws: `SessionProblem` if the time is up, or `CancellationError`.
  public func waitUntilEmpty(within limit: Duration = .seconds(30)) async throws {
    try await host.wait(within: limit) { [listener = open.listener] in listener.apps.isEmpty }
  }

  /// Ends the session.
  ///
  /// Current and later calls of apps fail with the code `sessionLost`. If an app was launched with the session but none
  /// has joined, this is reported as an issue.
  public func close() {
    scenario.sessions.withLock { $0.removeAll { $0 === open } }
    open.close("the test has closed it")
  }

  /// Switches to another scenario.
  ///
  /// It cancels waiting calls if possible, and sends the new state to the apps. It blocks for up to 100 milliseconds
  /// until running functions have ended, so call it on a thread outside of Swift's cooperative pool.
  ///
  /// - Returns: The previous scenario, which has ended.
  @discardableResult
  package func replaceScenario(with next: ScenarioRuntime) -> ScenarioRuntime {
    let last = current.exchange(next)
    last.sessions.withLock { $0.removeAll { $0 === open } }
    next.sessions.withLock { $0.append(open) }
    host.replaceScenario(with: next)
    listener.resubscribe()
    let deadline = ContinuousClock.now + Self.patience
    while last.context.isAnswering, .now < deadline { IOThread.sleep(for: .milliseconds(1)) }
    last.end()
    return last
  }

  /// The time for which functions of a replaced scenario may continue to run.
  private static let patience = Duration.milliseconds(100)

  package func whenAppsChange(_ notify: @escaping @Sendable () -> Void) {
    host.whenAppsChange(notify)
  }

  /// Receives the contracts of an app's mocks, and whether they include the shapes of its types.
  package typealias ContractHandler =
    @Sendable (_ contract: ContractDocument, _ hasShapes: Bool, _ app: SessionApp) -> Void

  /// Requests the contracts from each app that joins from now on.
  package func requestContracts(_ take: @escaping ContractHandler) { host.requestContracts(take) }

  /// Closes the connections of all apps, so that they have to reconnect, as after a suspension.
  package func cutConnections() { listener.cutConnections() }
}

/// The part of a live session that ends with its scenario.
final class OpenSession: Sendable {
  let host: LiveSessionHost
  let listener: SessionListener

  init(
    _ host: LiveSessionHost, port: Int, redialLimit: Duration
  ) throws(SessionProblem) {
    self.host = host
    listener = try SessionListener(port: port, host: host, redialLimit: redialLimit)
    listener.start()
  }

  deinit { close("the test released its scenario; keep it until the app has ended") }

  /// Ends the session.
  ///
  /// If `isOfTest` is true, the session ends because its test has ended. A session that no app has joined is then
  /// reported, even if no launch was announced.
  func close(_ reason: String, isOfTest: Bool = false) {
    listener.close(reason)
    if listener.joined == 0 { host.reportMissing(isOfTest: isOfTest) }
  }
}

extension ScenarioRuntime {
  /// Whether apps in other processes can make calls.
  package nonisolated var hasSession: Bool { sessions.withLock { !$0.isEmpty } }

  /// Ends the scenario's sessions at the end of a test.
  package nonisolated func closeSessions() {
    for session in sessions.exchange([]) { session.close("the test has ended", isOfTest: true) }
  }
}
