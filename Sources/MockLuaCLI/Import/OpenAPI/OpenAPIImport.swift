import MockConfiguration
import MockData
import MockLua
import MockPlatform
import MockRecording

/// Reads the operations of an OpenAPI 3 document, each with one response.
struct OpenAPIImport {
  /// An operation: its route, its response, and its comments in the script.
  struct Operation {
    var exchange: Exchange
    var comments: [String]
  }

  private(set) var operations: [Operation] = []
  private(set) var notes: [ImportNote] = []
  private let references: OpenAPIReferences
  private var schemas: SchemaExample
  private let described: DescribedSchemas
  /// The deadline for comparing responses with schemas, since nested compositions can take long.
  private let deadline = ContinuousClock.now + .seconds(5)
  private var uncompared = 0

  private static let methods = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace",
  ]

  init(_ root: DocumentNode) throws(CommandFailure) {
    references = OpenAPIReferences(root: root)
    schemas = SchemaExample(references: references)
    described = DescribedSchemas(root: root.data, file: FilePath.name(of: root.file))
    let version = try root.required("openapi")
    let text = try version.text()
    guard text.hasPrefix("3") else {
      throw version.problem(
        "OpenAPI \(text.escaped) isn't supported; expected 3.0, 3.1, or 3.2")
    }
    if let webhooks = root["webhooks"] {
      notes.append(webhooks.note("webhooks are left out: nothing calls them"))
    }
    let server = try Server(try root["servers"]?.elements().first, &notes)
    for (path, item) in try root["paths"]?.members() ?? [] where !path.hasPrefix("x-") {
      guard path.hasPrefix("/") else {
        throw item.problem(
          "`\(path.escaped)` isn't a path; expected one that begins with a slash")
      }
      try add(references.resolved(item), path: path, server)
    }
    if uncompared > 0 {
      notes.append(
        root.note(
          "\(uncompared) responses weren't compared with their schemas, because that would have taken too long"
        ))
    }
  }

  /// The origin and base path of the routes, from the document's first server.
  private struct Server {
    var origin: String?
    var path = ""

    init(_ node: DocumentNode?, _ notes: inout [ImportNote]) throws(CommandFailure) {
      guard let node else { return }
      let urlNode = try node.required("url")
      var defaults: [String: String] = [:]
      for (name, variable) in try node["variables"]?.members() ?? [] {
        defaults[name] = try variable["default"]?.text()
      }
      var text: String
      let url = try urlNode.string()
      do throws(RouteProblem) {
        text = try ServerAddress.expanded(url, defaults)
      } catch {
        throw urlNode.problem(error.description)
      }
      if text.hasPrefix("//") { text = "https:" + text }
      guard let url = RequestURL(text) else {
        notes.append(
          node.note(
            "`\(text.escaped)` isn't an HTTP URL; the routes match any host, without its path"))
        return
      }
      origin = url.origin
      path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
    }
  }

  private mutating func add(
    _ item: DocumentNode, path: String, _ server: Server
  ) throws(CommandFailure) {
    let itemServer = try item["servers"]?.elements().first
    for (method, operation) in try item.members() where Self.methods.contains(method) {
      let own = try operation["servers"]?.elements().first ?? itemServer
      let server = if let own { try Server(own, &notes) } else { server }
      let (response, shortcomings) = try response(operation)
      var comments = try Self.title(of: operation)
      comments += Array(Set(shortcomings)).sorted().prefix(3).map { "Check the answer: \($0)." }
      if operation["callbacks"] != nil { comments.append("Its callbacks are left out.") }
      operations.append(
        Operation(
          exchange: Exchange(
            request: ExchangeRequest(
              method: method.uppercased(), url: Self.url(path, at: server)),
            response: response, source: operation, label: "\(method.uppercased()) \(path)"),
          comments: comments))
    }
  }

  /// Returns the URL for a path, which can have a query, and a fragment that clients don't send.
  private static func url(_ path: String, at server: Server) -> RequestURL {
    let sent = path.prefix { $0 != "#" }
    let parts = sent.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var url = RequestURL(origin: server.origin, path: server.path + parts[0])
    if parts.count > 1 {
      // A query parameter whose value varies can't be a condition.
      url.query = RequestURL.fields(of: String(parts[1])).filter { !$0.value.contains("{") }
    }
    return url
  }

  /// Returns the summary of an operation on one line, with its identifier.
  private static func title(of operation: DocumentNode) throws(CommandFailure) -> [String] {
    let name = try operation["operationId"]?.text()
    let summary = try operation["summary"]?.text().split(separator: "\n").first.map(String.init)
    switch (summary, name) {
    case (let summary?, let name?): return ["\(summary) (\(name))"]
    case (let summary?, nil): return [summary]
    case (nil, let name?): return [name]
    case (nil, nil): return []
    }
  }

  // MARK: - Responses

  /// Returns the first described success, or the first response of all.
  private mutating func response(
    _ operation: DocumentNode
  ) throws(CommandFailure) -> (ExchangeResponse, [String]) {
    let responses = try operation["responses"]?.members().filter { !$0.key.hasPrefix("x-") } ?? []
    let successes = responses.filter { $0.key.hasPrefix("2") }.sorted { $0.key < $1.key }
    let fallback = responses.first { $0.key == "default" } ?? responses.min { $0.key < $1.key }
    guard let (code, node) = successes.first ?? fallback else {
      return (ExchangeResponse(leftOut: "the description has no response for it"), [])
    }
    let response = try references.resolved(node)
    var result = ExchangeResponse(status: try Self.status(code, at: response))
    var shortcomings: [String] = []
    for (name, header) in try response["headers"]?.members() ?? []
    where name.lowercased() != "content-type" {
      let header = try references.resolved(header)
      var isGiven = header["example"] != nil || header["examples"] != nil
      if !isGiven, let schema = header["schema"] {
        isGiven = try !SchemaExample.candidates(in: references.resolved(schema)).isEmpty
      }
      guard isGiven || header["required"]?.data == true else { continue }
      result.headers.append(
        HTTPField(name: name, value: try value(of: header, &shortcomings)?.headerText ?? ""))
    }
    guard let content = try response["content"]?.members(), !content.isEmpty else {
      return (result, shortcomings)
    }
    let chosen =
      content.first { ContentType($0.key)?.isPlainJSON == true }
      ?? content.first { ContentType($0.key)?.isJSON == true } ?? content[0]
    let type =
      ContentType(chosen.key).flatMap { $0.name.contains("*") ? nil : $0 }
      ?? ContentType(chosen.key == "text/*" ? "text/plain" : "application/json")
    let isRange = chosen.key.contains("*")
    result.headers.append(
      HTTPField(name: "Content-Type", value: isRange ? type?.name ?? chosen.key : chosen.key))
    guard ![204, 205, 304].contains(result.status) else { return (result, shortcomings) }
    result.body = try body(chosen.value, type, &shortcomings)
    if result.body.isNone {
      shortcomings.append("write the body, of type \(type?.name ?? chosen.key)")
    }
    return (result, shortcomings)
  }

  private static func status(_ code: String, at node: DocumentNode) throws(CommandFailure) -> Int {
    if code == "default" { return 200 }
    if code.count == 3, code.uppercased().hasSuffix("XX"), let first = code.first?.wholeNumberValue
    {
      return first * 100
    }
    guard let status = Int(code), (100...599).contains(status) else {
      throw node.problem("`\(code.escaped)` isn't a status; expected 100 to 599, 2XX, or default")
    }
    return status
  }

  private mutating func body(
    _ media: DocumentNode, _ type: ContentType?, _ shortcomings: inout [String]
  ) throws(CommandFailure) -> ExchangeBody {
    guard let value = try value(of: media, &shortcomings) else {
      return media["schema"] == nil
        ? .none : .unknown("no value was found that its schema accepts")
    }
    if type?.isJSON == true {
      // An example can be the text of the body.
      if case .string(let text) = value, media["schema"] == nil,
        text.hasPrefix("{") || text.hasPrefix("["),
        let parsed = try? JSONParser(maximumDepth: 100).parse(text)
      {
        return .json(parsed)
      }
      if let schema = media["schema"] { compare(value, with: schema, &shortcomings) }
      return .json(value)
    }
    switch value {
    case .string(let text): return ExchangeBody(text: text, type: type)
    case .bool, .int, .double, .number: return .text(value.shortText)
    case .dictionary(let members) where type?.name == "application/x-www-form-urlencoded":
      return .form(
        members.sortedByKeyBytes().map { HTTPField(name: $0.key, value: $0.value.headerText) })
    default:
      return .unknown(
        "its body is \(type?.name ?? "of another type"), for which the import makes no example")
    }
  }

  private mutating func compare(
    _ value: AnyCodableValue, with schema: DocumentNode, _ shortcomings: inout [String]
  ) {
    guard ContinuousClock.now < deadline else {
      uncompared += 1
      return
    }
    shortcomings += described.problems(of: value, by: schema.data)
  }

  /// Returns the example of a media type or a header, or a value that matches its schema.
  private mutating func value(
    of node: DocumentNode, _ shortcomings: inout [String]
  ) throws(CommandFailure) -> AnyCodableValue? {
    var given = node.member("example")
    if given == nil, let first = try node["examples"]?.members().first {
      given = try references.resolved(first.value).member("value")
    }
    guard let schema = node["schema"] else { return given?.data }
    if let given {
      let example = try schemas.example(given, by: schema)
      shortcomings += example.shortcomings
      return example.value
    }
    let example = try schemas.example(of: schema)
    shortcomings += example.shortcomings
    return example.value
  }
}

extension AnyCodableValue {
  /// The value as the text of a header.
  fileprivate var headerText: String {
    switch self {
    case .string(let text): text
    case .array(let elements): elements.map(\.headerText).joined(separator: ",")
    default: text(limit: 1000)
    }
  }
}

/// Resolves `$ref` within one OpenAPI document.
final class OpenAPIReferences {
  let root: DocumentNode
  /// Whether members next to a `$ref` apply as well, as in OpenAPI 3.1 and later.
  let countsSiblings: Bool
  /// A cache of resolved references, because finding a member of a large object is slow.
  private var targets: [String: DocumentNode] = [:]

  init(root: DocumentNode) {
    self.root = root
    countsSiblings = (try? root["openapi"]?.string())?.hasPrefix("3.0") != true
  }

  /// Returns the node, or the target of its `$ref`.
  ///
  /// - Throws: `CommandFailure` if a reference doesn't exist, leads to another document, or is circular.
  func resolved(_ node: DocumentNode) throws(CommandFailure) -> DocumentNode {
    var current = node
    for _ in 0..<DocumentReference.chainLengthLimit {
      guard let reference = current["$ref"] else { return current }
      guard let target = try target(of: reference) else {
        throw reference.problem(
          "the reference `\(try reference.string().escaped)` doesn't exist; expected a path in the document"
        )
      }
      current = target
    }
    throw node.problem("the references form a cycle; expected one that ends at a value")
  }

  /// Returns the node or the target of its `$ref`, but only up to the first node with other members next to its own
  /// `$ref`.
  func followed(_ node: DocumentNode) throws(CommandFailure) -> DocumentNode {
    let resolved = try resolved(node)
    guard countsSiblings, let reference = node["$ref"] else { return resolved }
    return try target(of: reference) ?? resolved
  }

  /// Returns the target of a reference such as `#/components/schemas/Pet`; nil if it doesn't exist.
  func target(of reference: DocumentNode) throws(CommandFailure) -> DocumentNode? {
    let text = try reference.string()
    guard let path = DocumentReference(text) else {
      throw reference.problem(
        "the reference `\(text.escaped)` points to another document; combine the documents with a tool such as "
          + "`redocly bundle`")
    }
    if let known = targets[text] { return known }
    var node = root
    for name in path.steps {
      if let member = node[name] {
        node = member
      } else if let index = Int(name), case .list = node.value.content,
        let elements = try? node.elements(), elements.indices.contains(index)
      {
        node = elements[index]
      } else {
        return nil
      }
    }
    targets[text] = node
    return node
  }
}
