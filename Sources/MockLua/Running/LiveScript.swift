internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// A loaded script whose functions may run.
///
/// `@unchecked Sendable`: Lua, and what is variable here, is only touched under `lock`; what the lock does not
/// guard is constant.
final class LiveScript: @unchecked Sendable {
  /// Whose turn it is to run Lua: one stretch of a function, a condition, or a text of the console.
  let lock = RankedLock(.script)
  let lua: LuaRuntime
  let answer: LuaFunction
  let accepts: LuaFunction
  let name: String
  let run: ScriptRun
  /// False once the runtime was reset: what still runs then ends as cancelled.
  var isCurrent: Bool { run.isCurrent }
  let loaded: LoadedScript
  /// Where text is evaluated as if it belonged to the script; nil until there is some.
  var console: LiveConsole?

  /// Lets a script go live: its words reach the running scenario from now on.
  init(_ loaded: LoadedScript, words: HostFunctions) throws(ScenarioError) {
    self.loaded = loaded
    lua = loaded.lua
    run = words.run
    name = loaded.scenario.script.name
    do throws(LuaError) {
      answer = try lua.nativeFunction("answer")
      accepts = try lua.nativeFunction("accepts")
      try words.register(with: lua)
      try lua.nativeFunction("go_live").call(try loaded.countLines())
    } catch {
      throw ScenarioError([MockDiagnostic(mistake: error.problem, at: error.place, script: name)])
    }
    loaded.host.now = { [clock = words.clock] in clock.nowMs }
  }

  /// Does something while nobody else uses Lua, and waits for its turn without blocking a thread.
  nonisolated(nonsending) func withLua<Result, Failure: Error>(
    _ owner: some LuaOwner, _ body: () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    while !owner.tryToTake() { await owner.suspend() }
    defer { owner.release() }
    return try body()
  }
}

extension RankedLock: LuaOwner {}

extension LuaScenario {
  /// The dynamic answers by name.
  var functions: [String: DynamicAnswer] {
    Dictionary(dynamicAnswers.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The places of a service's responses as its sequencer takes them: by method and index.
  func indexedPlaces(of service: String) -> [String: [Int: SourcePlace]] {
    (places[service] ?? [:]).mapValues { places in
      Dictionary(uniqueKeysWithValues: places.enumerated().map { ($0, $1) })
    }
  }
}
