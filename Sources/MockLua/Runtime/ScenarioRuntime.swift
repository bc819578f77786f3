internal import LuaRuntime
public import MockCalls
public import MockConfiguration
internal import MockContainer
internal import MockData
package import MockPlatform

/// A scenario that responds to calls.
///
/// It owns the Lua state of the script and a sequencer for each service.
///
/// ```
///   app or test          Swift: MockCallSequencer           Lua: the script
///
///   mock.pay(...)  -->   choose: rules, count, record  -->  conditions of rules
///                        compute                       -->  function(args) ... end
///                        another service's sequencer   <--    services.Bank.rate {}
///                        the clock, the gates          <--    sleep(10), open_gate "door"
///                        shared state                  <--    state.paid = true
///                        the response                  <--    return { ok = true }
///                        read: decode the value
///                        wait: gate, delay
///   value, error   <--   commit: updates, record
/// ```
///
/// Calls can come from any thread. A response is chosen in one atomic step, including the script's conditions. The
/// script's functions run on the thread that holds the script's lock. While a function waits, others can run. Keep the
/// runtime for as long as its sequencers are in use, because it owns the script's functions.
///
/// ```swift
/// let runtime = try ScenarioRuntime(path: "login.lua")
/// let login = MockLoginService(sequencer: runtime.sequencer(for: "LoginService"))
/// ```
public actor ScenarioRuntime {
  /// The script's declarations, including later ones from a `ScenarioConsole` and replacements from Swift.
  public nonisolated var scenario: LuaScenario { answers.withLock { $0 } }
  /// The state that the services share.
  public nonisolated var sharedState: MockSharedState { sequencers.sharedState }
  /// The clock for the delays of responses and scripts.
  public nonisolated var clock: MockClock { context.clock }
  /// The calls to all services.
  public nonisolated var log: MockCallLog { context.log }
  /// The gates at which responses wait.
  public nonisolated var gates: MockGates { context.gates }

  /// The context of the calls: the clock, log, gates, and responder.
  public nonisolated let context: MockCallContext
  nonisolated let sequencers: MockSequencers
  private nonisolated let responder: ScenarioResponder
  /// The scenario that the sequencers use.
  package nonisolated let answers: Locked<LuaScenario>
  nonisolated let original: LuaScenario
  /// The name of the script in locations.
  package nonisolated let name: String
  nonisolated let current: Locked<Current>
  private nonisolated let wakeUpLimit: Int?
  private nonisolated let makeScript: @Sendable () throws(ScenarioError) -> LoadedScript

  /// The sessions with apps in other processes.
  ///
  /// They end with the scenario.
  nonisolated let sessions = Locked<[OpenSession]>([])

  /// The state that a reset replaces.
  struct Current {
    var script: LiveScript
    /// The functions by callback name.
    var functions: [String: DynamicAnswer]
    /// The epoch of the log when the script started.
    ///
    /// Calls from earlier epochs are rejected.
    var firstEpoch = 0
  }

  package nonisolated var script: LiveScript { current.withLock { $0.script } }

  /// The configuration that the sequencers use.
  public nonisolated var configuration: MockServiceConfiguration { scenario.configuration }

  /// Loads a script from a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, absolute or relative to the working directory. Its modules and fixtures are in the
  ///     same folder. Only `.scenario(path)` and `ScenarioSession(path:)` also look for the file next to the source
  ///     file of a test.
  ///   - name: The name in messages; the path by default.
  ///   - options: The variant, mode, seed, and search paths.
  ///   - clock: The clock; by default, a real one.
  ///   - log: The call log; a new one by default.
  ///   - failureHandler: Receives the failures of sequences with `fatalError`, and of values that don't fit their
  ///     bindings; the current handler by default.
  ///   - errors: The app's own error type, which is thrown for each error code that it defines; nil by default.
  /// - Throws: ``ScenarioError`` with all script errors that were found.
  public init(
    path: String, name: String? = nil, options: ScenarioOptions = ScenarioOptions(),
    clock: MockClock = .real(), log: MockCallLog = MockCallLog(),
    failureHandler: MockFailureHandler? = nil, errors: (any MockErrorConvertible.Type)? = nil
  ) throws(ScenarioError) {
    let source: String
    do {
      source = try ScriptFiles.read(path)
    } catch {
      throw ScenarioError([
        MockDiagnostic(
          error: error.description + ScriptPath.missing(path), at: nil, script: name ?? path)
      ])
    }
    try self.init(
      source: source, name: name ?? path, directory: FilePath.folder(of: path),
      options: options, clock: clock, log: log, failureHandler: failureHandler, errors: errors)
  }

  /// Loads a script from text.
  ///
  /// - Parameters:
  ///   - source: The source text.
  ///   - name: The name in messages.
  ///   - directory: The folder of modules and fixtures; nil by default.
  ///   - options: The variant, mode, seed, and search paths.
  ///   - clock: The clock; by default, a real one.
  ///   - log: The call log; a new one by default.
  ///   - failureHandler: Receives the failures of sequences with `fatalError`, and of values that don't fit their
  ///     bindings; the current handler by default.
  ///   - errors: The app's own error type, which is thrown for each error code that it defines; nil by default.
  /// - Throws: ``ScenarioError`` with all script errors that were found.
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

  /// Runs the script that a configuration contains.
  ///
  /// Static responses come from the configuration. If the script was emitted without a mode and you pass one, the
  /// script's services and shared state replace the ones in the configuration, because they may depend on the mode. The
  /// rest of the configuration stays the same.
  ///
  /// - Parameters:
  ///   - configuration: A configuration with the key `script`.
  ///   - mode: The value of `mode` for a script that was emitted without one, such as `.uitest`; nil by default.
  ///   - clock: The clock; by default, a real one.
  ///   - log: The call log; a new one by default.
  ///   - failureHandler: Receives the failures of sequences with `fatalError`, and of values that don't fit their
  ///     bindings; the current handler by default.
  ///   - errors: The app's own error type, which is thrown for each error code that it defines; nil by default.
  /// - Throws: ``ScenarioError`` if the configuration contains no script, or the script has errors.
  public init(
    configuration: MockServiceConfiguration, mode: ScenarioMode? = nil, clock: MockClock = .real(),
    log: MockCallLog = MockCallLog(), failureHandler: MockFailureHandler? = nil,
    errors: (any MockErrorConvertible.Type)? = nil
  ) throws(ScenarioError) {
    guard let script = configuration.script else {
      let text = "the configuration doesn't contain a script; emit it with `--embed-script`"
      throw ScenarioError([MockDiagnostic(error: text, at: nil, script: "configuration")])
    }
    var options = ScenarioOptions()
    options.variant = script.variant
    let emitted = script.mode.flatMap { ScenarioMode(rawValue: $0) }
    options.mode = emitted ?? mode
    options.seed = UInt64(bitPattern: Int64(script.seed ?? 0))
    try self.init(
      source: script.source, name: script.name, files: ScriptFiles(embeddedIn: script),
      options: options, configuration: configuration, redeclares: options.mode != emitted,
      clock: clock, log: log, failureHandler: failureHandler, errors: errors)
  }

  init(
    source: String, name: String, files: ScriptFiles, options: ScenarioOptions,
    configuration: MockServiceConfiguration?, redeclares: Bool = false, clock: MockClock,
    log: MockCallLog, failureHandler: MockFailureHandler?,
    errors: (any MockErrorConvertible.Type)?
  ) throws(ScenarioError) {
    var options = options
    options.startMs = clock.startMs
    let loadOptions = options
    self.name = name
    wakeUpLimit = options.wakeUpLimit
    makeScript = { () throws(ScenarioError) in
      try LoadedScript(source: source, name: name, files: files, options: loadOptions)
    }
    let loaded = try makeScript()
    var scenario = loaded.scenario
    if let configuration {
      let declared = scenario.configuration
      scenario.configuration = configuration
      scenario.configuration.countUses(as: declared)
      if redeclares { scenario.configuration.take(declared) }
    }
    let (responder, answers) = (ScenarioResponder(), Locked(scenario))
    self.responder = responder
    context = MockCallContext(
      clock: clock, log: log, gates: MockGates(), seed: options.seed,
      failureHandler: failureHandler, errors: errors, responder: responder)
    context.gates.count(callsOf: log)
    (self.answers, original) = (answers, scenario)
    sequencers = MockSequencers(scenario.configuration, context: context) { service in
      answers.withLock { $0 }.indexedPlaces(of: service)
    }
    let words = HostFunctions(
      sequencers: sequencers, scenario: answers, run: ScriptRun(), wakeUpLimit: wakeUpLimit)
    let script = try LiveScript(loaded, words: words)
    current = Locked(Current(script: script, functions: scenario.functions))
    responder.attach(self)
  }

  /// Resets the scenario to its start.
  ///
  /// The script runs again in a new Lua state, with the same options. Pending calls throw `CancellationError`. A method
  /// that can't throw returns the response that it was waiting for, or gets one from the restarted scenario.
  /// Replacements from Swift are removed.
  ///
  /// - Throws: ``ScenarioError`` if the script, or a file that it reads, has changed and now has errors.
  public func reset() throws(ScenarioError) {
    let words = HostFunctions(
      sequencers: sequencers, scenario: answers, run: ScriptRun(), wakeUpLimit: wakeUpLimit)
    let next = try LiveScript(try makeScript(), words: words)
    let last = script
    // The closure runs between two steps of calls, and between two sections of the script.
    let previous = context.withoutCalls {
      last.lock.withLock {
        last.run.end()
        // The clock is reset first, because it knows which calls are about to wait at a gate.
        clock.reset()
        gates.reset()
        log.reset()
        sharedState.reset()
        let scenario = answers.exchange(original)
        sequencers.restore(original.configuration)
        let epoch = log.epoch
        let current = current.exchange(
          Current(script: next, functions: original.functions, firstEpoch: epoch))
        return (scenario, current)
      }
    }
    withExtendedLifetime(previous) {}
  }

  /// Ends the scenario because another one takes over.
  ///
  /// Calls that are waiting or running a function of the script throw `CancellationError`. So do later calls that would
  /// have to wait or run a function. All other calls get their responses as before.
  package nonisolated func end() {
    context.withoutCalls {
      let last = script
      last.lock.withLock {
        last.run.end()
        responder.end()
        clock.end()
        gates.reset()
      }
    }
  }

  nonisolated func condition(_ name: String) -> (DynamicAnswer?, LiveScript) {
    current.withLock { ($0.functions[name], $0.script) }
  }

  /// Changes the scenario, and restarts the given methods with their new responses.
  package nonisolated func adopt(
    _ methods: [(service: String, method: String)], _ change: (inout LuaScenario) -> Void
  ) {
    // In one atomic step, so that resets and other changes can't interfere.
    context.withoutCalls {
      let scenario = answers.withLock { scenario in
        change(&scenario)
        return scenario
      }
      sequencers.replaceHosts(with: scenario.configuration)
      current.withLock { $0.functions = scenario.functions }
      for (service, method) in methods {
        guard let config = scenario.configuration.services[service]?.methods[method] else {
          continue
        }
        let places = scenario.indexedPlaces(of: service)[method] ?? [:]
        sequencers.sequencer(for: service).replace(method, with: config, places: places)
      }
    }
  }
}

extension MockServiceConfiguration {
  /// Adds the services and the shared state of another configuration.
  ///
  /// If a service or a shared value with the same name exists, the new one replaces it.
  fileprivate mutating func take(_ other: MockServiceConfiguration) {
    services.merge(other.services) { $1 }
    if let added = other.sharedState { sharedState = (sharedState ?? [:]).merging(added) { $1 } }
  }
}

extension MockClock {
  /// The start time of the clock, in milliseconds since 1970.
  var startMs: Int { startSinceEpoch.wholeMilliseconds }

  /// The current time of the clock, in milliseconds since 1970.
  var nowMs: Int { sinceEpoch.wholeMilliseconds }
}
