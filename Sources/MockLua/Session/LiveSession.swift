public import MockCalls
internal import MockPlatform
public import MockSessions

/// A scenario that answers the calls of apps in their own processes, as those that a UI test launches.
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
/// It listens on the loopback address alone, and lets in who has its token. It ends with the scenario, or when
/// ``close()`` is called: the app's calls then fail with the code `sessionLost`. Several apps may be in one session;
/// the call log tells them apart.
public final class LiveSession: MockSession {
  /// What happens to the scenario when an app is launched again.
  public enum Relaunch: Sendable {
    /// State, counts and log go on, as for an app that was killed and comes back; the default.
    case keep
    /// The scenario begins again, as `ScenarioRuntime.reset()` does.
    case reset
  }

  /// The scenario that answers.
  public var scenario: ScenarioRuntime { current.withLock { $0 } }
  private let current: Locked<ScenarioRuntime>
  private let open: OpenSession
  private var host: LiveSessionHost { open.host }
  private var listener: SessionListener { open.listener }

  /// Listens for apps.
  ///
  /// - Parameters:
  ///   - scenario: The scenario that answers.
  ///   - port: The port; 0, the default, lets the system choose a free one.
  ///   - relaunch: What happens when an app joins after all others have ended; the scenario goes on by default.
  ///   - redialLimit: How long an app that the system has suspended may be away before its calls are cancelled;
  ///     five minutes by default. An app whose process has ended is not waited for.
  ///   - failureHandler: What hears of findings of the apps; by default the scenario's own handler, else the
  ///     current one.
  /// - Throws: `SessionProblem` where the system does not let it listen.
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
    // A test that goes on with the scenario alone may have let go of the session by then.
    scenario.sessions.withLock { $0.append(open) }
  }

  /// The port on which it listens.
  public var port: Int { listener.port }

  /// What an app has to find in its environment: `MOCK_SERVICE_SESSION`.
  public var environment: [String: String] {
    let address = SessionAddress(port: UInt16(clamping: listener.port), token: listener.token)
    return [MockSessionVariable.name: address.text]
  }

  /// The apps that are in the session.
  public var apps: [SessionApp] { listener.apps }

  /// What was wrong with apps and connections so far, in words.
  public var findings: [String] { host.findings }

  /// Hears that an app is about to be launched; `MockScenario.build().with(session).apply(to:)` calls it.
  public func willLaunch(printed: (@Sendable () -> String)?) { host.willLaunch(printed) }

  /// Waits until an app is in the session.
  ///
  /// - Parameters:
  ///   - count: How many apps have to be in it; 1 by default.
  ///   - limit: How long to wait; 30 seconds by default.
  /// - Throws: `SessionProblem` with what the app has printed, where that is known, when the time is up; or
  ///   `CancellationError`.
  public func waitForApp(count: Int = 1, within limit: Duration = .seconds(30)) async throws {
    try await host.wait(within: limit) { [listener = open.listener] in listener.apps.count >= count
    }
  }

  /// Waits until no app is in the session any more.
  ///
  /// - Parameter limit: How long to wait; 30 seconds by default.
  /// - Throws: `SessionProblem` when the time is up, or `CancellationError`.
  public func waitUntilEmpty(within limit: Duration = .seconds(30)) async throws {
    try await host.wait(within: limit) { [listener = open.listener] in listener.apps.isEmpty }
  }

  /// Ends the session: calls of apps fail with the code `sessionLost`, and later ones too.
  ///
  /// Where an app was to be launched with it and none has joined, that is reported.
  public func close() {
    scenario.sessions.withLock { $0.removeAll { $0 === open } }
    open.close("the test has closed it")
  }

  /// Lets another scenario answer; calls that wait are cancelled where they can be, and apps get its state.
  ///
  /// It blocks until functions that run have ended, for a moment: call it from a thread that Swift's pool does not need.
  ///
  /// - Returns: The scenario before, which has ended.
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

  /// How long the functions of a scenario that another one replaces may still run.
  private static let patience = Duration.milliseconds(100)

  /// Lets somebody hear when an app joins or leaves.
  package func whenAppsChange(_ notify: @escaping @Sendable () -> Void) {
    host.whenAppsChange(notify)
  }

  /// Hears what the mocks of an app require, and whether the app has told the shapes of its types.
  package typealias ContractAsker =
    @Sendable (_ contract: ContractDocument, _ hasShapes: Bool, _ app: SessionApp) -> Void

  /// Asks each app that joins from now on what its mocks require.
  package func askContracts(_ take: @escaping ContractAsker) { host.askContracts(take) }

  /// Cuts the connections of all apps, as the system of a device does where it suspends an app; they come back.
  package func cutConnections() { listener.cutConnections() }
}
