package import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// A script that has run, with its Lua state and the scenario that it has declared.
///
/// Like the Lua state, it belongs to a single owner.
package final class LoadedScript {
  package let lua: LuaRuntime
  package let host: ScriptHost
  package let scenario: LuaScenario
  package let record: ScriptRecord
  /// Nil if coverage is off.
  private var counted: CountedScript?
  private let choice: String

  /// Runs a script, and converts its declarations to a configuration.
  ///
  /// - Throws: `ScenarioError` with all script errors. If the script stopped early, the error includes the errors found
  ///   before that.
  package init(source: String, name: String, files: ScriptFiles, options: ScenarioOptions)
    throws(ScenarioError)
  {
    var diagnostics: [MockDiagnostic] = []
    var runtimeOptions = options.limits
    runtimeOptions.print = options.print
    let host = ScriptHost(files: files, options: options)
    do {
      // In a state that is used again, the language is already loaded, so this only registers the functions.
      lua = try LuaRuntime(options: runtimeOptions, key: Language.imageKey) {
        lua throws(LuaError) in
        try host.register(with: lua)
        try Language.load(into: lua)
      }
      try Language.configure(lua, with: options)
    } catch {
      throw ScenarioError([MockDiagnostic(error: error.problem, at: nil, script: name)])
    }
    self.host = host
    host.sources[name] = source
    let finished = Self.run(source, name, on: lua, host, options, &diagnostics)
    var record = ScriptRecord()
    do {
      record = try lua.nativeFunction("export").read(ScriptRecord.init(reading:lua:), lua)
    } catch {
      diagnostics.append(MockDiagnostic(error: error.problem, at: error.place, script: name))
    }
    // These report mistakes that have no effect when the script runs, such as keys that occur twice.
    let scans = SourceScans(host.sources)
    diagnostics += record.diagnostics.map { note in
      let place = note.key.map { scans.place(of: $0, from: note.place) } ?? note.place
      return MockDiagnostic(error: note.text, at: place, script: name)
    }
    diagnostics += scans.diagnostics(script: name)
    var lowering = ScenarioLowering(
      record: record, scans: scans, script: name, descriptions: host.descriptions)
    // If a script has errors, its declarations can't be used.
    if let recorder = options.recorder, diagnostics.isEmpty {
      lowering.counted = CountedScript(
        recorder, sources: host.sources, folder: files.directory, modules: host.modulePaths,
        variant: options.variant)
    }
    if finished { lowering.lower() }
    lowering.counted?.count(record.variants, chosen: options.variant)
    counted = lowering.counted
    choice = "\(options.mode?.rawValue ?? "")\n\(options.variant ?? "")"
    diagnostics += lowering.diagnostics
    let script = MockScript(
      name: FilePath.name(of: name), source: source, modules: host.modules,
      fixtures: host.fixtures, bytes: host.bytes, variant: options.variant,
      mode: options.mode?.rawValue,
      seed: options.seed == 0 ? nil : Int(bitPattern: UInt(options.seed)))
    guard diagnostics.isEmpty else {
      var error = ScenarioError(diagnostics)
      error.script = script
      error.script?.name = name
      for (module, path) in host.modulePaths { error.script?.modules[module]?.file = path }
      throw error
    }
    self.record = record
    scenario = LuaScenario(
      configuration: lowering.configuration, variantNames: record.variants.map(\.name),
      dynamicAnswers: lowering.dynamicAnswers,
      script: script,
      variantPlaces: record.variants.map(\.place), places: lowering.places,
      valuePlaces: lowering.valuePlaces, routeRules: lowering.routeRules,
      modulePaths: host.modulePaths)
  }

  /// Starts to count the lines of the script's functions, if coverage is on.
  ///
  /// - Returns: Whether there are any lines to count.
  func countLines() throws(LuaError) -> Bool {
    try counted?.countLines(on: lua, choice: choice) ?? false
  }

  /// Runs the top level and the chosen variant.
  ///
  /// - Returns: Whether both have completed.
  private static func run(
    _ source: String, _ name: String, on lua: LuaRuntime, _ host: ScriptHost,
    _ options: ScenarioOptions, _ diagnostics: inout [MockDiagnostic]
  ) -> Bool {
    do throws(LuaError) {
      try lua.run(source, name: name)
      guard let chosen = options.variant else { return true }
      let names = try lua.nativeFunction("variant_names").call(as: [String].self)
      guard names.contains(chosen) else {
        diagnostics.append(.unknownVariant(chosen, candidates: names, script: name))
        return true
      }
      try lua.nativeFunction("run_variant").call(chosen)
      return true
    } catch {
      diagnostics.append(MockDiagnostic(error, script: name, sources: host.sources))
      return false
    }
  }
}

extension MockDiagnostic {
  fileprivate static func unknownVariant(
    _ name: String, candidates names: [String], script: String
  ) -> MockDiagnostic {
    let hint =
      NearestName.hint(for: name, candidates: names)
      ?? "declare it with `variant(\"\(name.escaped)\", function() ... end)`"
    return MockDiagnostic(
      error: "no variant `\(name.escaped)`; \(hint)", at: nil, script: script)
  }

  /// For a syntax error, the diagnostic includes a hint.
  init(_ error: LuaError, script: String, sources: [String: String]) {
    if case .runtime(let runtime) = error, let module = runtime.cause as? ModuleSyntaxError {
      self.init(module.error, script: script, sources: sources)
      return
    }
    guard case .syntax(let syntax) = error else {
      var problem = Self.problem(of: error)
      if problem.hasPrefix("attempt to ") || problem.hasPrefix("undeclared global"),
        let place = error.place, let source = sources[place.file],
        let hint = SyntaxHint.ofColon(at: place.line ?? 0, of: source)
      {
        problem = "\(problem.prefix { $0 != ";" }); \(hint)"
      } else if let name = problem.prefixMatch(of: /undeclared global `(\w+)`/)?.1,
        let place = error.place, let source = sources[place.file],
        let hint = SyntaxHint.ofUndeclared(name, at: place.line ?? 0, of: source)
      {
        problem = "undeclared global `\(name)`; \(hint)"
      }
      self.init(
        error: problem, at: error.place, script: script,
        traceback: error.traceback)
      return
    }
    if let path = ScriptPath.lookingLikePath(sources[syntax.place.file] ?? "") {
      self.init(
        error:
          "the script source `\(path.escaped)` looks like a path; to run the file, write"
          + " `.scenario(\"\(path.escaped)\")` or `path:` instead of `source:`",
        at: syntax.place, script: script)
      return
    }
    let hint = SyntaxHint.find(for: syntax, in: sources[syntax.place.file] ?? "")
    self.init(at: syntax.place, problem: syntax.message, suggestion: hint)
  }

  private static func problem(of error: LuaError) -> String {
    var text = error.problem
    // If the error of a coroutine passes through `coroutine.wrap`, the location is prepended again.
    if let place = error.place, text.hasPrefix("\(place): ") {
      text.removeFirst("\(place): ".count)
    }
    guard text.hasSuffix("stack overflow") else { return RuntimeHint.hinted(text) }
    return "\(text); look for a function that calls itself endlessly"
  }
}

/// The part of the language that is written in Lua: its files in load order, which are compiled at build time.
package enum Language {
  private static let chunks: [(name: String, bytecode: [UInt8])] = [
    ("foundation", bytecode(EmbeddedFiles.foundation)),
    ("views", bytecode(EmbeddedFiles.views)),
    ("responses", bytecode(EmbeddedFiles.responses)),
    ("rules", bytecode(EmbeddedFiles.rules)),
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

  /// The key of runtime images in which the language is loaded.
  static let imageKey: UInt64 = 1

  /// Runs the files in a new state.
  ///
  /// After that, the globals of the state are the words of the language.
  static func load(into lua: LuaRuntime) throws(LuaError) {
    for chunk in chunks {
      try lua.runInternal(chunk.bytecode, name: chunk.name)
    }
  }

  /// Sets the options that differ between runs of a script.
  static func configure(_ lua: LuaRuntime, with options: ScenarioOptions) throws(LuaError) {
    try lua.nativeFunction("configure").call(
      Int(bitPattern: UInt(options.seed)), options.startMs, options.mode?.rawValue)
  }

  package static func bytecode(_ base64: String) -> [UInt8] {
    guard let bytes = [UInt8](base64: [UInt8](base64.utf8)) else {
      preconditionFailure("FileEmbedder wrote something other than base64")
    }
    return bytes
  }
}

extension LuaScenario {
  /// Loads a script from text.
  ///
  /// - Parameters:
  ///   - source: The source text.
  ///   - name: The name in messages.
  ///   - directory: The folder of modules and fixtures, if any.
  ///   - options: The variant, mode, seed, and search paths.
  /// - Returns: The scenario.
  /// - Throws: `ScenarioError` with all script errors that were found.
  public static func load(
    source: String, name: String, directory: String?, options: ScenarioOptions = ScenarioOptions()
  ) throws(ScenarioError) -> LuaScenario {
    let files = ScriptFiles(directory: directory, searchPaths: options.searchPaths)
    return try LoadedScript(source: source, name: name, files: files, options: options).scenario
  }
}
