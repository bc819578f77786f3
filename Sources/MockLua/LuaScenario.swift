package import LuaRuntime
public import MockConfiguration
public import MockData
internal import MockPlatform

/// A loaded script: its configuration, and the parts that need Lua at run time.
///
/// ```swift
/// let scenario = try LuaScenario.load(path: "login.lua")
/// app.launchEnvironment["MOCK_SERVICE_CONFIG"] = try scenario.configuration.toBase64()
/// ```
public struct LuaScenario: Sendable {
  /// The configuration, without the script itself.
  public var configuration: MockServiceConfiguration
  /// The names of the variants, in order of declaration.
  public var variantNames: [String]
  /// The responses and conditions that Lua computes at run time, in the order of the script.
  public var dynamicAnswers: [DynamicAnswer]
  /// The script, with the modules and fixtures that it reads, for an app that can run Lua.
  public var script: MockScript
  /// The locations of the variants, in order of declaration.
  package var variantPlaces: [ScriptLocation?] = []
  /// The location of each response, by service and method, in the order of `responses`.
  package var places: [String: [String: [ScriptLocation]]]
  /// The locations of initial values, by service and property.
  ///
  /// The key nil holds the locations of shared values.
  package var valuePlaces: [String?: [String: ScriptLocation]] = [:]
  /// The declarations of routes without their responses, by service and method.
  package var routeRules: [String: [String: RouteRules]] = [:]
  /// The paths that locations contain for the modules, by module name.
  package var modulePaths: [String: String] = [:]

  /// The modules, with the paths that locations contain.
  package var modulesAsShown: [String: MockScript.Module] {
    var modules = script.modules
    for (name, path) in modulePaths { modules[name]?.file = path }
    return modules
  }

  /// Loads a script from a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its modules and fixtures are in the same folder.
  ///   - options: The variant, mode, seed, and search paths.
  /// - Returns: The scenario.
  /// - Throws: `ScenarioError` with all script errors that were found, or with the reason why the file can't be read.
  public static func load(path: String, options: ScenarioOptions = ScenarioOptions())
    throws(ScenarioError) -> LuaScenario
  {
    let source: String
    do {
      source = try ScriptFiles.read(path)
    } catch {
      guard let problem = error.text else {
        throw ScenarioError([MockDiagnostic(error: error.description, at: nil, script: path)])
      }
      let place = ScriptLocation(file: path, line: problem.line)
      throw ScenarioError([MockDiagnostic(error: "\(problem)", at: place, script: path)])
    }
    return try load(
      source: source, name: path, directory: FilePath.folder(of: path), options: options)
  }
}

extension LuaScenario {
  package init(_ configuration: MockServiceConfiguration, named name: String) {
    self.init(
      configuration: configuration, variantNames: [], dynamicAnswers: [],
      script: MockScript(name: name, source: ""), places: [:])
  }
}

/// A response, or the condition of a rule, that Lua computes at run time.
public struct DynamicAnswer: Sendable, Hashable {
  /// The name in the configuration, such as `Service.method#1`.
  public var name: String
  /// The location of the function in the script.
  public var place: ScriptLocation
  /// The function's index in `lang.functions`, the script language's list of functions.
  var function: Int
  var isStream = false
}

/// Options for loading a script.
public struct ScenarioOptions: Sendable {
  /// The variant to run in addition to the script's top level; nil by default.
  public var variant: String?
  /// The value of `mode` in the script; nil by default.
  public var mode: ScenarioMode?
  /// The seed of all random numbers; 0 by default.
  public var seed: UInt64 = 0
  /// The folders to search for modules, after the script's own folder; empty by default.
  public var searchPaths: [String] = []
  /// Receives the lines that `print` and `log` write, without line endings.
  ///
  /// The closure is called while the script's lock is held, so it must not call mocks. By default, it writes to
  /// standard error, with control characters such as `\u{1B}` escaped.
  public var print: @Sendable (String) -> Void = {
    $0.writeEscapedLines { StandardError.write($0) }
  }
  /// The start time of the scenario's clock, in milliseconds since 1970; 2026-01-01T00:00:00Z by default.
  public var startMs: Int = 1_767_225_600_000
  /// The maximum number of times that a chain of calls may wake up from `sleep` or `emit` on a virtual clock.
  ///
  /// On a virtual clock, waiting takes no real time, so no other limit would end `while true do sleep(1) end`. The
  /// default is 100,000. Nil means no limit.
  public var wakeUpLimit: Int? = 100_000

  /// The folder to which coverage data is appended, for `mocklua coverage`.
  ///
  /// If it is nil (the default), the folder in `MOCKLUA_COVERAGE` is used. If that isn't set either, coverage isn't
  /// recorded.
  public var coverage: String?

  /// Whether to record coverage; false for checks that don't make calls.
  package var keepsCoverage = true

  var recorder: CoverageRecorder? {
    keepsCoverage ? coverage.map { CoverageRecorder.in($0) } ?? .shared : nil
  }

  /// The limits of the script's Lua state.
  ///
  /// The seed and `print` come from these options instead.
  package var limits = LuaRuntime.Options()

  /// Creates options.
  ///
  /// - Parameters:
  ///   - variant: The variant; nil by default.
  ///   - mode: The value of `mode` in the script, such as `.uitest`; nil by default.
  ///   - seed: The seed of all random numbers; 0 by default.
  ///   - coverage: The folder to which coverage data is appended; by default, the folder in `MOCKLUA_COVERAGE`.
  public init(
    variant: String? = nil, mode: ScenarioMode? = nil, seed: UInt64 = 0, coverage: String? = nil
  ) {
    (self.variant, self.mode, self.seed, self.coverage) = (variant, mode, seed, coverage)
  }
}
