#if canImport(XCUIAutomation)
  public import MockScenarios
  public import XCUIAutomation

  // This conformance has its own module. If an app loads a module that imports XCUIAutomation, the app can't launch
  // without the test frameworks.
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
    /// If the launch environment already has a scenario, the new one replaces it.
    ///
    /// - Parameters:
    ///   - path: The path of the script, as in `.scenario(path)`: absolute, or relative to the folder of the test's
    ///     source file, the working directory, or the resources of the test bundle.
    ///   - variant: The variant to run in addition to the script's top level. The default is nil.
    ///   - filePath: The caller's file.
    /// - Throws: `ScenarioError` with all script errors. A response that is computed at run time is also an error,
    ///   because it needs `live: true`.
    public func launch(
      scenario path: String, variant: String? = nil, filePath: String = #filePath
    ) throws {
      try ScenarioLaunch.apply(path, variant, to: self, filePath: filePath)
      launch()
    }

    /// Launches the app with a live session, so that a script in this process responds to its calls.
    ///
    /// ```swift
    /// let session = try app.launch(scenario: "cart.lua", live: true)
    /// app.buttons["Refresh"].tap()
    /// try session.scenario.log.verify("CartService.items", called: 1)
    /// ```
    ///
    /// If the launch environment already has a scenario, the new one replaces it. In a ``MockScenarioTestCase``, the
    /// session ends with the test, and its issues fail the test. Elsewhere, the session ends when you call
    /// `session.close()`, or when the app object is deallocated.
    ///
    /// - Parameters:
    ///   - path: The path of the script, as in `.scenario(path)`: absolute, or relative to the folder of the test's
    ///     source file, the working directory, or the resources of the test bundle.
    ///   - variant: The variant to run in addition to the script's top level. The default is nil.
    ///   - live: Always `true`. To launch without a session, leave the parameter out.
    ///   - clock: The clock of the scenario. The default is a virtual clock that runs at full speed.
    ///   - filePath: The caller's file.
    /// - Returns: The session.
    /// - Throws: `ScenarioError` with all script errors, or `SessionProblem` if the system doesn't allow the session to
    ///   listen.
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
