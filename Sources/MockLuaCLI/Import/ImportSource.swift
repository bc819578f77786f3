import MockConfiguration
import MockData
import MockLua
import MockPlatform
import MockRecording

/// A file that is imported, and what it was recognised as.
struct ImportSource {
  /// The formats, each with what its documents have that no other has.
  enum Kind {
    case har
    case openAPI
    case wireMock
    case postman
    case configuration
  }

  let source: ScriptSource
  private let document: DocumentNode
  private let kind: Kind

  /// Reads a file once; `-` stands for standard input.
  static func read(_ path: String) throws(CommandFailure) -> ImportSource {
    let source: ScriptSource
    do throws(CommandFailure) {
      source = try ScriptSource.read(path)
    } catch .unreadable(let path, .binary) {
      throw .unreadable(path: path, .unimportable("is no text, but binary data"))
    } catch .unreadable(let path, .tooLong(let limit)) {
      throw .unreadable(path: path, .unimportable("is longer than \(limit >> 20) MiB"))
    }
    let document = try ImportDocument.read(source)
    return ImportSource(source: source, document: document, kind: try recognised(document))
  }

  private static func recognised(_ root: DocumentNode) throws(CommandFailure) -> Kind {
    if root.has("log") { return .har }
    if root.has("openapi") { return .openAPI }
    if let version = root["swagger"] {
      throw version.problem(
        "Swagger 2.0 is not read; expected OpenAPI 3, which converters such as swagger2openapi write"
      )
    }
    if root.has("mappings") || root.has("request") && root.has("response") { return .wireMock }
    if root.has("info"), root.has("item") { return .postman }
    if root["collection"]?.has("item") == true { return .postman }
    if root.has("services") { return .configuration }
    throw root.problem(
      "what this is was not recognised; expected a HAR (`log`), OpenAPI 3 (`openapi`), WireMock (`mappings`, "
        + "or `request` and `response`), Postman (`info` and `item`) or a configuration (`services`)"
    )
  }

  /// The script that the file becomes.
  ///
  /// - Parameters:
  ///   - filter: Which exchanges of HTTP are kept.
  ///   - keepsSecrets: Whether secrets of recordings stay.
  ///   - name: What files beside the script begin with.
  /// - Returns: The script.
  /// - Throws: `CommandFailure` with the place of what is wrong.
  func script(
    filter: ExchangeFilter, keepsSecrets: Bool, name: String
  ) throws(CommandFailure) -> ImportedScript {
    switch kind {
    case .configuration:
      guard filter.isEmpty else { throw .optionOfRequests(file: source.name) }
      return try configurationScript(name: name)
    case .har:
      let har = try HARImport(document, folder: folder)
      return recorded(
        har.exchanges.map { ($0, []) }, count: har.entryCount, of: "entry", "entries",
        notes: har.notes, filter: filter, keepsSecrets: keepsSecrets, name: name)
    case .postman:
      let postman = try PostmanImport(document)
      return recorded(
        postman.exchanges, count: postman.exchanges.count, of: "example", "examples",
        notes: postman.notes, filter: filter, keepsSecrets: keepsSecrets, name: name)
    case .openAPI:
      let description = try OpenAPIImport(document)
      return recorded(
        description.operations.map { ($0.exchange, $0.comments) },
        count: description.operations.count, of: "operation", "operations",
        notes: description.notes, filter: filter, keepsSecrets: true, name: name)
    case .wireMock:
      let wireMock = try WireMockImport(document)
      let result = wireMock.script(name: name, folder: folder, filter: filter)
      var script = result.script
      script.add(
        counts(result.kept, wireMock.mappings.count, "mapping", "mappings", result.answers)
          + (result.leftOut > 0 ? ", \(result.leftOut) left out" : ""),
        of: source)
      return script
    }
  }

  /// The folder of the file; nil for standard input.
  private var folder: String? { source.name == "stdin" ? nil : source.directory }

  private func counts(
    _ kept: Int, _ count: Int, _ one: String, _ many: String, _ answers: Int
  ) -> String {
    let all = "\(count) \(count == 1 ? one : many)"
    return (kept == count ? all : "\(kept) of \(all)")
      + ", \(CommandFailure.count(answers, of: "answer"))"
  }

  /// The script of what was recorded or described, without secrets unless they are kept.
  private func recorded(
    _ exchanges: [(exchange: Exchange, comments: [String])], count: Int, of one: String,
    _ many: String, notes: [ImportNote], filter: ExchangeFilter, keepsSecrets: Bool, name: String
  ) -> ImportedScript {
    let kept = exchanges.filter { filter.keeps($0.exchange) }
    let secrets = ExchangeSecrets()
    let shown = keepsSecrets ? kept.map(\.exchange) : secrets.redacted(kept.map(\.exchange))
    var routes = RecordedRoutes(scriptName: name, isOfTemplates: kind != .har)
    for (exchange, comments) in zip(shown, kept.map(\.comments)) {
      routes.add(exchange, comments: comments)
    }
    var (script, answers) = routes.script()
    script.notes = notes + script.notes
    script.add(counts(kept.count, count, one, many, answers), of: source)
    if secrets.count > 0 {
      let replaced = CommandFailure.count(secrets.count, of: "secret")
      script.notes.append(
        ImportNote(
          text:
            "\(replaced) became \(secrets.count == 1 ? "a placeholder" : "placeholders"); --keep-secrets keeps "
            + (secrets.count == 1 ? "it" : "them")))
    }
    return script
  }

  /// What the script gives; nil where it reads files, which are not there yet.
  private static func loaded(
    _ script: ImportedScript
  ) throws(CommandFailure) -> MockServiceConfiguration? {
    guard script.files.isEmpty else { return nil }
    let text = ScriptWriter.text(of: script)
    do throws(ScenarioError) {
      return try LuaScenario.load(source: text, name: "the imported script", directory: nil)
        .configuration
    } catch {
      throw .mistakes(error)
    }
  }

  private func configurationScript(name: String) throws(CommandFailure) -> ImportedScript {
    let configuration: MockServiceConfiguration
    var notes: [ImportNote] = []
    do throws(MockConfigurationError) {
      configuration = try MockServiceConfiguration(json: source.text, file: source.name) {
        notes.append(ImportNote(place: $0.place, path: $0.path, text: $0.problem.statement))
      }
    } catch {
      throw .configuration(error)
    }
    if let script = configuration.script { return ImportedScript(of: script, notes: notes) }
    var script = ConfigurationImport.script(of: configuration, name: name)
    script.notes = notes + script.notes
    guard let result = try Self.loaded(script) else { return script }
    do throws(MockJSONWriteError) {
      script.notes += try ConfigurationDifference.notes(from: configuration, to: result)
    } catch {
      throw .unencodable(cause: error)
    }
    return script
  }
}

extension ImportedScript {
  /// Says where the script is from, and what became of how much.
  fileprivate mutating func add(_ counts: String, of source: ScriptSource) {
    comments.insert("Imported from \(FilePath.name(of: source.name)): \(counts).", at: 0)
    notes.append(ImportNote(place: SourcePlace(file: source.name), text: counts))
  }
}
