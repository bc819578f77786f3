import MockConfiguration
import MockData
import MockRecording

/// A stub mapping of WireMock: what it accepts and what it answers.
struct WireMockMapping {
  /// Where it stands among the others, from 0.
  let number: Int
  let node: DocumentNode
  var name: String?
  var priority = 5
  /// In capitals; `*` for any.
  var method = "*"
  /// Nil for any host.
  var origin: String?
  /// A route's template.
  var path = "/{rest...}"
  /// What else the request has to be, by argument.
  var pattern: [String: AnyCodableValue] = [:]
  /// Whether it accepts more here than there.
  private(set) var isLoose = false
  var scenario: Scenario?
  var response = ExchangeResponse(status: 200)
  /// The file that the body stands in, under `__files`.
  var bodyFile: String?
  var comments: [String] = []

  /// A step of a state machine.
  struct Scenario: Hashable {
    var name: String
    var required: String?
    var next: String?

    /// The state in which all scenarios begin.
    static let started = "Started"
  }

  init(_ node: DocumentNode, number: Int) throws(CommandFailure) {
    (self.number, self.node) = (number, node)
    name = try node["name"]?.text()
    priority = try node["priority"]?.integer() ?? 5
    if let scenario = try node["scenarioName"]?.text(), !scenario.isEmpty {
      self.scenario = Scenario(
        name: scenario, required: try node["requiredScenarioState"]?.text(),
        next: try node["newScenarioState"]?.text())
    }
    try readRequest(node.required("request"))
    try readResponse(node.required("response"))
    for key in ["postServeActions", "serveEventListeners"] where node[key] != nil {
      comments.append("`\(key)` is not kept: an answer calls nobody.")
    }
  }

  // MARK: - Requests

  private mutating func readRequest(_ request: DocumentNode) throws(CommandFailure) {
    if let method = try request["method"]?.text(), method.uppercased() != "ANY" {
      self.method = method.uppercased()
    }
    try readHost(request)
    try readPath(request)
    try readFields(request["queryParameters"], into: "query") { $0 }
    try readFields(request["headers"], into: "headers") { $0.lowercased() }
    try readFields(request["formParameters"], into: "body") { $0 }
    try readFields(request["pathParameters"], into: "path") { $0 }
    if let user = request["basicAuthCredentials"] ?? request["basicAuth"] {
      let text = "\(try user.required("username").text()):\(try user.required("password").text())"
      add(.string("Basic " + Array(text.utf8).base64), to: "headers", "authorization")
    }
    for (name, matcher) in try request["cookies"]?.members() ?? [] {
      let value = try matcher["equalTo"]?.text()
      let regex = value.map { $0.regexEscaped } ?? ".*"
      if value == nil { loosen("The cookie `\(name)` is matched whatever its value.") }
      add(
        ["$regex": .string("(?:^|;\\s*)\(name.regexEscaped)=\(regex)(?:;|$)")], to: "headers",
        "cookie")
    }
    for matcher in try request["bodyPatterns"]?.elements() ?? [] { try readBody(matcher) }
    for key in ["multipartPatterns", "customMatcher", "clientIp"] where request[key] != nil {
      loosen("`\(key)` is not kept; the rule accepts more than the mapping.")
    }
  }

  private mutating func readHost(_ request: DocumentNode) throws(CommandFailure) {
    let scheme = try request["scheme"]?.text()
    let port = try request["port"]?.text()
    guard let host = request["host"] else {
      if scheme != nil || port != nil {
        loosen("Scheme and port are not kept without a host.")
      }
      return
    }
    guard let name = try host["equalTo"]?.text() else {
      loosen("The host's pattern is not kept; any host is answered.")
      return
    }
    let text = "\(scheme.map { "\($0):" } ?? "")//\(name)\(port.map { ":\($0)" } ?? "")"
    do throws(RouteProblem) {
      origin = try HTTPHost(text).service
    } catch {
      loosen("Any host is answered: \(error.statement).")
    }
  }

  private mutating func readPath(_ request: DocumentNode) throws(CommandFailure) {
    if let node = request["url"] ?? request["urlPath"] {
      guard let url = RequestURL(try node.string()) else {
        throw node.problem("this is no path; expected one that begins with a slash")
      }
      // Braces are characters there, and no parameters.
      path = url.path.replacing("{", with: "%7B").replacing("}", with: "%7D")
      if request["url"] != nil {
        // The whole of path and query, and no items besides.
        add(["$eq": .dictionary(url.query.data)], to: "query")
      } else {
        for (name, value) in url.query.data { add(value, to: "query", name) }
      }
    } else if let node = request["urlPathTemplate"] {
      let template = try node.string()
      let isRest = template.hasSuffix("/**")
      let text = isRest ? template.dropLast(2) + "{rest...}" : template
      if text.contains("**") {
        let regex = template.regexEscaped.replacing(#"\*\*"#, with: ".*")
          .replacing(#/\\{.*?\\}/#, with: "[^/]+")
        addURL(regex, isWhole: false)
      } else {
        path = text
      }
    } else if let node = request["urlPattern"] ?? request["urlPathPattern"] {
      let regex = try node.string()
      let template = PathTemplate(regex: regex)
      path = template?.text ?? path
      for (name, part) in template?.conditions ?? [] { addRegex(part, to: "path", name) }
      let isWhole = request["urlPattern"] != nil
      if template == nil { addURL(regex, isWhole: isWhole) }
      if isWhole, template?.mayHaveQuery == false { add(["$eq": [:]], to: "query") }
    }
  }

  /// Asks the address for an expression of its path, or of path and query as a whole.
  private mutating func addURL(_ regex: String, isWhole: Bool) {
    addRegex("^[a-z]+://[^/]*(?:\(regex))\(isWhole ? "$" : "(?:\\?.*)?$")", to: "url")
  }

  private mutating func readFields(
    _ fields: DocumentNode?, into argument: String, _ spelled: (String) -> String
  ) throws(CommandFailure) {
    for (name, matcher) in try fields?.members() ?? [] {
      guard !name.hasPrefix("$") else {
        loosen("What is asked of `\(name)` is not kept: a pattern takes it as an operator.")
        continue
      }
      if let pattern = try ValueMatcher.pattern(of: matcher) {
        add(pattern, to: argument, spelled(name))
      } else {
        loosen("What is asked of `\(name)` has no form here: \(matcher.data.shortText)")
      }
    }
  }

  private mutating func readBody(_ matcher: DocumentNode) throws(CommandFailure) {
    if let pattern = try BodyMatcher.pattern(of: matcher) {
      add(pattern, to: "body")
      guard BodyMatcher.looksIntoText(matcher) else { return }
      comments.append(
        "A body of JSON or a form is data here, and no text that this looks into: "
          + matcher.data.shortText)
    } else {
      loosen("What is asked of the body has no form here: \(matcher.data.shortText)")
    }
  }

  private mutating func addRegex(_ text: String, to argument: String, _ name: String? = nil) {
    if let pattern = AnyCodableValue.regex(text) {
      add(pattern, to: argument, name)
    } else {
      loosen("What is asked of the address has no form here: \(text.escaped(limit: 120))")
    }
  }

  /// Says which condition is not kept.
  private mutating func loosen(_ comment: String) {
    comments.append(comment)
    isLoose = true
  }

  /// Adds a condition; two of one field have to hold both.
  private mutating func add(_ value: AnyCodableValue, to argument: String, _ name: String? = nil) {
    guard let name else {
      pattern[argument] = pattern[argument].map { .both($0, value) } ?? value
      return
    }
    var members: [String: AnyCodableValue] = [:]
    if case .dictionary(let own)? = pattern[argument] { members = own }
    if members.keys.contains(where: { $0.hasPrefix("$") }) {
      return add([name: value], to: argument)
    }
    members[name] = members[name].map { .both($0, value) } ?? value
    pattern[argument] = .dictionary(members)
  }

  // MARK: - Answers

  private static let faults = [
    "EMPTY_RESPONSE": "badServerResponse", "MALFORMED_RESPONSE_CHUNK": "cannotParseResponse",
    "RANDOM_DATA_THEN_CLOSE": "cannotParseResponse",
    "CONNECTION_RESET_BY_PEER": "networkConnectionLost",
  ]

  private mutating func readResponse(_ node: DocumentNode) throws(CommandFailure) {
    if let fault = try node["fault"]?.text() {
      response.failure = Self.faults[fault] ?? "networkConnectionLost"
    }
    if let status = node["status"] {
      response.status = try status.integer()
      guard (100...999).contains(response.status) else {
        throw status.problem("the status \(response.status) is none of HTTP; expected 100 to 999")
      }
    }
    for (name, value) in try node["headers"]?.members() ?? [] {
      let values = (try? value.elements()) ?? [value]
      for value in values {
        response.headers.append(HTTPField(name: name, value: try value.text()))
      }
    }
    try readBody(of: node)
    try readDelay(of: node)
    if let base = node["proxyBaseUrl"] {
      comments.append("It was passed on to \(base.data.shortText), which is not kept.")
    }
    if let dribble = node["chunkedDribbleDelay"] {
      comments.append("It came in pieces, which is not kept: \(dribble.data.shortText)")
    }
    if let transformers = node["transformers"] {
      comments.append("The answer is a template, kept as it stands: \(transformers.data.shortText)")
    }
  }

  private mutating func readBody(of node: DocumentNode) throws(CommandFailure) {
    if let json = node["jsonBody"] {
      response.body = .json(json.data)
    } else if let body = node["body"] {
      let text = try body.text()
      let type = ContentType(response.headers["content-type"])
      // Without a type, what is JSON was meant as such.
      let guess =
        type ?? (text.hasPrefix("{") || text.hasPrefix("[") ? ContentType("application/json") : nil)
      response.body = ExchangeBody(text: text, type: guess)
      if type == nil, case .text = response.body {
        response.headers.append(HTTPField(name: "Content-Type", value: "text/plain"))
      }
    } else if let base64 = node["base64Body"] {
      guard let bytes = [UInt8](base64: try base64.string().utf8.filter { $0 > 0x20 }) else {
        throw base64.problem("the text is no base64; expected base64")
      }
      response.body = ExchangeBody(
        bytes: bytes, type: ContentType(response.headers["content-type"]))
    }
    bodyFile = try node["bodyFileName"]?.text()
  }

  private mutating func readDelay(of node: DocumentNode) throws(CommandFailure) {
    if let fixed = node["fixedDelayMilliseconds"] {
      response.delay = .fixed(ms: max(0, try fixed.integer()))
    }
    guard let delay = node["delayDistribution"] else { return }
    func number(_ name: String) throws(CommandFailure) -> Double {
      switch try delay.required(name).data {
      case .int(let number): Double(number)
      case .double(let number): number
      default: throw try delay.required(name).wrongKind("a number")
      }
    }
    switch try delay.required("type").text() {
    case "uniform":
      let (low, high) = (max(0, Int(try number("lower"))), max(0, Int(try number("upper"))))
      response.delay = .uniform(minMs: min(low, high), maxMs: max(low, high))
    case "lognormal":
      let median = max(1, Int(try number("median")))
      response.delay = .logNormal(
        medianMs: median, sigma: max(0, try number("sigma")), maxMs: median * 100)
    case let type: comments.append("The delay of type `\(type.escaped)` is not kept.")
    }
  }
}

extension AnyCodableValue {
  /// The pattern that both accept.
  fileprivate static func both(_ first: AnyCodableValue, _ second: AnyCodableValue)
    -> AnyCodableValue
  {
    if case .dictionary(let members) = first, case .array(let patterns)? = members["$and"],
      members.count == 1
    {
      return ["$and": .array(patterns + [second])]
    }
    return ["$and": [first, second]]
  }
}
