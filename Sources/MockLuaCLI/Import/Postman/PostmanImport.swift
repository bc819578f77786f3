import MockData
import MockRecording

/// Reads the requests of a Postman collection (version 2.1) with their saved answers.
struct PostmanImport {
  private(set) var exchanges: [(exchange: Exchange, comments: [String])] = []
  private(set) var notes: [ImportNote] = []
  private(set) var requestCount = 0
  private var variables: [String: String] = [:]
  private var scriptCount = 0

  /// How deep folders may lie in one another.
  private static let deepest = 64

  init(_ document: DocumentNode) throws(CommandFailure) {
    // An export by the API has the collection one level deeper.
    let root = document["collection"] ?? document
    if let schema = try root["info"]?["schema"]?.string(), schema.contains("/v1.") {
      throw root.problem(
        "version 1 of collections is not read; expected version 2.1, as Postman exports it")
    }
    for variable in try root["variable"]?.elements() ?? [] {
      guard let name = try (variable["key"] ?? variable["id"])?.text() else { continue }
      variables[name] = try variable["value"]?.text() ?? ""
    }
    try add(root.required("item"), folders: [])
    if scriptCount > 0 || root["event"] != nil {
      notes.append(root.note("scripts of the collection are not kept: they run in Postman alone"))
    }
  }

  private mutating func add(_ items: DocumentNode, folders: [String]) throws(CommandFailure) {
    guard folders.count < Self.deepest else {
      throw items.problem("folders are nested more than \(Self.deepest) deep; expected less")
    }
    for item in try items.elements() {
      let name = try item["name"]?.text() ?? ""
      if item["event"] != nil { scriptCount += 1 }
      if let inner = item["item"] {
        try add(inner, folders: folders + [name])
      } else if let request = item["request"] {
        requestCount += 1
        let title = (folders + [name]).filter { !$0.isEmpty }.joined(separator: " / ")
        try add(request, item["response"], title: title)
      } else {
        throw item.problem(
          "the item is neither a folder nor a request; expected `item` or `request`")
      }
    }
  }

  private mutating func add(
    _ request: DocumentNode, _ saved: DocumentNode?, title: String
  ) throws(CommandFailure) {
    guard let own = try self.request(request, template: nil) else { return }
    let answers = try saved?.elements() ?? []
    guard !answers.isEmpty else {
      exchanges.append(
        (
          Exchange(
            request: own, response: ExchangeResponse(status: 200)),
          [title + " (no answer was saved)"]
        ))
      return
    }
    var others: [String] = []
    var seen: Set<[[String]: AnyCodableValue]> = []
    // The answers of one request are examples and no sequence: the first success stands for them.
    let isSuccess = { (status: Int) in (200..<300).contains(status) }
    var examples: [(request: ExchangeRequest, response: ExchangeResponse, name: String)] = []
    for node in answers {
      examples.append(
        (
          try original(of: node, template: own), try response(node),
          try node["name"]?.text() ?? ""
        ))
    }
    let sorted = examples.enumerated().sorted {
      (isSuccess($0.element.response.status) ? 0 : 1, $0.offset)
        < (isSuccess($1.element.response.status) ? 0 : 1, $1.offset)
    }.map(\.element)
    for example in sorted {
      let fields = CallFields(of: example.request).values
      guard seen.insert(fields).inserted else {
        others.append(
          "Also saved, for the same request: \(example.response.status) \(example.name)")
        continue
      }
      exchanges.append(
        (
          Exchange(
            request: example.request, response: example.response,
            comments: sorted.count > 1 && !example.name.isEmpty ? [example.name] : []), [title]
        ))
    }
    let last = exchanges.count - 1
    exchanges[last].exchange.comments = others + exchanges[last].exchange.comments
  }

  /// The request that an answer was saved for.
  private mutating func original(
    of answer: DocumentNode, template: ExchangeRequest
  ) throws(CommandFailure) -> ExchangeRequest {
    guard let original = answer["originalRequest"] else { return template }
    return try request(original, template: template) ?? template
  }

  // MARK: - Requests

  private mutating func request(
    _ node: DocumentNode, template: ExchangeRequest?
  ) throws(CommandFailure) -> ExchangeRequest? {
    if case .scalar = node.value.content {
      let text = try node.string()
      guard let url = try url(text, at: node) else { return nil }
      var request = ExchangeRequest(method: "GET", url: url)
      try setPath(of: &request, node, template)
      return request
    }
    // A saved answer may say nothing of its request, which is then the one that it is saved with.
    guard let urlNode = node["url"] else {
      if template == nil { notes.append(node.note("is left out, since it has no `url`")) }
      return nil
    }
    let raw: String
    if case .scalar = urlNode.value.content {
      raw = try urlNode.string()
    } else {
      raw = if let node = urlNode["raw"] { try node.string() } else { try Self.joined(urlNode) }
    }
    guard let url = try url(raw, at: urlNode) else { return nil }
    var request = ExchangeRequest(
      method: try node["method"]?.string().uppercased() ?? "GET", url: url)
    for field in try urlNode["query"]?.elements() ?? [] where field["disabled"]?.data == true {
      let unsent = HTTPField(
        name: try field["key"]?.text() ?? "",
        value: substituted(try field["value"]?.text() ?? ""))
      request.url.query.removeAll { $0 == unsent }
    }
    request.headers = try fields(node["header"])
    request.body = try body(node["body"], request.headers)
    try setPath(of: &request, urlNode, template)
    return request
  }

  /// `:id` is a name of the route's template; a saved request has its value.
  private func setPath(
    of request: inout ExchangeRequest, _ url: DocumentNode, _ template: ExchangeRequest?
  ) throws(CommandFailure) {
    var values: [String: String] = [:]
    if case .object = url.value.content {
      for variable in try url["variable"]?.elements() ?? [] {
        guard let name = try variable["key"]?.text(), let value = try variable["value"]?.text(),
          !value.isEmpty
        else { continue }
        values[name] = substituted(value)
      }
    }
    let parts = request.url.path.split(separator: "/", omittingEmptySubsequences: false)
    request.url.path = parts.map { part in
      if part.contains("{{") { return Self.template(of: part) }
      guard part.hasPrefix(":"), part.count > 1 else { return String(part) }
      let name = String(part.dropFirst())
      if template != nil, let value = values[name] { request.pathValues[name] = value }
      return "{\(name)}"
    }.joined(separator: "/")
    // A saved request may have the value in its path.
    guard let template, template.url.path.contains("{") else { return }
    let wanted = template.url.path.split(separator: "/")
    let own = request.url.path.split(separator: "/")
    guard wanted.count == own.count,
      zip(wanted, own).allSatisfy({ $0 == $1 || $0.hasPrefix("{") && $0.hasSuffix("}") })
    else { return }
    for (name, value) in zip(wanted, own) where name != value {
      request.pathValues[String(name.dropFirst().dropLast())] = String(value)
    }
    request.url.path = template.url.path
  }

  /// `v{id}` for `v{{id}}`, whose variable has no value.
  private static func template(of part: Substring) -> String {
    String(part).replacing("{{", with: "{").replacing("}}", with: "}")
  }

  private static func joined(_ url: DocumentNode) throws(CommandFailure) -> String {
    func parts(_ name: String, _ separator: String) throws(CommandFailure) -> String {
      guard let node = url[name] else { return "" }
      if case .scalar = node.value.content { return try node.text() }
      var texts: [String] = []
      for part in try node.elements() { texts.append(try (part["value"] ?? part).text()) }
      return texts.joined(separator: separator)
    }
    let scheme = try url["protocol"]?.text() ?? "https"
    let port = try url["port"]?.text()
    let host = try parts("host", ".")
    let path = try parts("path", "/")
    return "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")/\(path)"
  }

  private mutating func url(_ raw: String, at node: DocumentNode) throws(CommandFailure)
    -> RequestURL?
  {
    var text = substituted(raw).trimmed
    // A host that is a variable without a value is any host.
    if text.hasPrefix("{{"), let end = text.firstRange(of: "}}") {
      let rest = text[end.upperBound...]
      text = rest.hasPrefix("/") || rest.hasPrefix("?") ? String(rest) : "/" + rest
    } else if !text.contains("://"), !text.hasPrefix("/") {
      text = "http://" + text
    }
    guard let url = RequestURL(text) else {
      notes.append(node.note("is left out, since it is no URL of HTTP: \(raw.escaped)"))
      return nil
    }
    return url
  }

  /// The text with the values of the collection's variables.
  private func substituted(_ text: String, depth: Int = 0) -> String {
    guard depth < 8, text.contains("{{") else { return text }
    var result = ""
    var rest = Substring(text)
    while let start = rest.firstRange(of: "{{"),
      let end = rest[start.upperBound...].firstRange(of: "}}")
    {
      result += rest[..<start.lowerBound]
      let name = String(rest[start.upperBound..<end.lowerBound])
      if let value = variables[name.trimmed], !value.isEmpty {
        result += substituted(value, depth: depth + 1)
      } else {
        result += rest[start.lowerBound..<end.upperBound]
      }
      // Variables that hold themselves grow; no value is that long.
      guard result.utf8.count < 1 << 20 else { return result }
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  private func fields(_ node: DocumentNode?) throws(CommandFailure) -> [HTTPField] {
    guard let node, case .list = node.value.content else { return [] }
    var fields: [HTTPField] = []
    for field in try node.elements() where field["disabled"]?.data != true {
      if case .scalar = field.value.content { continue }
      fields.append(
        HTTPField(
          name: try field["key"]?.text() ?? "", value: substituted(try field["value"]?.text() ?? "")
        ))
    }
    return fields.filter { !$0.name.isEmpty }
  }

  private func body(
    _ node: DocumentNode?, _ headers: [HTTPField]
  ) throws(CommandFailure) -> ExchangeBody {
    guard let node, node["disabled"]?.data != true else { return .none }
    switch try node["mode"]?.string() {
    case "raw":
      let text = substituted(try node["raw"]?.text() ?? "")
      let language = try node["options"]?["raw"]?["language"]?.text()
      let isJSON = language == "json" || text.hasPrefix("{") || text.hasPrefix("[")
      return ExchangeBody(
        text: text,
        type: ContentType(headers["content-type"])
          ?? ContentType(isJSON ? "application/json" : "text/plain"))
    case "urlencoded": return .form(try fields(node["urlencoded"]))
    case "graphql":
      guard let graphql = node["graphql"] else { return .none }
      var members: [String: AnyCodableValue] = [:]
      for (name, value) in try graphql.members() { members[name] = value.data }
      if case .string(let text)? = members["variables"] {
        members["variables"] =
          (try? JSONParser(maximumDepth: 100).parse(substituted(text))) ?? .null
      }
      return .json(.dictionary(members))
    default: return .none
    }
  }

  // MARK: - Answers

  private func response(_ node: DocumentNode) throws(CommandFailure) -> ExchangeResponse {
    let status = try node["code"]?.integer() ?? 200
    guard (100...999).contains(status) else {
      throw try node.required("code").problem(
        "the status \(status) is none of HTTP; expected 100 to 999")
    }
    var response = ExchangeResponse(status: status, headers: try fields(node["header"]))
    let text = substituted(try node["body"]?.text() ?? "")
    if response.headers["content-type"] == nil, !text.isEmpty {
      let language = try node["_postman_previewlanguage"]?.text()
      let isJSON = language == "json" || text.hasPrefix("{") || text.hasPrefix("[")
      let type = isJSON ? "application/json" : language == "html" ? "text/html" : "text/plain"
      response.headers.append(HTTPField(name: "Content-Type", value: type))
    }
    response.body = ExchangeBody(text: text, type: ContentType(response.headers["content-type"]))
    return response
  }
}
