public import MockServices

extension MockScenario {
  /// Lets the scenario of the test answer the app's calls, from the test's own process.
  ///
  /// ```swift
  /// let session = try LiveSession(try ScenarioRuntime(path: "login.lua"))
  /// try MockScenario.build().with(session).apply(to: app)
  /// ```
  ///
  /// Nothing stands beside a session: what shall answer is said in the test's scenario.
  ///
  /// - Parameter session: The session, which has to live as long as the app.
  /// - Returns: A launch with the session.
  public func with(_ session: some MockSession) -> MockSessionLaunch {
    let isEmpty = description == MockScenario.build().description
    return MockSessionLaunch(session: session, beside: isEmpty ? nil : description)
  }
}

/// A launch of an app whose calls the scenario of the test answers; ``MockScenario/with(_:)->MockSessionLaunch`` makes it.
public struct MockSessionLaunch: Sendable {
  private let session: any MockSession
  /// What was added to the scenario beside the session, in words; nil for nothing.
  private let beside: String?

  init(session: any MockSession, beside: String?) {
    self.session = session
    self.beside = beside
  }

  /// Puts the session's address into the launch environment of an app.
  ///
  /// Call it before the app is launched; each launch joins the session anew.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - log: Where a line says so; `MockServiceBootstrap/standardLog` by default.
  /// - Throws: `SessionProblem` where the scenario has services of its own, or the environment a configuration.
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

  /// Not to be had: the scenario of the test answers all calls.
  @available(
    *, unavailable, message: "the test of a session responds to all calls; put it into the test's scenario"
  )
  public func with(_ preset: some MockServicePreset) -> MockSessionLaunch { self }

  /// Not to be had: the scenario of the test answers all calls.
  @available(
    *, unavailable, message: "the test of a session responds to all calls; put it into the test's scenario"
  )
  public func with(_ configuration: MockServiceConfiguration) -> MockSessionLaunch { self }

  /// Not to be had: the scenario of the test answers all calls.
  @available(*, unavailable, message: "use `scenario.replace(service:method:with:)` in the test")
  public func overriding(
    service: String, method: String, with config: MockMethodConfig
  ) -> MockSessionLaunch { self }
}
