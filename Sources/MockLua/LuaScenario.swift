internal import LuaRuntime
public import MockConfiguration
public import MockData
internal import MockPlatform

/// What a script says: a configuration, and what of it needs Lua at run time.
///
/// ```swift
/// let scenario = try LuaScenario.load(path: "login.lua")
/// app.launchEnvironment["MOCK_SERVICE_CONFIG"] = try scenario.configuration.toBase64()
/// ```
public struct LuaScenario: Sendable {
  /// The configuration, without the script itself.
  public var configuration: MockServiceConfiguration
  /// The names of the named scenarios, in order of declaration.
  public var scenarioNames: [String]
  /// The answers and conditions that Lua computes at run time, in the order of the script.
  public var dynamicAnswers: [DynamicAnswer]
  /// The script with the modules and fixtures that it read, for an app that runs it.
  public var script: MockScript
  /// The named scenarios with the comments above them, in order of declaration.
  package var summaries: [ScenarioSummary]
  /// Where each response was written: by service and method, in the order of `responses`.
  package var places: [String: [String: [SourcePlace]]]
  /// Where each value of shared state, and of the properties of each service, was declared first.
  package var valuePlaces: [String?: [String: SourcePlace]] = [:]
  /// What was said of routes besides their answers: by service and method.
  var routeRules: [String: [String: RouteRules]] = [:]
  /// The paths of the modules as places have them, by the names of the modules.
  package var modulePaths: [String: String] = [:]

  /// The modules, each with the path that places have.
  package var modulesAsShown: [String: MockScript.Module] {
    var modules = script.modules
    for (name, path) in modulePaths { modules[name]?.file = path }
    return modules
  }

  /// Loads a script from a file.
  ///
  /// - Parameters:
  ///   - path: the file; modules and fixtures lie beside it.
  ///   - options: scenario, mode, seed and search paths.
  /// - Returns: the scenario.
  /// - Throws: `ScenarioError` with all mistakes found; also where the file cannot be read.
  public static func load(path: String, options: ScenarioOptions = ScenarioOptions())
    throws(ScenarioError) -> LuaScenario
  {
    let source: String
    do {
      source = try ScriptFiles.read(path)
    } catch {
      guard let problem = error.text else {
        throw ScenarioError([MockDiagnostic(mistake: error.description, at: nil, script: path)])
      }
      let place = SourcePlace(file: path, line: problem.line)
      throw ScenarioError([MockDiagnostic(mistake: "\(problem)", at: place, script: path)])
    }
    return try load(
      source: source, name: path, directory: FilePath.folder(of: path), options: options)
  }

  /// Loads a script from text.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - name: the name in messages.
  ///   - directory: the folder of modules and fixtures; without one there are none.
  ///   - options: scenario, mode, seed and search paths.
  /// - Returns: the scenario.
  /// - Throws: `ScenarioError` with all mistakes found.
  public static func load(
    source: String, name: String, directory: String?, options: ScenarioOptions = ScenarioOptions()
  ) throws(ScenarioError) -> LuaScenario {
    let files = ScriptFiles(directory: directory, searchPaths: options.searchPaths)
    return try LoadedScript(source: source, name: name, files: files, options: options).scenario
  }
}

/// An answer, or a condition of a rule, that Lua computes at run time.
public struct DynamicAnswer: Sendable, Hashable {
  /// Its name in the configuration: `Service.method#1`.
  public var name: String
  /// Where the function stands.
  public var place: SourcePlace
  /// The function's number within the language.
  var function: Int
  /// Whether the function sends the values of a stream.
  var isStream = false
}
