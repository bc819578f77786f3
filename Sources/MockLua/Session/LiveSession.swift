public import MockCalls
internal import MockPlatform
public import MockSessions

/// A scenario that responds to the calls of apps in their own processes, such as apps that a UI test launches.
///
/// ```swift
/// let scenario = try ScenarioRuntime(path: "login.lua", clock: .virtual())
/// let session = try LiveSession(scenario)
/// try MockScenario.build().with(session).apply(to: app)
/// app.launch()
/// try await session.waitForApp()
/// ...
/// try scenario.log.verify("LoginService.signIn", called: 1)
/// scenario.sharedState["balance"] = 3
/// try scenario.gates.open("upload")
/// ```
///
/// Listens only on the loopback address, and accepts only apps with its token. Ends with the scenario or with
/// ``close()``. After that, the app's calls fail with the code `sessionLost`. Several apps can join a session. The call
/// log distinguishes them.
public final class LiveSession: MockSession {
  /// The effect on the scenario of launching an app again.
  public enum Relaunch: Sendable {
    /// The default: state, counts, and log continue, as for an app that was killed and relaunched.
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
  ///   - port: The port; 0, the default, lets the system choose a free one.
  ///   - relaunch: The effect of an app that joins after all others have ended; by default, the scenario continues.
  ///   - redialLimit: The time that an app suspended by the system can be away before its calls are canceled; five
  ///     minutes by default. The session doesn't wait for an app whose process has ended.
  ///   - failureHandler: Receives the issues of the apps; by default, the scenario's handler or the current one.
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
    // A test that continues with only the scenario may release the session.
    scenario.sessions.withLock { $0.append(open) }
  }

  /// The port that the session listens on.
  public var port: Int { listener.port }

  /// The environment variable that an app needs: `MOCK_SERVICE_SESSION`.
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
  /// - Throws: `SessionProblem` at the time limit, with the app's output if known, or `CancellationError`.
  public func waitForApp(count: Int = 1, within limit: Duration = .seconds(30)) async throws {
    try await host.wait(within: limit) { [listener = open.listener] in listener.apps.count >= count
    }
  }

  /// Waits until all apps have left the session.
  ///
  /// - Parameter limit: The maximum time to wait; 30 seconds by default.
  /// - Throws: `SessionProblem` at the time limit, or `CancellationError`.
  public func waitUntilEmpty(within limit: Duration = .seconds(30)) async throws {
    try await host.wait(within: limit) { [listener = open.listener] in listener.apps.isEmpty }
  }

  /// Ends the session.
  ///
  /// Current and later calls of apps fail with the code `sessionLost`. If an app was to be launched with the session
  /// but none has joined, this is reported as an issue.
  public func close() {
    scenario.sessions.withLock { $0.removeAll { $0 === open } }
    open.close("the test has closed it")
  }

  /// Switches to another scenario.
  ///
  /// Cancels waiting calls if possible, and sends the new state to the apps. Blocks briefly until running functions
  /// have ended, so call it on a thread outside of Swift's cooperative pool.
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

  /// The time that functions of a replaced scenario may still run.
  private static let patience = Duration.milliseconds(100)

  /// Sets a closure that is called when an app joins or leaves.
  package func whenAppsChange(_ notify: @escaping @Sendable () -> Void) {
    host.whenAppsChange(notify)
  }

  /// Receives the contracts of an app's mocks, and whether they include the shapes of its types.
  package typealias ContractAsker =
    @Sendable (_ contract: ContractDocument, _ hasShapes: Bool, _ app: SessionApp) -> Void

  /// Requests the contracts from each app that joins from now on.
  package func askContracts(_ take: @escaping ContractAsker) { host.askContracts(take) }

  /// Closes the connections of all apps, as when a device's system suspends an app, so that they reconnect.
  package func cutConnections() { listener.cutConnections() }
}
