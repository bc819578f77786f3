package import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockData
package import MockPlatform

/// A loaded script whose functions can run.
///
/// `@unchecked Sendable`: Lua and the mutable properties are only used under `lock`. Everything else is constant.
package final class LiveScript: @unchecked Sendable {
  /// The lock for running a section of Lua code: part of a function, a condition, or a console input.
  package let lock = RankedLock(.script)
  package let lua: LuaRuntime
  let answer: LuaFunction
  let accepts: LuaFunction
  let name: String
  let run: ScriptRun
  /// Whether the script is still in use.
  ///
  /// After a reset, functions that are still running end as canceled.
  package var isCurrent: Bool { run.isCurrent }
  package let loaded: LoadedScript
  /// The console that evaluates inputs in the context of the script, from `MockLuaTools`; nil until it is first used.
  package var console: AnyObject?

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
      throw ScenarioError([MockDiagnostic(error: error.problem, at: error.place, script: name)])
    }
    loaded.host.now = { [clock = words.clock] in clock.nowMs }
  }

  /// Calls a closure with exclusive access to Lua.
  ///
  /// Waiting for access doesn't block a thread.
  package nonisolated(nonsending) func withLua<Result, Failure: Error>(
    _ owner: some LuaOwner, _ body: () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    while !owner.tryToTake() { await owner.suspend() }
    defer { owner.release() }
    return try body()
  }
}

extension RankedLock: LuaOwner {}

extension LuaScenario {
  var functions: [String: DynamicAnswer] {
    Dictionary(dynamicAnswers.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the locations of a service's responses, by method and index, for the service's sequencer.
  func indexedPlaces(of service: String) -> [String: [Int: ScriptLocation]] {
    (places[service] ?? [:]).mapValues { places in
      Dictionary(uniqueKeysWithValues: places.enumerated().map { ($0, $1) })
    }
  }
}

/// The cost of choosing one response, which is charged to the chain of the call.
///
/// `@unchecked Sendable`: A response is chosen on one thread and without waiting. The meter is only used under the
/// script's lock.
final class MatchingCost: @unchecked Sendable {
  /// The cost up to which nothing is charged, so that most calls don't take the script's lock.
  private static let smallCost = 1000

  private let meter: LuaMeter
  private let script: LiveScript
  private var open = 0
  private var hasCharged = false

  init(_ meter: LuaMeter, of script: LiveScript) {
    self.meter = meter
    self.script = script
  }

  /// Throws `MockServiceError` with the code `scriptError` if the chain's limit is exceeded.
  func add(_ instructions: Int) throws {
    open += instructions
    guard open > Self.smallCost else { return }
    let limit = script.lock.withLock { script.lua.charge(meter, instructions: open) }
    open = 0
    hasCharged = true
    guard let limit else { return }
    throw MockServiceError(
      problem: .scriptError, "matching the arguments of a call: \(limit.problem)", at: nil)
  }

  /// Pauses the clock for the chain's time limit until the chain's code continues.
  func close() {
    if hasCharged { script.lock.withLock { script.lua.pause(meter) } }
  }
}
