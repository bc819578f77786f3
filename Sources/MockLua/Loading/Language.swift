internal import LuaRuntime

/// The Lua side of the language: its files, embedded at build time, in the order of loading.
enum Language {
  private static let chunks: [(name: String, source: [UInt8])] = [
    ("foundation", PackageResources.foundation_lua),
    ("views", PackageResources.views_lua),
    ("responses", PackageResources.responses_lua),
    ("rules", PackageResources.rules_lua),
    ("behaviours", PackageResources.behaviours_lua),
    ("declarations", PackageResources.declarations_lua),
    ("values", PackageResources.values_lua),
    ("collections", PackageResources.collections_lua),
    ("live", PackageResources.live_lua),
    ("environment", PackageResources.environment_lua),
  ]

  /// Runs the files in a fresh state.
  ///
  /// Afterwards its globals are the language's words.
  static func load(into lua: LuaRuntime) throws(LuaError) {
    for chunk in chunks {
      try lua.runInternal(chunk.source, name: chunk.name)
    }
  }

  /// Runs the files by which text is evaluated while the scenario runs; few processes have a use for them.
  static func loadConsole(into lua: LuaRuntime) throws(LuaError) {
    try lua.runInternal(PackageResources.writing_lua, name: "writing")
    try lua.runInternal(PackageResources.console_lua, name: "console")
  }
}
