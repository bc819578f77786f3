import MockConfiguration
import MockData
import MockLua
import MockPlatform
import MockRecording

/// Reads the operations of an OpenAPI 3 document, each with one response.
struct OpenAPIImport: ExchangeDocument {
  let entryName = "operation"
  private(set) var exchanges: [Exchange] = []
  private(set) var notes: [ImportNote] = []
  private(set) var unread: [UnreadEntry] = []
  private var examples: DescribedExamples
  private let described: DescribedSchemas
  /// The deadline for comparing responses with schemas, because nested compositions can take a long time.
  private let deadline = ContinuousClock.now + .seconds(5)
  private var uncompared = 0

  init(_ root: DocumentNode) throws(MockConfigurationError) {
    examples = DescribedExamples(root)
    described = DescribedSchemas(root: root.data, file: FilePath.name(of: root.file))
    let version = try root.required("openapi")
    let text = try version.text()
    guard text.hasPrefix("3") else {
      throw version.problem(
        "OpenAPI \(text.escaped) isn't supported; convert the document to 3.0, 3.1, or 3.2")
    }
    if let webhooks = root["webhooks"] {
      notes.append(webhooks.note("webhooks are left out: the app doesn't call them"))
    }
    let server = try Server(try root["servers"]?.elements().first, &notes)
    for (path, item) in try root["paths"]?.members() ?? [] where !path.hasPrefix("x-") {
      guard path.hasPrefix("/") else {
        unread.append(
          UnreadEntry(
            item, item.problem("`\(path.escaped)` isn't a path; write `/\(path.escaped)`")))
        continue
      }
      do throws(MockConfigurationError) {
        try add(examples.references.pathItem(item), path: path, server)
      } catch {
        add("*", path, at: server, ExchangeResponse(leftOut: error.problem.statement), source: item)
      }
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

    init(_ node: DocumentNode?, _ notes: inout [ImportNote]) throws(MockConfigurationError) {
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
            "`\(text.escaped)` isn't an HTTP URL, so the routes match any host and omit its path"))
        return
      }
      origin = url.origin
      path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
    }
  }

  private mutating func add(
    _ item: DocumentNode, path: String, _ server: Server
  ) throws(MockConfigurationError) {
    for (method, node) in try DescribedExamples.operations(of: item) {
      let operation = (try? examples.references.operation(node)) ?? node
      var server = server
      do throws(MockConfigurationError) {
        let own = try (operation["servers"] ?? item["servers"])?.elements().first
        if let own { server = try Server(own, &notes) }
      } catch {
        unread.append(UnreadEntry(node, error))
        continue
      }
      do throws(MockConfigurationError) {
        let operation = try examples.references.operation(node)
        var comments = try Self.title(of: operation)
        let (response, shortcomings) = try response(operation)
        comments += Self.comments(on: shortcomings)
        if operation["callbacks"] != nil { comments.append("Its callbacks are left out.") }
        add(method, path, at: server, response, comments, source: operation)
      } catch {
        let response = ExchangeResponse(leftOut: error.problem.statement)
        add(method, path, at: server, response, source: operation)
      }
    }
  }

  private mutating func add(
    _ method: String, _ path: String, at server: Server, _ response: ExchangeResponse,
    _ comments: [String] = [], source: DocumentNode
  ) {
    exchanges.append(
      Exchange(
        request: ExchangeRequest(method: method, url: Self.url(path, at: server)),
        response: response, routeComments: comments, source: source, label: "\(method) \(path)"))
  }

  /// Returns the comments on an example's shortcomings, each once.
  private static func comments(on shortcomings: [String]) -> [String] {
    let (distinct, limit) = (Set(shortcomings).sorted(), 3)
    var comments = distinct.prefix(limit).map { "Check the response: \($0)." }
    if distinct.count > limit {
      comments.append("Not listed: \(distinct.count - limit) more.")
    }
    return comments
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
  private static func title(of operation: DocumentNode) throws(MockConfigurationError) -> [String] {
    let name = try operation["operationId"]?.text()
    guard let summary = try operation["summary"]?.text().split(separator: "\n").first else {
      return name.map { [$0] } ?? []
    }
    return [summary + (name.map { " (\($0))" } ?? "")]
  }

  // MARK: - Responses

  /// Returns the first described success, or the first response of all.
  private mutating func response(
    _ operation: DocumentNode
  ) throws(MockConfigurationError) -> (ExchangeResponse, [String]) {
    guard let (code, node) = DescribedExamples.usual(try DescribedExamples.responses(of: operation))
    else {
      return (ExchangeResponse(leftOut: "the description has no response for it"), [])
    }
    var example = try examples.example(code, node)
    var result = ExchangeResponse(status: example.status)
    result.headers = example.headers.map { HTTPField($0.name, $0.value) }
    guard let header = example.type, let media = example.media else {
      return (result, example.shortcomings)
    }
    result.headers.append(HTTPField("Content-Type", header))
    if ExchangeResponse.bodiless.contains(result.status) { return (result, example.shortcomings) }
    let type = ContentType(header) ?? ContentType("application/json")
    result.body = body(example, media, type)
    if type?.isJSON == true, let value = example.body, let schema = media["schema"] {
      compare(value, with: schema, &example.shortcomings)
    }
    return (result, example.shortcomings)
  }

  private func body(
    _ example: DescribedExamples.Example, _ media: DocumentNode, _ type: ContentType?
  ) -> ExchangeBody {
    guard let value = example.body else {
      if let type, type.name.contains("*") {
        return .unknown("`\(type.name.escaped)` is a range of types, not one type")
      }
      let isDescribed = type?.isText != false && media["schema"] != nil
      return .unknown(
        isDescribed
          ? "no example value fits its schema"
          : "its body is \(type?.name ?? "of another type"), but the OpenAPI document has no example of it"
      )
    }
    if type?.isJSON == true { return .json(value) }
    switch value {
    case .string(let text): return ExchangeBody(text: text, type: type)
    case .bool, .int, .double, .number: return .text(value.shortText)
    case .dictionary(let members) where type?.name == "application/x-www-form-urlencoded":
      return .form(members.sortedByKeyBytes().map { HTTPField($0.key, $0.value.headerText) })
    default:
      return .unknown(
        "its body is \(type?.name ?? "of another type"), and the import can't make an example")
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
}
