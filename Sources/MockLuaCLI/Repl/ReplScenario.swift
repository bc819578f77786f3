import MockCalls
import MockLua

/// The scenario of the REPL, with the options for reloading it.
struct ReplScenario: Sendable {
  /// The kind of clock of the scenario.
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
  ///   - options: The options for loading a script.
  ///   - clock: The kind of clock.
  ///   - isLimited: Whether a script that runs too long is stopped.
  /// - Throws: `CommandFailure` if the file can't be read or has errors.
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

  /// Reloads the same file.
  func reloaded() throws(CommandFailure) -> ReplScenario {
    try ReplScenario(path: path, options: options, clock: clock, isLimited: isLimited)
  }

  /// Loads another file, without a variant.
  func loading(_ path: String) throws(CommandFailure) -> ReplScenario {
    var options = options
    options.variant = nil
    return try ReplScenario(path: path, options: options, clock: clock, isLimited: isLimited)
  }

  /// Reloads the same file with a variant, or with the top level only.
  func choosing(_ variant: String?) throws(CommandFailure) -> ReplScenario {
    var options = options
    options.variant = variant
    return try ReplScenario(path: path, options: options, clock: clock, isLimited: isLimited)
  }

  /// Reloads the same file with another clock.
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
        throw .scenarioError(error)
      }
    }
    return try source.runtime(options, clock: clock)
  }
}
