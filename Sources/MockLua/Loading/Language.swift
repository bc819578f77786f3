internal import LuaRuntime

/// The Lua side of the language: its files, compiled at build time, in the order of loading.
enum Language {
  private static let chunks: [(name: String, bytecode: [UInt8])] = [
    ("foundation", LanguageBytecode.foundation),
    ("views", LanguageBytecode.views),
    ("responses", LanguageBytecode.responses),
    ("rules", LanguageBytecode.rules),
    ("behaviours", LanguageBytecode.behaviours),
    ("declarations", LanguageBytecode.declarations),
    ("routes", LanguageBytecode.routes),
    ("operations", LanguageBytecode.operations),
    ("values", LanguageBytecode.values),
    ("collections", LanguageBytecode.collections),
    ("live", LanguageBytecode.live),
    ("state", LanguageBytecode.state),
    ("writing", LanguageBytecode.writing),
    ("environment", LanguageBytecode.environment),
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
    try lua.runInternal(LanguageBytecode.console, name: "console")
  }
}
