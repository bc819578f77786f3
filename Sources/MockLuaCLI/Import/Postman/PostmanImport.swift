import MockConfiguration
import MockData
import MockLua
import MockRecording

/// Reads the requests of a Postman collection (version 2.1) with their saved responses.
struct PostmanImport: ExchangeDocument {
  let entryName = "example"
  private(set) var exchanges: [Exchange] = []
  private(set) var notes: [ImportNote] = []
  private(set) var unread: [UnreadEntry] = []
  private var variables = PostmanVariables()
  /// The authorization settings of the request, of the innermost folder, or of the collection.
  private var auth: DocumentNode?
  private var scriptCount = 0

  /// The maximum nesting depth of folders.
  private static let depthLimit = 64

  init(_ document: DocumentNode) throws(MockConfigurationError) {
    // An export through the API has the collection one level deeper.
    let root = document["collection"] ?? document
    if let schema = try? root["info"]?["schema"]?.string(), schema.contains("/v1.") {
      throw root.problem(
        "version 1 of collections isn't supported; export the collection from Postman as version 2.1"
      )
    }
    addVariables(of: root)
    auth = root["auth"]
    try add(root.required("item"), folders: [])
    if scriptCount > 0 || root["event"] != nil {
      notes.append(root.note("the collection's scripts are left out: they run only in Postman"))
    }
  }

  private mutating func add(_ items: DocumentNode, folders: [String]) throws(MockConfigurationError)
  {
    guard folders.count < Self.depthLimit else {
      throw items.problem("folders are nested more than \(Self.depthLimit) levels deep")
    }
    for item in try items.elements() {
      do throws(MockConfigurationError) {
        try add(item: item, folders: folders)
      } catch {
        unread.append(UnreadEntry(item, error))
      }
    }
  }

  private mutating func add(
    item: DocumentNode, folders: [String]
  ) throws(MockConfigurationError) {
    _ = try item.members()
    let name = (try? item["name"]?.text()) ?? ""
    if item["event"] != nil { scriptCount += 1 }
    if let inner = item["item"] {
      let outer = (variables, auth)
      defer { (variables, auth) = outer }
      addVariables(of: item)
      auth = item["auth"] ?? auth
      try add(inner, folders: folders + [name])
    } else if let request = item["request"] {
      let title = (folders + [name]).filter { !$0.isEmpty }.joined(separator: " / ")
      try add(request, item["response"], title: title)
    } else {
      throw item.problem("the item is neither a folder nor a request; add `item` or `request`")
    }
  }

  private mutating func addVariables(of owner: DocumentNode) {
    var reasons: [String] = []
    owner.reading(&reasons) { reasons in try variables.add(owner["variable"], &reasons) }
    for reason in reasons { notes.append(owner.note("a variable is left out: \(reason)")) }
  }

  private mutating func add(
    _ request: DocumentNode, _ saved: DocumentNode?, title: String
  ) throws(MockConfigurationError) {
    let inherited = auth
    auth = request["auth"] ?? auth
    defer { auth = inherited }
    var reasons: [String] = []
    guard let own = try self.request(request, in: request, template: nil, &reasons) else { return }
    let answers = request.reading(&reasons) { _ in try saved.map(Self.list) ?? [] } ?? []
    if !reasons.isEmpty {
      notes.append(request.note(leftOut: reasons))
    } else if answers.isEmpty {
      reasons.append("the collection has no saved response for this request")
    }
    guard reasons.isEmpty else {
      let response = ExchangeResponse(leftOut: reasons.joined(separator: "; "))
      exchanges.append(
        Exchange(request: own, response: response, routeComments: [title], source: request))
      return
    }
    var examples: [Exchange] = []
    for node in answers {
      var reasons: [String] = []
      let original = node.reading(&reasons) { reasons in
        _ = try node.members()
        guard let original = node["originalRequest"] else { return own }
        return try self.request(original, in: node, template: own, &reasons) ?? own
      }
      let request = original ?? own
      let answer = node.reading(&reasons) { _ in try self.response(node, to: request) }
      let leftOut = ExchangeResponse(leftOut: reasons.joined(separator: "; "))
      if !reasons.isEmpty { notes.append(node.note(leftOut: reasons)) }
      let response = reasons.isEmpty ? answer ?? leftOut : leftOut
      let name = (try? node["name"]?.text()) ?? ""
      let status = (try? node["code"]?.integer()) ?? response.status
      examples.append(
        Exchange(
          request: request, response: response,
          comments: answers.count > 1 && !name.isEmpty ? [name] : [], routeComments: [title],
          source: node, label: "\(status) \(name)".trimmed))
    }
    // The responses saved with a request are examples, not a sequence. The first successful one is used.
    let isSuccess = { (example: Exchange) in (200..<300).contains(example.response.status) }
    exchanges += examples.filter(isSuccess) + examples.filter { !isSuccess($0) }
  }

  /// Returns the elements of a list.
  ///
  /// An empty object counts as an empty list, because some tools write one instead.
  private static func list(_ node: DocumentNode) throws(MockConfigurationError) -> [DocumentNode] {
    if case .object(let members) = node.value.content, members.isEmpty { return [] }
    return try node.elements()
  }

  // MARK: - Requests

  /// Reads a request; nil if a saved response doesn't have its own URL.
  ///
  /// An error in a part other than the method and the URL becomes a reason why the request isn't imported. Reasons name
  /// places in `entry`, which is the request itself, or the saved response that contains it.
  private func request(
    _ node: DocumentNode, in entry: DocumentNode, template: ExchangeRequest?,
    _ reasons: inout [String]
  ) throws(MockConfigurationError) -> ExchangeRequest? {
    // A request can be only a URL.
    if !node.isScalar { _ = try node.members() }
    // If a saved response doesn't contain its request, use the request that it is saved under.
    guard let urlNode = node.isScalar ? node : node["url"] else {
      guard template != nil else { throw node.problem("it doesn't have a `url`") }
      return nil
    }
    // Postman uses the parts, and `raw` only shows them.
    let raw =
      if urlNode.isScalar {
        try urlNode.string()
      } else if urlNode["host"] != nil || urlNode["path"] != nil {
        try Self.joined(urlNode)
      } else {
        try urlNode["raw"]?.string() ?? ""
      }
    var request = ExchangeRequest(
      method: try node["method"]?.string().uppercased() ?? "GET", url: try url(raw, at: urlNode))
    request.hasVariables = true
    entry.reading(&reasons) { _ in try node.validate() }
    entry.reading(&reasons) { _ in
      guard let query = urlNode["query"] else { return }
      request.url.query = try Self.enabled(query).map { field throws(MockConfigurationError) in
        HTTPField(
          decoded(try field["key"]?.text() ?? ""), decoded(try field["value"]?.text() ?? ""))
      }.filter { !$0.name.isEmpty }
    }
    for field in request.url.query {
      request.queryVariables.formUnion(PostmanVariables.names(in: field.value).map(\.trimmed))
    }
    entry.reading(&reasons) { _ in request.headers = try fields(node["header"]) }
    entry.reading(&reasons) { _ in
      // The request of a saved response often leaves its authorization to the request that it is saved under.
      if request.headers["authorization"] == nil {
        try addCredentials(node["auth"] ?? auth, to: &request)
      }
    }
    entry.reading(&reasons) { _ in
      guard let body = node["body"] else { return }
      if try body["mode"]?.text() == "graphql" { request.headers.addType("application/json") }
      request.body = try self.body(body, request.headers)
    }
    try setPath(of: &request, urlNode, template)
    return request
  }

  /// Returns the fields in a list that are enabled, and therefore sent.
  private static func enabled(_ node: DocumentNode) throws(MockConfigurationError) -> [DocumentNode]
  {
    var fields: [DocumentNode] = []
    for field in try list(node) where field.data != .null {
      _ = try field.members()
      if field["disabled"]?.data != true { fields.append(field) }
    }
    return fields
  }

  /// Returns a key or a value of a query with its variables replaced, and without any escapes.
  private func decoded(_ text: String) -> String {
    let text = variables.substituted(text)
    // Postman sends `+` as it is, and servers read it as a space.
    guard text.contains(where: { "%+".contains($0) }) else { return text }
    return RequestURL.fields(of: "x=" + text.replacing("&", with: "%26")).first?.value ?? text
  }

  /// Adds the credentials from a request's authorization settings, as Postman sends them.
  private func addCredentials(
    _ auth: DocumentNode?, to request: inout ExchangeRequest
  ) throws(MockConfigurationError) {
    guard let auth else { return }
    _ = try auth.members()
    guard let type = try auth["type"]?.text(), let node = auth[type] else { return }
    var values: [String: String] = [:]
    func add(_ name: String?, _ value: DocumentNode?) throws(MockConfigurationError) {
      guard let name, let value, value.isScalar else { return }
      values[name] = variables.substituted(try value.text())
    }
    // Version 2.0 of the format uses an object instead of a list.
    if case .object = node.value.content {
      for (name, value) in try node.members() { try add(name, value) }
    } else {
      for field in try node.elements() { try add(field["key"]?.text(), field["value"]) }
    }
    func authorize(_ credentials: String) {
      request.headers.append(HTTPField("Authorization", credentials))
    }
    switch type {
    case "basic":
      let text = "\(values["username"] ?? ""):\(values["password"] ?? "")"
      authorize("Basic " + (text.contains("{{") ? text : Array(text.utf8).base64))
    case "bearer": authorize("Bearer \(values["token"] ?? "")")
    case "oauth2":
      guard let token = values["accessToken"], !token.isEmpty else { return }
      if values["addTokenTo"] == "queryParams" {
        request.url.query.append(HTTPField("access_token", token))
      } else {
        authorize("\((values["headerPrefix"] ?? "Bearer").trimmed) \(token)".trimmed)
      }
    case "apikey":
      let field = HTTPField(values["key"] ?? "", values["value"] ?? "")
      guard !field.name.isEmpty else { return }
      if values["in"] == "query" {
        request.url.query.append(field)
      } else {
        request.headers.append(field)
      }
    default: break
    }
  }

  /// Sets the values for a path such as `/users/:id`.
  ///
  /// `:id` is a parameter of the route's template, and a saved request has its value.
  private func setPath(
    of request: inout ExchangeRequest, _ url: DocumentNode, _ template: ExchangeRequest?
  ) throws(MockConfigurationError) {
    var values: [String: String] = [:]
    if case .object = url.value.content {
      for variable in try url["variable"]?.elements() ?? [] {
        guard let name = try variable["key"]?.text(), let value = try variable["value"]?.text(),
          !value.isEmpty
        else { continue }
        values[name] = Self.unescaped(variables.substituted(value))
      }
    }
    let parts = request.url.path.split(separator: "/", omittingEmptySubsequences: false)
    request.url.path = try parts.map { part throws(MockConfigurationError) in
      if part.contains("{{") {
        for name in PostmanVariables.names(in: part) { request.captures[name.trimmed] = name }
        let text = Self.template(of: part)
        guard !text.replacing(#/\{[^{}]*\}/#, with: "").contains(where: { "{}".contains($0) })
        else {
          throw url.problem("its path has braces that aren't a variable")
        }
        return text
      }
      guard part.hasPrefix(":"), part.count > 1 else {
        // Postman escapes a percent sign that doesn't begin an escape.
        return String(part).replacing(#/%(?![0-9A-Fa-f]{2})/#, with: "%25")
      }
      // A variable ends at a dot, as in `:id.json`.
      let name = String(part.dropFirst().prefix { $0 != "." })
      let ending = part.dropFirst(name.count + 1)
      if template != nil, let value = values[name] {
        if let variable = value.wholeMatch(of: #/{{([^{}]*)}}/#)?.1 {
          request.captures[String(variable).trimmed] = name
        }
        request.pathValues[name] = value
      }
      return "{\(name)}\(ending)"
    }.joined(separator: "/")
    // A saved request can have the value in its path.
    guard let template, template.url.path.contains("{") else { return }
    let wanted = template.url.path.split(separator: "/", omittingEmptySubsequences: false)
    let own = request.url.path.split(separator: "/", omittingEmptySubsequences: false)
    guard wanted.count == own.count,
      zip(wanted, own).allSatisfy({ $0 == $1 || Self.parameter(of: $0, with: $1) != nil })
    else { return }
    for (part, whole) in zip(wanted, own) where part != whole {
      guard let (parameter, value) = Self.parameter(of: part, with: whole) else { continue }
      if let variable = value.wholeMatch(of: #/{([^{}]*)}/#)?.1 {
        request.captures[String(variable).trimmed] = parameter
      } else {
        request.pathValues[parameter] = Self.unescaped(String(value))
      }
    }
    request.url.path = template.url.path
  }

  /// Returns the parameter of a part of a path, such as `{id}` or `{id}.json`, and its value in a part of a request's
  /// path; nil for a part without one.
  private static func parameter(
    of part: Substring, with whole: Substring
  ) -> (name: String, value: Substring)? {
    guard part.hasPrefix("{"), let end = part.firstIndex(of: "}") else { return nil }
    let ending = part[part.index(after: end)...]
    guard whole.hasSuffix(ending) else { return nil }
    return (String(part[..<end].dropFirst()), whole.dropLast(ending.count))
  }

  /// Returns a part of a path as a route sees it.
  private static func unescaped(_ text: String) -> String {
    String(urlEscaped: text.utf8, isQuery: false) ?? text
  }

  /// Returns `v{id}` for `v{{id}}`, if the variable has no value.
  private static func template(of part: Substring) -> String {
    // A variable in the name of another one is a part of the name.
    var text = String(part)
    while let nested = text.firstMatch(of: #/(\{\{[^{}]*)\{\{([^{}]*)\}\}/#) {
      text.replaceSubrange(nested.range, with: nested.1 + nested.2)
    }
    return text.replacing("{{", with: "{").replacing("}}", with: "}")
  }

  private static func joined(_ url: DocumentNode) throws(MockConfigurationError) -> String {
    func parts(_ name: String, _ separator: String) throws(MockConfigurationError) -> String {
      guard let node = url[name] else { return "" }
      if node.isScalar { return String(try node.text().trimmingPrefix(separator)) }
      return try node.elements().map { part throws(MockConfigurationError) in
        try (part["value"] ?? part).text()
      }.joined(separator: separator)
    }
    let scheme = try url["protocol"]?.text().trimmed ?? ""
    let port = try url["port"]?.text()
    let host = try parts("host", ".")
    let path = try parts("path", "/")
    let origin =
      (scheme.isEmpty ? "" : "\(scheme)://") + host + (port.map { ":\($0)" } ?? "")
    // Without a host, the path still begins with a slash.
    let needsSlash = !path.isEmpty && (host.isEmpty || !origin.hasSuffix("/"))
    return "\(origin)\(needsSlash ? "/" : "")\(path)"
  }

  private func url(_ raw: String, at node: DocumentNode) throws(MockConfigurationError)
    -> RequestURL
  {
    var text = variables.substituted(raw).trimmed
    // If the host has a variable without a value, any host matches.
    if text.hasPrefix("{{"), let end = text.firstRange(of: "}}") {
      let rest = text[end.upperBound...]
      if rest.hasPrefix("://") {
        text = "https\(rest)"
      } else if let first = rest.first, !":.-{/?".contains(first) {
        // The path begins after the variable, as in `{{baseUrl}}users`.
        text = "/" + rest
      } else {
        // The variable is the host, or the beginning of it.
        let path = rest.drop { $0 != "/" && $0 != "?" }
        text = path.hasPrefix("/") ? String(path) : "/" + path
      }
    } else if let start = text.firstRange(of: ":///") {
      // Without a host, any host matches.
      text = "/" + text[start.upperBound...].drop { $0 == "/" }
    } else if !text.contains("://"), !text.hasPrefix("/") {
      text = "http://" + text
    }
    guard let url = RequestURL(text) else {
      // The reason is written in the script.
      let shown = Redaction(findsShapes: true).redacted(String(raw.prefix { $0 != "?" }))
      throw node.problem("it isn't an HTTP URL: \(shown.escaped)")
    }
    return url
  }

  private func fields(_ node: DocumentNode?) throws(MockConfigurationError) -> [HTTPField] {
    guard let node else { return [] }
    // Other tools write all headers as one string.
    if node.isScalar { return lines(of: variables.substituted(try node.text())) }
    return try Self.enabled(node).map { field throws(MockConfigurationError) in
      HTTPField(
        try field["key"]?.text() ?? "", variables.substituted(try field["value"]?.text() ?? ""))
    }.filter { !$0.name.isEmpty }
  }

  /// Returns the headers in a string that has one header per line.
  private func lines(of text: String) -> [HTTPField] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !String(parts[0]).trimmed.isEmpty else { return nil }
      return HTTPField(String(parts[0]).trimmed, String(parts[1]).trimmed)
    }
  }

  private func body(
    _ node: DocumentNode, _ headers: [HTTPField]
  ) throws(MockConfigurationError) -> ExchangeBody {
    _ = try node.members()
    guard node["disabled"]?.data != true else { return .none }
    let type = headers["content-type"]
    switch try node["mode"]?.string() {
    case "raw":
      let text = variables.substituted(try node["raw"]?.text() ?? "")
      let language = try node["options"]?["raw"]?["language"]?.text()
      guard ContentType(type)?.isJSON ?? (language == "json" || text.beginsLikeJSON) else {
        return ExchangeBody(ofRequest: text, type: type ?? "text/plain")
      }
      let sent = PostmanVariables.quoted(
        language == "json" ? PostmanVariables.withoutComments(text) : text)
      let body = ExchangeBody(ofRequest: sent, type: type ?? "application/json")
      if case .json = body { return body }
      return ExchangeBody(ofRequest: text, type: type ?? "application/json")
    case "urlencoded":
      guard let node = node["urlencoded"] else { return .none }
      if node.isScalar {
        return .form(RequestURL.fields(of: variables.substituted(try node.text())))
      }
      return .form(try fields(node))
    case "formdata":
      guard let node = node["formdata"] else { return .none }
      var parts: [FormPart] = []
      for field in try Self.enabled(node) { parts += try self.parts(of: field) }
      return parts.isEmpty ? .none : .parts(parts)
    case "file": return .unknown("the collection doesn't include the file with the request's body")
    case "graphql":
      guard let graphql = node["graphql"] else { return .none }
      var members: [String: AnyCodableValue] = [:]
      for (name, value) in try graphql.members() {
        let data = value.data
        members[name] = data.string.map { .string(variables.substituted($0)) } ?? data
      }
      if case .string(let text)? = members["variables"] {
        let quoted = PostmanVariables.quoted(PostmanVariables.withoutComments(text))
        members["variables"] = (try? JSONParser(maximumDepth: 100).parse(quoted)) ?? [:]
      }
      members = members.filter { $0.value != .null }
      return .json(.dictionary(members))
    default: return .none
    }
  }

  /// Returns the parts that a form field is sent as: one string, or one part for each of its files.
  ///
  /// A collection doesn't have the contents of the files.
  private func parts(of field: DocumentNode) throws(MockConfigurationError) -> [FormPart] {
    let name = variables.substituted(try field["key"]?.text() ?? "")
    let type = try field["contentType"]?.text()
    guard try field["type"]?.text() == "file" else {
      let text = variables.substituted(try field["value"]?.text() ?? "")
      return [FormPart(name: name, type: type, content: .text(text))]
    }
    guard let source = field["src"] else { return [] }
    let paths: [DocumentNode]
    if case .list = source.value.content { paths = try source.elements() } else { paths = [source] }
    return try paths.map { path throws(MockConfigurationError) in
      let file = try path.text().split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
      return FormPart(name: name, filename: file, type: type)
    }
  }

  // MARK: - Responses

  /// The types of the languages in which Postman shows a body.
  private static let languages = [
    "json": "application/json", "html": "text/html", "xml": "application/xml",
    "javascript": "text/javascript", "text": "text/plain", "plain": "text/plain",
  ]

  private func response(
    _ node: DocumentNode, to request: ExchangeRequest
  ) throws(MockConfigurationError) -> ExchangeResponse {
    _ = try node.validate()
    let status = try node["code"]?.integer() ?? 200
    try node["code"]?.check(status: status)
    var response = ExchangeResponse(status: status, headers: try fields(node["header"]))
    let text = variables.substituted(try node["body"]?.text() ?? "")
    if response.headers["content-type"] == nil, !text.isEmpty {
      let language = try node["_postman_previewlanguage"]?.text()
      let guess = text.beginsLikeJSON ? "application/json" : "text/plain"
      response.headers.addType(language.flatMap { Self.languages[$0] } ?? guess)
    }
    let type = ContentType(response.headers["content-type"])
    // Bytes that aren't text are lost in a collection.
    if type?.isText == false, text.contains("\u{FFFD}") {
      return ExchangeResponse(
        leftOut: "the collection doesn't include the bytes of the response's body")
    }
    response.body = ExchangeBody(text: text, type: type)
    PostmanTemplate(request).apply(to: &response, text: text, type: type)
    return response
  }
}
