import MockCalls
import MockLua

/// The scenario of a REPL, and how it is loaded, so that it can be loaded again.
struct ReplScenario: Sendable {
  /// Where the scenario waits.
  enum Clock: String, Sendable, CaseIterable {
    case virtual
    case real
  }

  /// The file; nil for an empty scenario.
  private(set) var path: String?
  private(set) var clock: Clock
  private(set) var console: ScenarioConsole
  private(set) var options: ScenarioOptions
  /// The text of a configuration; nil for a script.
  let json: String?
  private let isLimited: Bool

  var runtime: ScenarioRuntime { console.runtime }

  /// Loads a scenario.
  ///
  /// - Parameters:
  ///   - path: The script or configuration; nil for none.
  ///   - options: How a script is loaded.
  ///   - clock: Where the scenario waits.
  ///   - isLimited: Whether a script is stopped when it runs for long.
  /// - Throws: `CommandFailure` where the file can't be read, or has mistakes.
  init(
    path: String?, options: ScenarioOptions, clock: Clock, isLimited: Bool
  ) throws(CommandFailure) {
    (self.path, self.options, self.clock) = (path, options, clock)
    self.isLimited = isLimited
    let source = try path.map { path throws(CommandFailure) in
      try ScenarioSource.read(path, readsStandardInput: false)
    }
    json = source?.json
    let runtime = try Self.runtime(source, options, clock)
    console = ScenarioConsole(runtime, isLimited: isLimited)
  }

  /// The same file as it is now.
  func reloaded() throws(CommandFailure) -> ReplScenario {
    try ReplScenario(path: path, options: options, clock: clock, isLimited: isLimited)
  }

  /// Another file, with no scenario of it chosen.
  func loading(_ path: String) throws(CommandFailure) -> ReplScenario {
    var options = options
    options.scenario = nil
    return try ReplScenario(path: path, options: options, clock: clock, isLimited: isLimited)
  }

  /// The same file with a named scenario, or with the top level alone.
  func choosing(_ scenario: String?) throws(CommandFailure) -> ReplScenario {
    var options = options
    options.scenario = scenario
    return try ReplScenario(path: path, options: options, clock: clock, isLimited: isLimited)
  }

  /// The same file on another clock.
  func changing(clock: Clock) throws(CommandFailure) -> ReplScenario {
    try ReplScenario(path: path, options: options, clock: clock, isLimited: isLimited)
  }

  private static func runtime(
    _ source: ScenarioSource?, _ options: ScenarioOptions, _ clock: Clock
  ) throws(CommandFailure) -> ScenarioRuntime {
    let clock = clock == .real ? MockClock.real() : .virtual()
    guard let source else {
      do throws(ScenarioError) {
        return try ScenarioRuntime(
          source: "", name: ScenarioConsole.name, directory: ".", options: options, clock: clock)
      } catch {
        throw .mistakes(error)
      }
    }
    return try source.runtime(options, clock: clock)
  }
}
