internal import LuaRuntime
internal import MockServices

/// A loaded script whose functions may run; it belongs to the runtime.
final class LiveScript {
  let lua: LuaRuntime
  let answer: LuaFunction
  let accepts: LuaFunction
  var functions: [String: DynamicAnswer]
  let name: String
  let run: ScriptRun
  /// False once the runtime was reset: what still runs then ends as cancelled.
  var isCurrent: Bool { run.isCurrent }
  /// Where text is evaluated as if it belonged to the script; nil until there is some.
  var console: LiveConsole?
  let loaded: LoadedScript

  /// Lets a script go live: its words reach the running scenario from now on.
  init(_ loaded: LoadedScript, words: LiveWords) throws(ScenarioError) {
    self.loaded = loaded
    lua = loaded.lua
    run = words.run
    name = loaded.scenario.script.name
    functions = loaded.scenario.functions
    do throws(LuaError) {
      answer = try lua.nativeFunction("answer")
      accepts = try lua.nativeFunction("accepts")
      try words.register(with: lua)
      try lua.nativeFunction("go_live").call()
    } catch {
      throw ScenarioError([Mistake(error.problem, at: error.place, script: name)])
    }
    loaded.host.now = { [clock = words.clock] in clock.nowMs }
  }
}

extension Scenario {
  /// The dynamic answers by name.
  var functions: [String: DynamicAnswer] {
    Dictionary(dynamicAnswers.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
