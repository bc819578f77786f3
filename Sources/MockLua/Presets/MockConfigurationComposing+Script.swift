public import MockConfiguration
internal import MockData
internal import MockPlatform

extension MockConfigurationComposing {
  /// Adds what a script says: its services and its shared state.
  ///
  /// ```swift
  /// try MockScenario.build().with(script: "login.lua", scenario: "locked").apply(to: app)
  /// ```
  ///
  /// Services that were added before are replaced; of equal keys of shared state the later wins.
  ///
  /// - Parameters:
  ///   - path: The script, beside the caller's source file or in the working directory.
  ///   - scenario: The named scenario; nil, the default, means the top level alone, or what the options say.
  ///   - options: Mode, seed and search paths; the defaults by default.
  ///   - embedsScript: Whether the script travels along, for an app that runs Lua; false by default.
  ///   - sourceFile: The caller's file.
  /// - Returns: The scenario with all that the script says.
  /// - Throws: ``ScenarioError`` with all mistakes of the script. Answers that Lua computes at run time are
  ///   mistakes too, unless the script travels along.
  public func with(
    script path: String, scenario: String? = nil, options: ScenarioOptions = ScenarioOptions(),
    embedsScript: Bool = false, sourceFile: String = #filePath
  ) throws(ScenarioError) -> Self {
    var options = options
    options.scenario = scenario ?? options.scenario
    let file = try ScriptPath.resolve(path, beside: sourceFile)
    let loaded = try LuaScenario.load(path: file, options: options)
    var configuration = loaded.configuration
    if embedsScript {
      configuration.script = loaded.script
    } else if !loaded.dynamicAnswers.isEmpty {
      throw ScenarioError(
        loaded.dynamicAnswers.map { MockDiagnostic(unanswered: $0, script: file) })
    }
    let name = FilePath.name(of: path)
    return with(configuration, description: options.scenario.map { "\(name): \($0)" } ?? name)
  }

  /// Adds a scenario of the script that its type stands for.
  ///
  /// See ``with(script:scenario:options:embedsScript:sourceFile:)``.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - options: Mode, seed and search paths; the defaults by default.
  ///   - embedsScript: Whether the script travels along, for an app that runs Lua; false by default.
  /// - Returns: The scenario with all that the script says.
  /// - Throws: ``ScenarioError`` with all mistakes of the script.
  public func with<Scenario: ScriptScenario>(
    _ scenario: Scenario, options: ScenarioOptions = ScenarioOptions(), embedsScript: Bool = false
  ) throws(ScenarioError) -> Self {
    try with(
      script: Scenario.script, scenario: scenario.rawValue, options: options,
      embedsScript: embedsScript, sourceFile: Scenario.sourceFile)
  }
}

extension MockDiagnostic {
  /// An answer that an app without Lua cannot give.
  fileprivate init(unanswered answer: DynamicAnswer, script: String) {
    self.init(
      mistake:
        "`\(answer.name.escaped)` is computed by Lua at run time, and a launched app does not run Lua; write "
        + "`reply(...)` with data, or pass `embedsScript: true` to an app that does",
      at: answer.place, script: script)
  }
}
