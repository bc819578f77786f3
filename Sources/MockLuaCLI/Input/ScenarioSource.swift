import MockLua
import MockServices

/// A script or a configuration, told apart by its file name or its first character.
enum ScenarioSource {
  case script(ScriptSource)
  case configuration(ScriptSource)

  /// Reads a file once; `-` stands for standard input.
  ///
  /// What is called `.json`, and any text that begins with `{`, which no script does, is a configuration.
  static func read(_ path: String) throws(CommandFailure) -> ScenarioSource {
    let source = try ScriptSource.read(path)
    let first = source.text.first { !$0.isWhitespace }
    let isJSON = path.lowercased().hasSuffix(".json") || first == "{"
    return isJSON ? .configuration(source) : .script(source)
  }

  /// Makes a player.
  func player(
    _ arguments: ScriptArguments, clock: MockClock
  ) throws(CommandFailure) -> ScenarioPlayer {
    try arguments.checkFolders()
    do {
      switch self {
      case .script(let source):
        return ScenarioPlayer(
          try ScenarioRuntime(
            source: source.text, name: source.name, directory: source.directory,
            options: arguments.options, clock: clock))
      case .configuration(let source):
        try arguments.checkForConfiguration(source.name)
        let configuration = try MockServiceConfiguration(json: source.text, file: source.name)
        return try ScenarioPlayer(
          configuration: configuration, clock: clock, seed: arguments.options.seed)
      }
    } catch let error as ScenarioError {
      throw .mistakes(error)
    } catch let error as MockConfigurationError {
      throw .configuration(error)
    } catch let error as CommandFailure {
      throw error
    } catch {
      throw .unencodable(cause: error)
    }
  }
}
