import MockCalls
import MockConfiguration
import MockLua
import MockLuaTools

/// A script or a configuration, distinguished by file name or first character.
enum ScenarioSource {
  case script(ScriptSource)
  case configuration(ScriptSource)

  /// Reads a file, or standard input for `-`, once.
  static func read(
    _ path: String, readsStandardInput: Bool = true, isWatched: Bool = false
  ) throws(CommandFailure) -> ScenarioSource {
    let source = try ScriptSource.read(
      path, readsStandardInput: readsStandardInput, isWatched: isWatched)
    return source.isConfiguration ? .configuration(source) : .script(source)
  }

  func player(
    _ arguments: ScriptArguments, clock: MockClock
  ) throws(CommandFailure) -> ScenarioPlayer {
    try arguments.checkFolders()
    return ScenarioPlayer(try runtime(arguments.options, clock: clock))
  }

  /// Returns the configuration that the script describes, or that was read.
  func configuration(
    _ arguments: ScriptArguments
  ) throws(CommandFailure) -> MockServiceConfiguration {
    try arguments.checkFolders()
    switch self {
    case .script(let source): return try source.scenario(arguments.options).configuration
    case .configuration(let source):
      try arguments.checkForConfiguration(source.name)
      return try Self.parse(source)
    }
  }

  /// Runs the scenario, even for a configuration without a script.
  func runtime(
    _ options: ScenarioOptions, clock: MockClock, log: MockCallLog = MockCallLog(),
    failureHandler: MockFailureHandler? = nil
  ) throws(CommandFailure) -> ScenarioRuntime {
    switch self {
    case .script(let source):
      return try rethrowing(
        as: CommandFailure.scenarioError,
        ScenarioRuntime(
          source: source.text, name: source.name, directory: source.directory, options: options,
          clock: clock, log: log, failureHandler: failureHandler))
    case .configuration(let source):
      try ScriptArguments(options: options).checkForConfiguration(source.name)
      var configuration = try Self.parse(source)
      let seed = Int(bitPattern: UInt(options.seed))
      configuration.script =
        configuration.script ?? MockScript(name: source.name, source: "", seed: seed)
      return try rethrowing(
        as: CommandFailure.scenarioError,
        ScenarioRuntime(
          configuration: configuration, clock: clock, log: log, failureHandler: failureHandler))
    }
  }

  var source: ScriptSource {
    switch self {
    case .script(let source), .configuration(let source): source
    }
  }

  /// The text of a configuration; nil for a script.
  var json: String? {
    if case .configuration(let source) = self { source.text } else { nil }
  }

  private static func parse(
    _ source: ScriptSource
  ) throws(CommandFailure) -> MockServiceConfiguration {
    try rethrowing(
      as: CommandFailure.configuration,
      MockServiceConfiguration(json: source.text, file: source.name))
  }
}

/// The file with the requirements of an app's mocks, as a test writes it.
enum ContractFile {
  static let option = Option<String>(
    "contract", value: "FILE", completion: .files("json"),
    help: "Compare scripts with the contract of an app.")

  /// Returns nil without a path.
  static func read(_ path: String?) throws(CommandFailure) -> ContractDocument? {
    guard let path else { return nil }
    let source = try ScriptSource.read(path, readsStandardInput: false)
    return try rethrowing(
      as: CommandFailure.unusableContract, ContractDocument(json: source.text, file: source.name))
  }
}
