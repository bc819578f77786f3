#if os(macOS) || os(Linux) || os(iOS)
  internal import MockLua
  internal import MockScenarios
  internal import MockServices

  /// Prepares an app for its launch with a script, for the `launch(scenario:)` methods.
  enum ScenarioLaunch {
    static func apply(
      _ path: String, _ variant: String?, to app: some LaunchEnvironmentCarrying, filePath: String
    ) throws(ScenarioError) {
      let scenario = try MockScenario.build().with(
        script: path, variant: variant, sourceFile: filePath)
      removeScenario(from: app)
      scenario.apply(to: app)
    }

    /// In a ``MockScenarioTestCase``, the session ends with the running test.
    static func applyLive(
      _ path: String, _ variant: String?, _ live: Bool, to app: some LaunchEnvironmentCarrying,
      clock: MockClock, filePath: String
    ) throws -> LiveSession {
      guard live else {
        throw ScenarioError([
          MockDiagnostic(
            at: ScriptLocation(file: path),
            sentence:
              "`live: false` does not start a session; write `live: true`, or leave the argument out"
          )
        ])
      }
      var options = ScenarioOptions()
      options.variant = variant
      let file = try ScriptPath.resolve(path, beside: filePath)
      let session = try LiveSession(ScenarioRuntime(path: file, options: options, clock: clock))
      removeScenario(from: app)
      try MockScenario.build().with(session).apply(to: app)
      MockScenarioTestCase.endWithRunningTest(session)
      return session
    }

    private static func removeScenario(from app: some LaunchEnvironmentCarrying) {
      let variables = [
        MockServiceConfiguration.environmentVariable, MockServiceConfiguration.fileVariable,
        MockSessionVariable.name,
      ]
      for variable in variables { app.launchEnvironment[variable] = nil }
    }
  }
#endif
