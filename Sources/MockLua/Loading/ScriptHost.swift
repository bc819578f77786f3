internal import LuaRuntime
internal import MockServices

/// What the Lua side of the language asks Swift for: nearest names, JSON, files and time.
///
/// The functions stand in the global table `mocklua_host` until the language's first file takes it.
final class ScriptHost {
  /// The sources that were loaded, by the name in messages.
  var sources: [String: String] = [:]
  private(set) var modules: [String: MockScript.Module] = [:]
  private(set) var fixtures: [String: String] = [:]
  /// The scenario's time in milliseconds since 1970; the running scenario replaces it.
  var now: () -> Int
  private let files: ScriptFiles

  init(files: ScriptFiles, options: ScenarioOptions) {
    self.files = files
    let start = options.startMs
    now = { start }
  }

  /// Registers the same functions in the same order each time, as preparing a runtime asks.
  func register(with lua: LuaRuntime) throws(LuaError) {
    try lua.register("mocklua_host.now") { [unowned self] in now() }
    try lua.register("mocklua_host.nearest") { (name: String, known: [String]) in
      NearestName.hint(for: name, among: known) ?? "none is known"
    }
    try lua.register("mocklua_host.json_encode") { (packed: PackedData) in
      try JSONWriter(style: .compact).string(from: packed.value)
    }
    try lua.register(raw: "mocklua_host.json_decode") { arguments, results in
      let text = arguments.elements.first { _ in true }?.string ?? ""
      do throws(JSONParseError) {
        try JSONParser().parse(text).write(to: results)
      } catch {
        throw ScriptFileError("invalid JSON at \(error.description)")
      }
      return 1
    }
    try lua.register("mocklua_host.base64") { (bytes: [UInt8]) in Base64.encode(bytes) }
    try lua.register("mocklua_host.matches") { (pattern: PackedData, row: PackedData) in
      try MatchPattern(pattern.value).matches(row.value) { name, _ in
        throw ScriptFileError("a function such as `\(name)` cannot stand in a collection's pattern")
      }
    }
    try lua.register(raw: "mocklua_host.read_fixture") { [unowned self] arguments, results in
      let name = arguments.elements.first { _ in true }?.string ?? ""
      let text = try files.fixture(name)
      fixtures[name] = text
      try Fixture.data(of: text, name: name).write(to: results)
      return 1
    }
    try lua.register(raw: "mocklua_host.read_module") { [unowned self] arguments, results in
      let name = arguments.elements.first { _ in true }?.string ?? ""
      let module = try files.module(name)
      modules[name] = MockScript.Module(file: module.file, source: module.source)
      sources[module.path] = module.source
      results.write(module.source)
      results.write(module.path)
      return 2
    }
    try lua.register("mocklua_host.refuse_module") { [unowned self, unowned lua] (path: String) in
      try refuseModule(path, lua: lua)
    }
  }

  /// Compiles a module once more, for its error with all facts.
  private func refuseModule(_ path: String, lua: LuaRuntime) throws {
    do throws(LuaError) {
      _ = try lua.load(sources[path] ?? "", name: path)
    } catch {
      throw ModuleSyntaxError(error: error)
    }
  }
}

/// A module that does not compile; the error names the module's file and line.
struct ModuleSyntaxError: Error, CustomStringConvertible {
  let error: LuaError
  var description: String { error.description }
}

/// Data in the packed form of the language: the wire within a Lua string.
struct PackedData: Decodable {
  let value: AnyCodableValue

  init(from decoder: any Decoder) throws {
    let bytes = try decoder.singleValueContainer().decode([UInt8].self)
    value = AnyCodableValue(packed: bytes)
  }
}
