internal import LuaRuntime
internal import MockConfiguration
internal import MockData

/// The Swift functions that the Lua part of the language calls, for similar names, JSON, files, and time.
///
/// They are in the `host` table of the language. Scripts can't access that table.
package final class ScriptHost {
  /// The loaded sources, by their names in messages.
  package var sources: [String: String] = [:]
  private(set) var modules: [String: MockScript.Module] = [:]
  /// The paths that messages use for the modules, by module name.
  private(set) var modulePaths: [String: String] = [:]
  private(set) var fixtures: [String: String] = [:]
  /// The fixtures that were read as OpenAPI descriptions, by name.
  package private(set) var descriptions: [String: OpenAPIDescription] = [:]
  /// The files that were read as bytes, as base64.
  private(set) var bytes: [String: String] = [:]
  /// Returns the time of the scenario in milliseconds since 1970.
  ///
  /// The running scenario replaces this closure.
  var now: () -> Int
  private let files: ScriptFiles
  private var keptBytes = 0
  private static let keptLimit = 32 << 20
  /// The pattern for the last row.
  ///
  /// It is cached, because the rows of a collection are matched one by one.
  private var rowPattern: MatchPattern?

  init(files: ScriptFiles, options: ScenarioOptions) {
    self.files = files
    let start = options.startMs
    now = { start }
  }

  /// Registers the functions.
  ///
  /// Prepared runtimes require that the functions are the same, in the same order, each time.
  func register(with lua: LuaRuntime) throws(LuaError) {
    try lua.register(native: "host.matchers") { _, results in
      AnyCodableValue.array(Matcher.all.flatMap(\.words)).write(to: results)
      return 1
    }
    try lua.register(typedNative: "host.now") { [unowned self] in now() }
    try lua.register(typedNative: "host.nearest") {
      [unowned lua] (name: String, known: [String], isStrict: Bool) in
      let cost = NearestName.comparisons(for: name, candidates: known) / 4
      return lua.mayWork(instructions: cost)
        ? NearestName.hint(for: name, candidates: known, isStrict: isStrict)
          ?? "there are no known names" : ""
    }
    // A message with a list of names may exceed the limit for script messages. Messages of Swift errors aren't
    // truncated.
    try lua.register(native: "host.refuse") { arguments, _ in
      throw LanguageError(arguments.elements.first { _ in true }?.string ?? "")
    }
    try lua.register(typedNative: "host.escaped") { (text: LuaValue) -> String in
      if case .string(let text) = text { text.escaped } else { "" }
    }
    try lua.register(typedNative: "host.json_encode") { (packed: PackedData) in
      try JSONWriter(style: .compact).string(from: packed.value)
    }
    try lua.register(native: "host.json_decode") { [unowned lua] arguments, results in
      let text = arguments.elements.first { _ in true }?.string ?? ""
      do throws(JSONParseError) {
        guard
          let value = try JSONParser().parse(text, whileAllowed: Self.mayDecode(text, with: lua))
        else { return 0 }
        value.write(to: results)
      } catch {
        throw ScriptFileError("invalid JSON at \(error.description)")
      }
      return 1
    }
    try lua.register(typedNative: "host.base64") { [unowned lua] (bytes: [UInt8]) in
      lua.mayWork(instructions: bytes.count / 8, holding: bytes.count * 3)
        ? bytes.base64 : ""
    }
    try lua.register(typedNative: "host.matches") {
      [unowned self, unowned lua] (pattern: PackedData, row: PackedData) in
      let (pattern, row) = (try rowPattern(pattern.value), row.value)
      return try MatchPattern.$charge.withValue(Self.charge(lua)) {
        try MatchPattern.charge?(pattern.cost)
        return try pattern.matches(row) { name, _ in
          throw ScriptFileError(
            "a collection's pattern cannot contain a function such as `\(name.escaped)`; "
              + "filter `:all()` in a loop")
        }
      }
    }
    try lua.register(native: "host.read_fixture") {
      [unowned self, unowned lua] arguments, results in
      let name = arguments.elements.first { _ in true }?.string ?? ""
      guard let data = try data(ofFixture: name, for: lua) else { return 0 }
      data.write(to: results)
      return 1
    }
    try lua.register(native: "host.read_openapi") {
      [unowned self, unowned lua] arguments, results in
      let given = arguments.elements.map(\.string)
      let (name, server) = (given[0] ?? "", given[1] ?? "")
      guard let description = try description(name, for: lua) else { return 0 }
      descriptions[name] = description
      try description.routes(at: server.isEmpty ? nil : server).write(to: results)
      AnyCodableValue.dictionary(description.sharedNames).write(to: results)
      return 2
    }
    try lua.register(native: "host.graphql_server") { arguments, results in
      let text = arguments.elements.first { _ in true }?.string ?? ""
      do throws(RouteProblem) {
        let (host, path) = try HTTPHost.split(text)
        _ = try RouteTemplate("POST \(path)")
        results.write(host.service)
        results.write(path)
        return 2
      } catch {
        results.write(error.description)
        return 1
      }
    }
    try lua.register(native: "host.read_bytes") {
      [unowned self, unowned lua] arguments, results in
      let name = arguments.elements.first { _ in true }?.string ?? ""
      let text = try files.bytes(name)
      try keep(text, insteadOf: bytes[name], for: lua)
      bytes[name] = text
      results.write(text)
      results.write(MediaType.ofFile(name))
      return 2
    }
    try lua.register(native: "host.http_host") { arguments, results in
      let text = arguments.elements.first { _ in true }?.string ?? ""
      do throws(RouteProblem) {
        results.write(try HTTPHost(text).service)
        return 1
      } catch {
        results.writeNil()
        results.write(error.description)
        return 2
      }
    }
    try lua.register(native: "host.read_module") { [unowned self, unowned lua] arguments, results in
      let name = arguments.elements.first { _ in true }?.string ?? ""
      let module = try files.module(name)
      try keep(module.source, insteadOf: modules[name]?.source, for: lua)
      modules[name] = MockScript.Module(file: module.file, source: module.source)
      sources[module.path] = module.source
      modulePaths[name] = module.path
      results.write(module.source)
      results.write(module.path)
      return 2
    }
    try lua.register(native: "host.refuse_module") { [unowned self, unowned lua] arguments, _ in
      try refuseModule(arguments.elements.first { _ in true }?.string ?? "", lua: lua)
      return 0
    }
  }

  /// Reads a fixture, and keeps its text.
  private func text(ofFixture name: String, for lua: LuaRuntime) throws -> String {
    let text = try files.fixture(name)
    try keep(text, insteadOf: fixtures[name], for: lua)
    fixtures[name] = text
    return text
  }

  /// Reads an OpenAPI description, or returns nil if reading it would exceed the script's limits.
  private func description(_ name: String, for lua: LuaRuntime) throws -> OpenAPIDescription? {
    let text = try text(ofFixture: name, for: lua)
    let mayContinue = Self.mayDecode(text, with: lua)
    var isStopped = false
    do throws(ScriptFileError) {
      return try OpenAPIDescription(text, name: name) { values, bytes in
        isStopped = isStopped || !mayContinue(values, bytes)
        return !isStopped
      }
    } catch {
      if isStopped { return nil }
      throw error
    }
  }

  /// Returns the data of a fixture, or nil if decoding would exceed the script's limits.
  private func data(ofFixture name: String, for lua: LuaRuntime) throws -> AnyCodableValue? {
    let text = try text(ofFixture: name, for: lua)
    return try Fixture.data(of: text, name: name, whileAllowed: Self.mayDecode(text, with: lua))
  }

  /// Counts the size of a file toward a limit, because its text is kept for emitted configurations.
  private func keep(
    _ text: String, insteadOf old: String?, for lua: LuaRuntime
  ) throws(ScriptFileError) {
    let more = text.utf8.count - (old?.utf8.count ?? 0)
    guard keptBytes + more > Self.keptLimit else {
      lua.hold(more)
      keptBytes += more
      return
    }
    throw ScriptFileError(
      "the modules and fixtures of the script have more than \(Self.keptLimit >> 20) MiB together; read "
        + "smaller ones, or read each only once")
  }

  /// Returns a function that decoders call to find out whether their work is still within the script's limits.
  private static func mayDecode(
    _ text: String, with lua: LuaRuntime
  ) -> (_ values: Int, _ bytes: Int) -> Bool {
    var held = text.utf8.count
    return { values, bytes in
      held += bytes
      return lua.mayWork(instructions: values * 10, holding: held)
    }
  }

  /// The runtime while a host function runs.
  ///
  /// `@unchecked Sendable`: The thread of the function owns the runtime, and only that thread charges it.
  private struct Charged: @unchecked Sendable {
    unowned let lua: LuaRuntime
  }

  /// Returns a function that charges the running chain for matching rows.
  ///
  /// If the chain exceeds its limit, the function throws, and the chain ends.
  private static func charge(_ lua: LuaRuntime) -> MatchPattern.Charge {
    let charged = Charged(lua: lua)
    return MatchPattern.Charge { instructions in
      guard !charged.lua.mayWork(instructions: instructions) else { return }
      throw ScriptFileError("matching rows takes too long; use fewer rows, or a simpler pattern")
    }
  }

  private func rowPattern(_ value: AnyCodableValue) throws(ScriptFileError) -> MatchPattern {
    if let rowPattern, rowPattern.value == value { return rowPattern }
    do throws(MockConfigurationError) {
      let pattern = try MatchPattern(value)
      rowPattern = pattern
      return pattern
    } catch {
      throw ScriptFileError(error.patternError)
    }
  }

  /// Compiles a module again, to throw its error with all details.
  private func refuseModule(_ path: String, lua: LuaRuntime) throws {
    do throws(LuaError) {
      _ = try lua.load(sources[path] ?? "", name: path)
    } catch {
      throw ModuleSyntaxError(error: error)
    }
  }
}

/// An error in a script, with a message from the Lua part of the language.
private struct LanguageError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

struct ModuleSyntaxError: Error, CustomStringConvertible {
  let error: LuaError
  var description: String { error.description }
}

struct PackedData: Decodable {
  let value: AnyCodableValue

  init(from decoder: any Decoder) throws {
    guard let value = AnyCodableValue(packed: (decoder as? WireDecoder)?.value) else {
      throw DecodingError.typeMismatch(
        PackedData.self,
        .init(codingPath: decoder.codingPath, debugDescription: "expected packed data"))
    }
    self.value = value
  }
}

extension Matcher {
  /// The rows from which the language creates the words for its matchers.
  var words: [AnyCodableValue] {
    guard let word else { return [] }
    if form == .flag {
      return [(word, true), (negative?.word, false)].compactMap { word, constant in
        word.map {
          ["word": .string($0), "operator": .string(name), "constant": .bool(constant)]
        }
      }
    }
    var row: [String: AnyCodableValue] = [
      "word": .string(word), "operator": .string(name), "form": .string(form.rawValue),
      "takes": .string(form.scriptPhrase), "example": .string(word + form.example),
      "minimum": .int(minimum),
    ]
    if form == .type {
      let names = MatchPattern.TypeName.allCases.map { ($0.rawValue, AnyCodableValue.bool(true)) }
      row["names"] = .dictionary(Dictionary(uniqueKeysWithValues: names))
    }
    return [.dictionary(row)]
  }
}
