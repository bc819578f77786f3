internal import LuaRuntime
public import MockCalls
public import MockConfiguration
internal import MockContainer
internal import MockData
internal import MockPlatform

/// A scenario that answers calls: it owns the script's Lua state, and a sequencer for each service.
///
/// ```
///   app or test          Swift: MockCallSequencer           Lua: the script
///
///   mock.pay(...)  -->   begin: choose, count, record  -->  conditions of rules
///                        resolve                       -->  function(args) ... end
///                        another service's sequencer   <--    services.Bank.rate {}
///                        the clock, the gates          <--    sleep(10), release "door"
///                        shared state                  <--    state.paid = true
///                        the answer                    <--    return { ok = true }
///                        wait: gate, delay
///   value, error   <--   commit: updates, record
/// ```
///
/// Calls come from any thread. Choosing a response, with the script's conditions, is one step; the functions
/// of the script run on whichever thread has the turn, one stretch at a time. Keep the runtime as long as its
/// sequencers are in use: the functions of the script go with it.
///
/// ```swift
/// let runtime = try ScenarioRuntime(path: "login.lua")
/// let login = MockLoginService(sequencer: runtime.sequencer(for: "LoginService"))
/// ```
public actor ScenarioRuntime {
  /// What the script says, and what was declared since by a ``ScenarioConsole`` or replaced from Swift.
  public nonisolated var scenario: LuaScenario { answers.withLock { $0 } }
  /// The state that the services share.
  public nonisolated var sharedState: MockSharedState { sequencers.sharedState }
  /// The clock on which responses and scripts wait.
  public nonisolated var clock: MockClock { context.clock }
  /// The calls of all services.
  public nonisolated var log: MockCallLog { context.log }
  /// The gates at which responses wait.
  public nonisolated var gates: MockGates { context.gates }

  /// Where the calls wait, are recorded and get their computed answers.
  public nonisolated let context: MockCallContext
  nonisolated let sequencers: MockSequencers
  private nonisolated let responder: ScenarioResponder
  /// What the sequencers answer from.
  nonisolated let answers: Locked<LuaScenario>
  nonisolated let original: LuaScenario
  nonisolated let routeCache = RouteCache()
  /// The name of the script as places have it.
  package nonisolated let name: String
  nonisolated let current: Locked<Current>
  private nonisolated let wakeUpLimit: Int?
  private nonisolated let makeScript: @Sendable () throws(ScenarioError) -> LoadedScript

  /// The sessions in which apps in other processes are answered; they end with the scenario.
  nonisolated let sessions = Locked<[OpenSession]>([])

  /// What a reset replaces.
  struct Current {
    var script: LiveScript
    /// The functions by the names of their callbacks.
    var functions: [String: DynamicAnswer]
    /// The epoch of the log in which the script began: calls of earlier ones are not for it.
    var firstEpoch = 0
    /// Answers that were given from Swift, by the names of their callbacks.
    var replacements: [String: Replacement] = [:]
  }

  /// What answers a call in place of the script.
  typealias Replacement = @Sendable (MockCall) async throws -> MockAnswer

  /// The script that runs.
  nonisolated var script: LiveScript { current.withLock { $0.script } }

  /// The configuration that the sequencers answer from.
  public nonisolated var configuration: MockServiceConfiguration { scenario.configuration }

  /// Loads a script from a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, absolute or relative to the working directory. Modules and fixtures are next to
  ///     the file. Only `.scenario(path)` and `ScenarioSession(path:)` also look next to the source file of a test.
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
      throw ScenarioError([
        MockDiagnostic(
          mistake: error.description + ScriptPath.missing(path), at: nil, script: name ?? path)
      ])
    }
    try self.init(
      source: source, name: name ?? path, directory: FilePath.folder(of: path),
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
  /// A script that was emitted without a mode, and is given one here, says its services and its shared state
  /// anew, since both may depend on it. What the configuration has besides stays.
  ///
  /// - Parameters:
  ///   - configuration: A configuration with the key `script`.
  ///   - mode: What the script reads as `mode` where it was emitted without one, such as that of an app's tier;
  ///     none by default.
  ///   - clock: The clock; one that runs with the machine's time by default.
  ///   - log: The call log; a new one by default.
  ///   - failureHandler: What a sequence that asks for `fatalError` and a value that does not fit its
  ///     binding go to; the current one by default.
  ///   - errors: The app's own error, which is thrown for the codes that it knows; none by default.
  /// - Throws: ``ScenarioError`` where the configuration has no script, or the script makes mistakes.
  public init(
    configuration: MockServiceConfiguration, mode: ScenarioMode? = nil, clock: MockClock = .real(),
    log: MockCallLog = MockCallLog(), failureHandler: MockFailureHandler? = nil,
    errors: (any MockErrorConvertible.Type)? = nil
  ) throws(ScenarioError) {
    guard let script = configuration.script else {
      let text = "the configuration doesn't contain a script; emit it with `--embed-script`"
      throw ScenarioError([MockDiagnostic(mistake: text, at: nil, script: "configuration")])
    }
    var options = ScenarioOptions()
    options.scenario = script.scenario
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
      let said = scenario.configuration
      scenario.configuration = configuration
      scenario.configuration.countUses(as: said)
      if redeclares { scenario.configuration.take(said) }
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

  /// The sequencer of a service, for those who ask for any name.
  ///
  /// One that the scenario does not mock answers `unconfigured`.
  ///
  /// - Parameter service: The service's name.
  /// - Returns: The same sequencer for the same name.
  @_disfavoredOverload
  public nonisolated func sequencer(for service: String) -> MockCallSequencer {
    sequencers.sequencer(for: service)
  }

  /// Brings everything back to the start: the script runs again in a new Lua state.
  ///
  /// Calls in flight throw `CancellationError`; those of methods that cannot throw it return what they have waited for, or
  /// are answered from the start. What was replaced from Swift is dropped; the options
  /// stay.
  ///
  /// - Throws: ``ScenarioError`` where the script, or a file that it reads, has changed for the worse.
  public func reset() throws(ScenarioError) {
    let words = HostFunctions(
      sequencers: sequencers, scenario: answers, run: ScriptRun(), wakeUpLimit: wakeUpLimit)
    let next = try LiveScript(try makeScript(), words: words)
    let last = script
    // Between two steps of calls, and between two stretches of the script.
    let previous = context.withoutCalls {
      last.lock.withLock {
        last.run.end()
        // The clock first: it knows the calls that are about to wait at a gate.
        clock.reset()
        gates.reset()
        log.reset()
        sharedState.reset()
        let scenario = answers.exchange(original)
        routeCache.invalidate()
        sequencers.restore(original.configuration)
        let epoch = log.epoch
        let current = current.exchange(
          Current(script: next, functions: original.functions, firstEpoch: epoch))
        return (scenario, current)
      }
    }
    withExtendedLifetime(previous) {}
  }

  /// Ends the scenario, in whose place another one answers.
  ///
  /// Whatever waits, or runs a function of the script, throws `CancellationError`; so does a call that comes too late
  /// and would have to. Every other call is answered as before.
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

  /// Finds the function that decides a condition.
  nonisolated func condition(_ name: String) -> (DynamicAnswer?, LiveScript) {
    current.withLock { ($0.functions[name], $0.script) }
  }

  /// Lets a closure answer instead of a function, until the next `reset()`.
  nonisolated func setReplacement(_ name: String, _ answer: @escaping Replacement) {
    let previous = current.withLock { $0.replacements.updateValue(answer, forKey: name) }
    withExtendedLifetime(previous) {}
  }

  /// Goes on with another scenario: the given methods start again with what it says of them.
  nonisolated func adopt(
    _ methods: [(service: String, method: String)], _ change: (inout LuaScenario) -> Void
  ) {
    // In one step, which neither a reset nor another change comes into.
    context.withoutCalls {
      let scenario = answers.withLock { scenario in
        change(&scenario)
        return scenario
      }
      routeCache.invalidate()
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
  /// Takes the services and the shared state of another configuration in place of its own of the same names.
  fileprivate mutating func take(_ other: MockServiceConfiguration) {
    services.merge(other.services) { $1 }
    if let added = other.sharedState { sharedState = (sharedState ?? [:]).merging(added) { $1 } }
  }
}

extension MockClock {
  /// When the clock started, in milliseconds since 1970.
  var startMs: Int { startSinceEpoch.wholeMilliseconds }

  /// What the clock shows, in milliseconds since 1970.
  var nowMs: Int { sinceEpoch.wholeMilliseconds }
}
