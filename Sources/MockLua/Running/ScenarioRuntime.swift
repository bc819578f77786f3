internal import LuaRuntime
public import MockServices

/// A scenario that answers calls: it owns the script's Lua state, and a sequencer for each service.
///
/// The runtime and its sequencers share one serial executor, so that choosing a response, with the
/// script's conditions, is one turn. Keep the runtime as long as its sequencers are in use: the
/// functions of the script go with it.
///
/// ```swift
/// let runtime = try ScenarioRuntime(path: "login.lua")
/// let login = MockLoginService(sequencer: runtime.sequencer(for: "LoginService"))
/// ```
public actor ScenarioRuntime {
  /// What the script says, and what was declared since by a ``ScenarioConsole`` or replaced from Swift.
  public nonisolated var scenario: Scenario { sequencers.scenario }
  /// The state that the services share.
  public nonisolated let sharedState: MockSharedState
  /// The clock on which responses and scripts wait.
  public nonisolated let clock: MockClock
  /// The calls of all services.
  public nonisolated let log: MockCallLog
  /// The gates at which responses wait.
  public nonisolated let gates: MockGates

  nonisolated let sequencers: SequencerTable
  private nonisolated let home: MockHome
  private nonisolated let makeScript: @Sendable () throws(ScenarioError) -> LoadedScript

  /// The script that runs, and the functions by the names of their callbacks.
  var script: LiveScript
  /// The epoch of the log in which the script began: calls of earlier ones are not for it.
  var firstEpoch = 0
  /// Answers that were given from Swift, by the names of their callbacks.
  var replacements: [String: Replacement] = [:]

  /// What answers a call in place of the script.
  typealias Replacement = @Sendable (MockCall) async throws -> MockAnswer

  /// The executor that the runtime shares with its sequencers.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { home.unownedExecutor }

  /// The configuration that the sequencers answer from.
  public nonisolated var configuration: MockServiceConfiguration { scenario.configuration }

  /// Loads a script from a file.
  ///
  /// - Parameters:
  ///   - path: The file; modules and fixtures lie beside it.
  ///   - name: The name in messages; the path by default.
  ///   - options: Scenario, mode, seed and search paths.
  ///   - clock: The clock; one that runs with the machine's time by default.
  ///   - log: The call log; a new one by default.
  ///   - failureHandler: What a sequence that asks for `fatalError` and a value that does not fit its
  ///     binding go to; the current one by default.
  ///   - errors: The app's own error, which is thrown for the codes that it knows; none by default.
  /// - Throws: ``ScenarioError`` with all mistakes found.
  public init(
    path: String, name: String? = nil, options: ScenarioOptions = ScenarioOptions(),
    clock: MockClock = .real(), log: MockCallLog = MockCallLog(),
    failureHandler: MockFailureHandler? = nil, errors: (any MockErrorConvertible.Type)? = nil
  ) throws(ScenarioError) {
    let source: String
    do {
      source = try ScriptFiles.read(path)
    } catch {
      throw ScenarioError([Mistake(error.description, at: nil, script: name ?? path)])
    }
    try self.init(
      source: source, name: name ?? path, directory: ScriptFiles.folder(of: path),
      options: options, clock: clock, log: log, failureHandler: failureHandler, errors: errors)
  }

  /// Loads a script from text.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - name: The name in messages.
  ///   - directory: The folder of modules and fixtures; nil, the default, for none.
  ///   - options: Scenario, mode, seed and search paths.
  ///   - clock: The clock; one that runs with the machine's time by default.
  ///   - log: The call log; a new one by default.
  ///   - failureHandler: What a sequence that asks for `fatalError` and a value that does not fit its
  ///     binding go to; the current one by default.
  ///   - errors: The app's own error, which is thrown for the codes that it knows; none by default.
  /// - Throws: ``ScenarioError`` with all mistakes found.
  public init(
    source: String, name: String, directory: String? = nil,
    options: ScenarioOptions = ScenarioOptions(), clock: MockClock = .real(),
    log: MockCallLog = MockCallLog(), failureHandler: MockFailureHandler? = nil,
    errors: (any MockErrorConvertible.Type)? = nil
  ) throws(ScenarioError) {
    try self.init(
      source: source, name: name,
      files: ScriptFiles(directory: directory, searchPaths: options.searchPaths), options: options,
      configuration: nil, clock: clock, log: log, failureHandler: failureHandler, errors: errors)
  }

  /// Runs the script that a configuration carries; its static responses are the configuration's.
  ///
  /// - Parameters:
  ///   - configuration: A configuration with the key `script`.
  ///   - clock: The clock; one that runs with the machine's time by default.
  ///   - log: The call log; a new one by default.
  ///   - failureHandler: What a sequence that asks for `fatalError` and a value that does not fit its
  ///     binding go to; the current one by default.
  ///   - errors: The app's own error, which is thrown for the codes that it knows; none by default.
  /// - Throws: ``ScenarioError`` where the configuration has no script, or the script makes mistakes.
  public init(
    configuration: MockServiceConfiguration, clock: MockClock = .real(),
    log: MockCallLog = MockCallLog(), failureHandler: MockFailureHandler? = nil,
    errors: (any MockErrorConvertible.Type)? = nil
  ) throws(ScenarioError) {
    guard let script = configuration.script else {
      let text = "the configuration carries no script; emit it with `--embed-script`"
      throw ScenarioError([Mistake(text, at: nil, script: "configuration")])
    }
    var options = ScenarioOptions()
    options.scenario = script.scenario
    options.mode = script.mode.flatMap { ScenarioMode(rawValue: $0) }
    options.seed = UInt64(bitPattern: Int64(script.seed ?? 0))
    try self.init(
      source: script.source, name: script.name, files: ScriptFiles(embeddedIn: script),
      options: options, configuration: configuration, clock: clock, log: log,
      failureHandler: failureHandler, errors: errors)
  }

  private init(
    source: String, name: String, files: ScriptFiles, options: ScenarioOptions,
    configuration: MockServiceConfiguration?, clock: MockClock, log: MockCallLog,
    failureHandler: MockFailureHandler?, errors: (any MockErrorConvertible.Type)?
  ) throws(ScenarioError) {
    var options = options
    options.startMs = clock.startMs
    let (loadOptions, home) = (options, MockHome())
    makeScript = { () throws(ScenarioError) in
      try LoadedScript(source: source, name: name, files: files, options: loadOptions)
    }
    let loaded = try makeScript()
    var scenario = loaded.scenario
    if let configuration { scenario.configuration = configuration }
    let sharedState = MockSharedState(
      properties: scenario.configuration.sharedState ?? [:], failureHandler: failureHandler)
    let responder = ScenarioResponder()
    let gates = MockGates()
    let table = SequencerTable(
      scenario: scenario, sharedState: sharedState, responder: responder, clock: clock, log: log,
      gates: gates, seed: options.seed, failureHandler: failureHandler,
      errors: errors, home: home)
    (self.sharedState, self.clock, self.log) = (sharedState, clock, log)
    (self.gates, sequencers, self.home) = (gates, table, home)
    let words = LiveWords(
      sharedState: sharedState, sequencers: table, clock: clock, log: log, run: ScriptRun())
    script = try LiveScript(loaded, words: words)
    responder.attach(self)
  }

  /// The sequencer of a service.
  ///
  /// One that the scenario does not mock answers `unconfigured`.
  ///
  /// - Parameter service: The service's name.
  /// - Returns: The same sequencer for the same name.
  public nonisolated func sequencer(for service: String) -> MockCallSequencer {
    sequencers[service]
  }

  /// Brings everything back to the start: the script runs again in a new Lua state.
  ///
  /// Calls in flight throw `CancellationError`. What was replaced from Swift is dropped; the options
  /// stay.
  ///
  /// - Throws: ``ScenarioError`` where the script, or a file that it reads, has changed for the worse.
  public func reset() throws(ScenarioError) {
    let loaded = try makeScript()
    script.run.end()
    replacements = [:]
    gates.reset()
    clock.reset()
    log.reset()
    firstEpoch = log.epoch
    sharedState.reset()
    sequencers.restore()
    let words = LiveWords(
      sharedState: sharedState, sequencers: sequencers, clock: clock, log: log, run: ScriptRun())
    script = try LiveScript(loaded, words: words)
  }
}

extension MockClock {
  /// When the clock started, in milliseconds since 1970.
  var startMs: Int { startSinceEpoch.wholeMilliseconds }

  /// What the clock shows, in milliseconds since 1970.
  var nowMs: Int { sinceEpoch.wholeMilliseconds }
}
