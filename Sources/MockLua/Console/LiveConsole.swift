internal import LuaRuntime
internal import MockConfiguration

/// The console of a running script: its Lua functions, and the declarations made so far.
///
/// Like the script, it belongs to the runtime.
final class LiveConsole {
  /// The function in `console.lua` that evaluates an input.
  let evaluate: LuaFunction
  /// The function that returns the names that can follow a path.
  let namesAfter: LuaFunction
  let builderNames: LuaFunction
  /// All declarations of the script and of the console inputs, before they are converted to a configuration.
  var record: ScriptRecord
  /// The converted declarations, without those of a configuration.
  var lowered: MockServiceConfiguration
  /// The number of inputs so far.
  var count = 0

  /// Opens the console of a script.
  ///
  /// - Parameters:
  ///   - script: The running script.
  ///   - configuration: The configuration that the script's sequencers use.
  ///   - declare: Receives the declarations of an input.
  ///   - stateKeys: Returns the shared keys that are currently declared.
  ///   - serviceNames: Returns the services that are currently declared.
  /// - Throws: `LuaError` if memory runs out.
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
