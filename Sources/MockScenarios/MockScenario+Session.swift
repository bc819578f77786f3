public import MockServices

extension MockScenario {
  /// Adds a live session to the launch, so that a scenario in the test's process responds to the app's calls.
  ///
  /// ```swift
  /// let session = try LiveSession(try ScenarioRuntime(path: "login.lua"))
  /// try MockScenario.build().with(session).apply(to: app)
  /// ```
  ///
  /// A session can't be combined with presets or configurations. Add all responses to the test's scenario instead.
  ///
  /// - Parameter session: The session, which must live as long as the app.
  /// - Returns: A launch that includes the session.
  public func with(_ session: some MockSession) -> MockSessionLaunch {
    let isEmpty = description == MockScenario.build().description
    return MockSessionLaunch(session: session, beside: isEmpty ? nil : description)
  }
}

/// The launch of an app with a session, as returned by ``MockScenario/with(_:)->MockSessionLaunch``.
public struct MockSessionLaunch: Sendable {
  private let session: any MockSession
  /// The description of everything else in the scenario, or nil if the session is the only part.
  private let beside: String?

  init(session: any MockSession, beside: String?) {
    self.session = session
    self.beside = beside
  }

  /// Adds the session's address to an app's launch environment.
  ///
  /// Call it before you launch the app. Each launch joins the session again.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - log: Receives a line about the session. The default is `MockServiceBootstrap.standardLog`.
  /// - Throws: `SessionProblem` if the scenario also has presets or configurations, or if the environment already
  ///   contains a configuration.
  public func apply(
    to app: some LaunchEnvironmentCarrying,
    log: (String) -> Void = MockServiceBootstrap.standardLog
  ) throws(SessionProblem) {
    if let beside { throw .besideSession(beside) }
    let variables = [
      MockServiceConfiguration.environmentVariable, MockServiceConfiguration.fileVariable,
    ]
    if let variable = variables.first(where: { app.launchEnvironment[$0] != nil }) {
      throw .configuredTwice(variable: variable)
    }
    app.launchEnvironment.merge(session.environment) { $1 }
    log("mocks: a live session")
    AppliedScenarios.descriptions.withLock { $0.append("a live session") }
    AppliedSessions.keep(session, for: app)
    session.willLaunch(printed: Self.printed(by: app))
  }

  private static func printed(
    by app: some LaunchEnvironmentCarrying
  ) -> (@Sendable () -> String)? {
    #if os(macOS) || os(Linux)
      guard let process = app as? LaunchedProcess else { return nil }
      return { [weak process] in
        process.map { $0.standardOutput + $0.standardError } ?? ""
      }
    #else
      return nil
    #endif
  }

  /// Unavailable, because the scenario of the test responds to all calls.
  @available(
    *, unavailable,
    message: "the test of a session responds to all calls; add it to the test's scenario"
  )
  public func with(_ preset: some MockServicePreset) -> MockSessionLaunch { self }

  /// Unavailable, because the scenario of the test responds to all calls.
  @available(
    *, unavailable,
    message: "the test of a session responds to all calls; add it to the test's scenario"
  )
  public func with(_ configuration: MockServiceConfiguration) -> MockSessionLaunch { self }

  /// Unavailable, because the scenario of the test responds to all calls.
  @available(*, unavailable, message: "use `scenario.replace(service:method:with:)` in the test")
  public func overriding(
    service: String, method: String, with config: MockMethodConfig
  ) -> MockSessionLaunch { self }
}

/// The sessions that this process has applied to apps.
///
/// Each session is kept until its app object is deallocated or gets another session.
enum AppliedSessions {
  private static let sessions = AppValues<any MockSession>()

  /// Keeps a session for an app, replacing an earlier session.
  static func keep(_ session: any MockSession, for app: some LaunchEnvironmentCarrying) {
    _ = sessions.remove { $0 == nil || $0 === app }
    sessions.add(session, for: app)
  }

  /// Releases the sessions of apps that were deallocated.
  static func removeUnused() { _ = sessions.remove { $0 == nil } }
}

/// The descriptions of the scenarios that this process has applied, for failure messages.
package enum AppliedScenarios {
  /// The descriptions since the last reset.
  ///
  /// XCTest runs only one test at a time.
  package static let descriptions = Locked<[String]>([])
}
