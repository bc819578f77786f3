internal import LuaRuntime
internal import MockData

/// The Lua side of the language: its files, compiled at build time, in the order of loading.
enum Language {
  private static let chunks: [(name: String, bytecode: [UInt8])] = [
    ("foundation", bytecode(EmbeddedFiles.foundation)),
    ("views", bytecode(EmbeddedFiles.views)),
    ("responses", bytecode(EmbeddedFiles.responses)),
    ("rules", bytecode(EmbeddedFiles.rules)),
    ("behaviours", bytecode(EmbeddedFiles.behaviours)),
    ("declarations", bytecode(EmbeddedFiles.declarations)),
    ("routes", bytecode(EmbeddedFiles.routes)),
    ("operations", bytecode(EmbeddedFiles.operations)),
    ("values", bytecode(EmbeddedFiles.values)),
    ("collections", bytecode(EmbeddedFiles.collections)),
    ("live", bytecode(EmbeddedFiles.live)),
    ("state", bytecode(EmbeddedFiles.state)),
    ("writing", bytecode(EmbeddedFiles.writing)),
    ("environment", bytecode(EmbeddedFiles.environment)),
  ]

  /// What tells runtimes that are prepared with the language from others.
  static let imageKey: UInt64 = 1

  /// Runs the files in a fresh state.
  ///
  /// Afterwards its globals are the language's words.
  static func load(into lua: LuaRuntime) throws(LuaError) {
    for chunk in chunks {
      try lua.runInternal(chunk.bytecode, name: chunk.name)
    }
  }

  /// Says what differs from one run of a script to another.
  static func configure(_ lua: LuaRuntime, with options: ScenarioOptions) throws(LuaError) {
    try lua.nativeFunction("configure").call(
      Int(bitPattern: UInt(options.seed)), options.startMs, options.mode?.rawValue)
  }

  /// Runs the files by which text is evaluated while the scenario runs; few processes have a use for them.
  static func loadConsole(into lua: LuaRuntime) throws(LuaError) {
    try lua.runInternal(bytecode(EmbeddedFiles.console), name: "console")
  }

  private static func bytecode(_ base64: String) -> [UInt8] {
    guard let bytes = [UInt8](base64: [UInt8](base64.utf8)) else {
      preconditionFailure("FileEmbedder wrote something other than base64")
    }
    return bytes
  }
}
