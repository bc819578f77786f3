internal import LuaRuntime
internal import MockConfiguration

/// The console of a script that runs: its functions in Lua, and what was declared so far.
///
/// It belongs to the runtime, as the script does.
final class LiveConsole {
  /// Evaluates a text; console.lua has it.
  let evaluate: LuaFunction
  /// Gives the names that may follow a path.
  let namesAfter: LuaFunction
  let builderNames: LuaFunction
  /// Everything that the script and the texts have declared, before it is lowered.
  var record: ScriptRecord
  /// What that is when it is lowered, without what a configuration brought along.
  var lowered: MockServiceConfiguration
  /// How many texts there were.
  var count = 0

  /// Opens the console of a script.
  ///
  /// - Parameters:
  ///   - script: The script that runs.
  ///   - configuration: What its sequencers answer from.
  ///   - declare: Takes what a text has declared.
  ///   - stateKeys: Gives the shared keys that are declared at present.
  ///   - serviceNames: Gives the services that are declared at present.
  /// - Throws: `LuaError` where memory is short.
  init(
    _ script: LiveScript, configuration: MockServiceConfiguration,
    declare: @escaping (ScriptRecord) throws -> Void, stateKeys: @escaping () -> [String],
    serviceNames: @escaping () -> [String]
  ) throws(LuaError) {
    let lua = script.lua
    try lua.register(native: "console.declare") { [unowned lua] arguments, _ in
      if let declared = arguments.elements.first(where: { _ in true }) {
        try declare(ScriptRecord(reading: declared, lua: lua))
      }
      return 0
    }
    try lua.register(typedNative: "console.state_keys") { stateKeys() }
    try lua.register(typedNative: "console.service_names") { serviceNames() }
    try Language.loadConsole(into: lua)
    evaluate = try lua.nativeFunction("evaluate")
    namesAfter = try lua.nativeFunction("names_after")
    builderNames = try lua.nativeFunction("builder_names")
    record = script.loaded.record
    lowered = script.loaded.scenario.configuration
    record.add(knownFrom: configuration)
  }
}
