import CLibrary
import MockConfiguration
import MockData
import MockLua
import MockPlatform
import MockRecording

/// A file or a folder to import, with its detected format.
struct ImportSource {
  /// The formats, each with the members that distinguish its documents.
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
  /// The files of a folder, in the order in which WireMock adds their mappings; empty for a single file.
  private var files: [DocumentNode] = []

  /// Reads a file, a folder of WireMock, or standard input for `-`, once.
  static func read(_ path: String) throws(CommandFailure) -> ImportSource {
    if let status = try? FileStatus(path: path), status.isFolder {
      return try read(folder: path, status)
    }
    return try read(file: path)
  }

  /// The maximum number of files of mappings in a folder.
  private static let fileLimit = 20_000

  /// Reads the mappings in a folder of WireMock: its root folder, or the folder `mappings`.
  private static func read(
    folder path: String, _ status: FileStatus
  ) throws(CommandFailure) -> ImportSource {
    var seen: Set<String> = []
    var files: [String] = []
    func addFiles(in folder: String) throws(CommandFailure) {
      // A link can lead to an outer folder.
      guard let real = Folder.resolved(folder), seen.insert(real).inserted else { return }
      guard access(real, R_OK | X_OK) == 0 else { throw .noFolder(path: folder, .last) }
      for name in FolderListing.entries(of: folder)
      where name != "__files/" && !name.hasPrefix(".") {
        if name.hasSuffix("/") {
          try addFiles(in: "\(folder)/\(name.dropLast())")
        } else if name.hasSuffix(".json") {
          files.append("\(folder)/\(name)")
        }
      }
    }
    let root = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let mappings = "\(root)/mappings"
    let hasMappings = (try? FileStatus(path: mappings))?.isFolder == true
    var sources: [ImportSource] = []
    try addFiles(in: hasMappings ? mappings : root)
    guard files.count <= fileLimit else {
      throw .unreadable(
        path: path, .unimportable("has more than \(fileLimit) JSON files"))
    }
    for file in files { sources.append(try read(file: file, isMapping: true)) }
    let isWireMock = sources.contains { source in
      ["mappings", "request", "response"].contains { source.document.has($0) }
    }
    guard let first = sources.first, isWireMock else {
      throw .unreadable(path: path, .unimportable("has no mappings of WireMock"))
    }
    var source = ImportSource(
      source: ScriptSource(text: "", name: root, directory: root, status: status),
      document: first.document, kind: .wireMock)
    source.files = sources.map(\.document)
    return source
  }

  private static func read(
    file path: String, isMapping: Bool = false
  ) throws(CommandFailure) -> ImportSource {
    let source: ScriptSource
    do throws(CommandFailure) {
      source = try ScriptSource.read(path)
    } catch .unreadable(let path, .binary) {
      throw .unreadable(path: path, .unimportable("is binary data, not text"))
    } catch .unreadable(let path, .tooLong(let limit)) {
      throw .unreadable(path: path, .unimportable("is longer than \(limit >> 20) MiB"))
    }
    do throws(MockConfigurationError) {
      let document = try SourceDocument.read(source.text, file: source.name)
      let kind = try isMapping ? .wireMock : recognizedKind(document)
      return ImportSource(source: source, document: document, kind: kind)
    } catch {
      guard let lenient = lenient(source, isMapping: isMapping) else {
        throw .configuration(error)
      }
      return lenient
    }
  }

  /// Returns a file that isn't strict JSON, if its format is read entry by entry, so that only the entries with errors
  /// are left out.
  private static func lenient(_ source: ScriptSource, isMapping: Bool) -> ImportSource? {
    let isYAML = [".yaml", ".yml"].contains { source.name.lowercased().hasSuffix($0) }
    for text in [source.text] + (isYAML ? [] : [JacksonText.json(source.text)]) {
      guard
        let document = try? SourceDocument.read(text, file: source.name, isLenient: true),
        let kind = isMapping ? .wireMock : try? recognizedKind(document)
      else { continue }
      switch kind {
      case .wireMock: break
      case .har, .postman: guard text == source.text else { continue }
      case .openAPI, .configuration: continue
      }
      return ImportSource(source: source, document: document, kind: kind)
    }
    return nil
  }

  private static func recognizedKind(_ root: DocumentNode) throws(MockConfigurationError) -> Kind {
    if root.has("log") { return .har }
    if root.has("openapi") { return .openAPI }
    if let version = root["swagger"] {
      throw version.problem(
        "Swagger 2.0 isn't supported; convert it to OpenAPI 3 with a tool such as swagger2openapi"
      )
    }
    if root.has("mappings") || root.has("request") && root.has("response") { return .wireMock }
    if root.has("info"), root.has("item") { return .postman }
    if root["collection"]?.has("item") == true { return .postman }
    if root.has("services") { return .configuration }
    throw root.problem(
      "the format of the document is unknown; use a HAR (`log`), OpenAPI 3 (`openapi`), WireMock (`mappings`, "
        + "or `request` and `response`), Postman (`info` and `item`), or a configuration (`services`)"
    )
  }

  /// The imported script, and the source to compare it with.
  struct Imported {
    var script: ImportedScript
    /// Nil for a script that was embedded in the source.
    var checked: ImportCheck.Source?
  }

  /// `name` is the prefix for the names of files next to the script.
  func imported(
    filter: ExchangeFilter, keepsSecrets: Bool, name: String
  ) throws(CommandFailure) -> Imported {
    if case .configuration = kind, !filter.isEmpty {
      throw .optionOfRequests(file: source.name)
    }
    do throws(MockConfigurationError) {
      switch kind {
      case .configuration: return try configuration(name: name)
      case .har:
        return recorded(try HARImport(document, folder: folder), filter, keepsSecrets, name)
      case .postman: return recorded(try PostmanImport(document), filter, keepsSecrets, name)
      case .openAPI: return recorded(try OpenAPIImport(document), filter, true, name)
      case .wireMock: return try mapped(filter, name)
      }
    } catch {
      throw .configuration(error)
    }
  }

  /// The folder of the file; nil for standard input.
  private var folder: String? { source.name == "stdin" ? nil : source.directory }

  /// Creates the script of recorded or described exchanges, without secrets unless they are kept.
  private func recorded(
    _ document: some ExchangeDocument, _ filter: ExchangeFilter, _ keepsSecrets: Bool,
    _ name: String
  ) -> Imported {
    let kept = document.exchanges.filter(filter.keeps)
    let secrets = ExchangeSecrets()
    let shown = keepsSecrets ? kept : secrets.redacted(kept)
    var routes = RecordedRoutes(
      scriptName: name, isOfTemplates: kind != .har, keepsSecrets: keepsSecrets)
    for exchange in shown { routes.add(exchange) }
    var (script, answers) = routes.script()
    script.notes = document.notes + script.notes
    let lost = zip(kept, routes.outcomes).filter { if case .kept = $1 { false } else { true } }
    func entryCount(_ exchanges: [Exchange]) -> Int {
      // Several exchanges can come from one entry of a recording.
      kind == .har ? Set(exchanges.map { $0.source?.path.description }).count : exchanges.count
    }
    finish(
      &script, document.unread, document.entryName, kept: entryCount(kept), of: document.entryCount,
      answers: answers, leftOut: entryCount(lost.map(\.0)))
    if secrets.count > 0 {
      let isOne = secrets.count == 1
      script.notes.append(
        ImportNote(
          text: "\(CommandFailure.count(secrets.count, of: "secret")) became "
            + (isOne ? "a placeholder" : "placeholders")
            + "; pass --keep-secrets to keep \(isOne ? "it" : "them")"))
    }
    // The text for any part must not occur in a literal path, nor have a separator such as the hyphen of `{a}-{b}`.
    var anyPart = "anypart"
    while shown.contains(where: { $0.request.url.path.contains(anyPart) }) { anyPart += "0" }
    let requests = zip(shown, routes.outcomes).compactMap { exchange, outcome -> SourceRequest? in
      if case .dropped = outcome { return nil }
      return SourceRequest(exchange, outcome, anyPart: kind == .har ? nil : anyPart)
    }
    return Imported(script: script, checked: .requests(requests))
  }

  /// Creates the script of WireMock's mappings.
  private func mapped(
    _ filter: ExchangeFilter, _ name: String
  ) throws(MockConfigurationError) -> Imported {
    let wireMock = try WireMockImport(
      files.isEmpty ? [document] : files, root: files.isEmpty ? nil : source.name)
    let kept = wireMock.mappings.filter { filter.keeps($0.exchange) }
    var routes = WireMockRoutes(kept, scriptName: name, folder: folder)
    var (script, answers) = routes.script()
    finish(
      &script, wireMock.unread, "mapping", kept: kept.count, of: wireMock.mappings.count,
      answers: answers, leftOut: routes.leftOutCount)
    // Other mappings would respond to requests for mappings that the filter excludes.
    guard filter.isEmpty else { return Imported(script: script, checked: .requests([])) }
    let checked = WireMockRequests(wireMock.mappings)
    if checked.unaskedCount > 0 {
      let isOne = checked.unaskedCount == 1
      let mappings = CommandFailure.count(checked.unaskedCount, of: "mapping")
      script.notes.append(
        ImportNote(
          place: ScriptLocation(file: source.name),
          text: "\(mappings) can't be compared with the script: "
            + (isOne ? "it has" : "they have")
            + " a scenario, a template, a body file, or no request that only "
            + (isOne ? "it accepts" : "they accept")
        ))
    }
    return Imported(script: script, checked: .requests(checked.requests))
  }

  /// Adds the entries that couldn't be read, a comment on the source of the script, and a note with the counts.
  ///
  /// The counts don't include the entries that couldn't be read.
  private func finish(
    _ script: inout ImportedScript, _ unread: [UnreadEntry], _ entry: String, kept: Int,
    of count: Int, answers: Int, leftOut: Int
  ) {
    let all = CommandFailure.count(count + unread.count, of: entry)
    let lost = leftOut + unread.count
    let counts =
      (kept == count ? all : "\(kept + unread.count) of \(all)")
      + ", \(CommandFailure.count(answers, of: "response"))"
      + (lost == 0 ? "" : ", \(lost) left out")
    let origin = "Imported from \(FilePath.name(of: source.name)): \(counts)."
    script.comments = [origin] + unread.map(\.comment) + script.comments
    script.notes = unread.map(\.note) + script.notes
    script.notes.append(ImportNote(place: ScriptLocation(file: source.name), text: counts))
  }

  private func configuration(name: String) throws(MockConfigurationError) -> Imported {
    var notes: [ImportNote] = []
    let configuration = try MockServiceConfiguration(json: source.text, file: source.name) {
      notes.append(ImportNote(place: $0.place, path: $0.path, text: $0.problem.statement))
    }
    if let script = configuration.script {
      return Imported(script: ImportedScript(of: script, notes: notes))
    }
    var script = ConfigurationImport.script(of: configuration, name: name)
    script.notes = notes + script.notes
    return Imported(script: script, checked: .configuration(configuration))
  }
}

extension ImportedScript {
  /// Extracts the script in a configuration, with its modules and fixtures as separate files.
  init(of script: MockScript, notes: [ImportNote]) {
    self.init()
    source = script.source
    self.notes = notes
    for (name, module) in script.modules.sortedByKeyBytes() {
      let path = name.split(separator: ".").joined(separator: "/") + ".lua"
      add(path, module.source)
    }
    for (name, text) in script.fixtures.sortedByKeyBytes() { add(name, text) }
    let options = [
      script.variant.map { "--variant \($0.escaped)" },
      script.mode.map { "--mode \($0.escaped)" },
      script.seed.map { "--seed \(UInt(bitPattern: $0))" },
    ].compactMap(\.self)
    guard !options.isEmpty else { return }
    self.notes.append(
      ImportNote(text: "the configuration was written with \(options.joined(separator: " "))"))
  }

  private mutating func add(_ path: String, _ text: String) {
    // A path that leads out of the folder isn't allowed.
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
      notes.append(
        ImportNote(text: "the file `\(path.escaped)` is in another folder, so it is skipped"))
      return
    }
    files.append(ImportedFile(path: path, bytes: Array(text.utf8)))
  }
}
