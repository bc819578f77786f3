#if canImport(XCUIAutomation)
  public import MockScenarios
  public import XCUIAutomation

  // This conformance is in its own module, because an app that loads a module with an import of XCUIAutomation can't
  // launch without the test frameworks.
  extension XCUIApplication: @MainActor LaunchEnvironmentCarrying {}
#endif

#if canImport(XCUIAutomation) && (os(macOS) || os(iOS))
  public import MockLua
  public import MockServices

  extension XCUIApplication {
    /// Launches the app with the responses of a script.
    ///
    /// ```swift
    /// try app.launch(scenario: "cart.lua", variant: "empty")
    /// ```
    ///
    /// Replaces an earlier scenario of the app.
    ///
    /// - Parameters:
    ///   - path: The path of the script, as for `.scenario(path)`: absolute, or relative to the folder of the test's
    ///     source file, the working directory, or the resources of the test bundle.
    ///   - variant: The variant; nil, the default, for only the top level.
    ///   - filePath: The caller's file.
    /// - Throws: `ScenarioError` with all script errors. Responses computed at run time are errors, too: they need
    ///   `live: true`.
    public func launch(
      scenario path: String, variant: String? = nil, filePath: String = #filePath
    ) throws {
      try ScenarioLaunch.apply(path, variant, to: self, filePath: filePath)
      launch()
    }

    /// Launches the app with a live session, in which a script in this process responds to its calls.
    ///
    /// ```swift
    /// let session = try app.launch(scenario: "cart.lua", live: true)
    /// app.buttons["Refresh"].tap()
    /// try session.scenario.log.verify("CartService.items", called: 1)
    /// ```
    ///
    /// Replaces an earlier scenario of the app. In a ``MockScenarioTestCase``, the session ends with the test, and
    /// issues of the app fail the test. Otherwise, it ends with the app object or with `session.close()`.
    ///
    /// - Parameters:
    ///   - path: The path of the script, as for `.scenario(path)`: absolute, or relative to the folder of the test's
    ///     source file, the working directory, or the resources of the test bundle.
    ///   - variant: The variant; nil, the default, for only the top level.
    ///   - live: Always `true`. Leave the parameter out for a launch without a session.
    ///   - clock: The clock of the scenario; by default a virtual one that runs at full speed.
    ///   - filePath: The caller's file.
    /// - Returns: The session.
    /// - Throws: `ScenarioError` with all script errors, or `SessionProblem` if the system doesn't allow listening.
    @discardableResult
    public func launch(
      scenario path: String, variant: String? = nil, live: Bool,
      clock: MockClock = .virtual(), filePath: String = #filePath
    ) throws -> LiveSession {
      let session = try ScenarioLaunch.applyLive(
        path, variant, live, to: self, clock: clock, filePath: filePath)
      launch()
      return session
    }
  }
#endif
