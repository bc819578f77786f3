import MockConfiguration
import MockData
import MockLua
import MockRecording

/// A WireMock stub mapping: the requests that it accepts, and its response.
struct WireMockMapping {
  /// The position among all mappings, from 0.
  let number: Int
  /// The position in the order in which WireMock adds the mappings.
  let turn: Int
  let node: DocumentNode
  /// The location in the document or the folder, such as `mappings[3]`.
  let label: String
  /// The conditions on requests.
  let request: DocumentNode
  var name: String?
  var priority = 5
  var methods = Methods.any
  /// The origin; nil for any host.
  var origin: String?
  private(set) var address: WireMockAddress
  /// The condition on everything except the method and the address.
  private(set) var condition = Condition.fields([:])
  /// The reasons why a script can't distinguish the mapping's requests from others.
  ///
  /// If there are any, the script also refuses some requests that the mapping doesn't accept.
  private(set) var unknownConditions: [String] = []
  var scenario: Scenario?
  var response = ExchangeResponse(status: 200)
  /// The reasons why a script can't return the response, if any.
  var unknownAnswers: [String] = []
  /// The template of the body.
  var template: WireMockTemplate?
  /// The type that the mapping specifies for its body; nil if it doesn't.
  var writtenType: ContentType?
  /// The file that contains the body, under `__files`.
  var bodyFile: String?
  /// Whether the file is a template, if the response is one.
  var fileIsTemplate = true
  var comments: [String] = []

  /// HTTP methods, in capitals.
  enum Methods: Hashable {
    case any
    case some([String])
    case allBut([String])

    func accept(_ method: String) -> Bool {
      switch self {
      case .any: true
      case .some(let names): names.contains(method)
      case .allBut(let names): !names.contains(method)
      }
    }

    /// The methods of the routes that handle these methods, or `*` for any method.
    ///
    /// `HEAD` requests go to the `GET` route.
    var routes: [String] {
      guard case .some(let names) = self else { return ["*"] }
      return names.contains("GET") ? names.filter { $0 != "HEAD" } : names
    }

    /// The condition on the method; nil for any method.
    var condition: Condition? {
      switch self {
      case .any: nil
      case .some(let names) where names.count == 1: .text(names[0])
      case .some(let names): .call("is.one_of", [.value(.array(names.map { .string($0) }))])
      case .allBut(let names): .call("is.none_of", [.value(.array(names.map { .string($0) }))])
      }
    }

    var name: String { if case .some(let names) = self { names.first ?? "*" } else { "*" } }
  }

  /// A step of a state machine.
  struct Scenario: Hashable {
    var name: String
    var required: String?
    var next: String?

    /// The initial state of all scenarios.
    static let started = "Started"
  }

  /// An error in a part other than the methods and the address becomes a reason why the mapping is left out.
  init(
    _ node: DocumentNode, label: String, number: Int, turn: Int
  ) throws(MockConfigurationError) {
    (self.number, self.turn, self.node, self.label) = (number, turn, node, label)
    _ = try node.members()
    func part(_ name: String) -> DocumentNode {
      let empty = DocumentValue(content: .object([]), line: node.value.line)
      return node[name] ?? DocumentNode(value: empty, path: node.path, file: node.file)
    }
    guard node["request"] != nil || node["response"] != nil else {
      throw node.problem("it has neither a `request` nor a `response`")
    }
    request = part("request")
    _ = try request.members()
    address = try WireMockAddress(request, &unknownConditions)
    try readMethods(request["method"])
    if address.key == "url", address.text.hasSuffix("?") {
      comments.append("WireMock drops the `?` of an empty query, so no request matches this URL.")
    }
    if address.key == "urlPath", address.text.contains("?") {
      comments.append("No request matches: `urlPath` has a `?`, which isn't part of a path.")
    }
    if let key = address.key, !key.hasSuffix("Pattern"), !address.text.hasPrefix("/"),
      !address.text.hasPrefix("**")
    {
      comments.append("No request matches: `\(key)` doesn't begin with a slash.")
    }
    name = try? node["name"]?.text()
    var reasons: [String] = []
    // The priority and the scenario also decide which requests the mapping accepts.
    priority =
      node.reading(&unknownConditions) { _ in try Self.priority(node["priority"]) ?? 5 } ?? 5
    node.reading(&unknownConditions) { _ in
      if let scenario = try node["scenarioName"]?.text(), !scenario.isEmpty {
        self.scenario = Scenario(
          name: scenario, required: try node["requiredScenarioState"]?.text(),
          next: try node["newScenarioState"]?.text())
      }
    }
    request.reading(&unknownConditions) { _ in try request.validate() }
    readRequest()
    let response = part("response")
    node.reading(&reasons) { _ in
      try response.validate()
      try readResponse(response)
    }
    unknownAnswers += reasons
    for key in ["postServeActions", "serveEventListeners"] where node[key] != nil {
      comments.append("`\(key)` is left out: a response doesn't call other services.")
    }
  }

  /// Returns a priority, which can also be the text of a number.
  private static func priority(_ node: DocumentNode?) throws(MockConfigurationError) -> Int? {
    if case .string(let text)? = node?.data, let number = Int(text.trimmed) { return number }
    return try node?.integer()
  }

  /// The replacement for a mapping that a script can't express faithfully; otherwise nil.
  var leftOut: LeftOut? {
    let reasons = unknownConditions + unknownAnswers
    return reasons.isEmpty ? nil : LeftOut(path: label, reasons: reasons)
  }

  /// The mapping as an exchange, with the first of its methods.
  var exchange: Exchange {
    let url = RequestURL(origin: origin, path: address.template)
    return Exchange(request: ExchangeRequest(method: methods.name, url: url), response: response)
  }

  // MARK: - Requests

  /// Returns a part of a condition, or nil with a reason in `unknownConditions`.
  private mutating func part<Part>(_ read: () throws -> Part) -> Part? {
    node.reading(&unknownConditions) { _ in try read() }
  }

  private mutating func readRequest() {
    origin = part { [request] in try Self.origin(of: request) } ?? nil
    for (name, matcher) in request.members(of: "queryParameters", &unknownConditions) {
      guard let values = part({ try ValuesMatcher(matcher) }) else { continue }
      if address.key == "url", !values.acceptsAbsent,
        RequestURL(address.text)?.query.contains(where: { $0.name == name }) == false
      {
        comments.append("No request matches: `url` is the whole URL, and has no `\(name)`.")
      }
      add(["query", name], values.ofTextOrList)
    }
    for (name, matcher) in request.members(of: "headers", &unknownConditions) {
      // WireMock replaces this condition.
      if name == "Authorization", request.basicAuth != nil { continue }
      guard let values = part({ try ValuesMatcher(matcher) }) else { continue }
      let name = name.lowercased()
      // A header that can only be sent once has a single value. For others, each header line is a separate value.
      if values.isAbsent || HeaderNames.isSingle(name), let condition = values.ofText {
        add(["headers", name], condition)
      } else {
        add(["raw", "headers", name], values.ofList)
      }
    }
    let form = request.members(of: "formParameters", &unknownConditions)
    addForm(form)
    if let user = request.basicAuth, let credentials = part({ try user.credentials }) {
      add(["headers", "authorization"], .regex("^(?i:basic )\(credentials.regexEscaped)$"))
    }
    for (name, matcher) in request.members(of: "cookies", &unknownConditions) {
      guard let value = part({ try TextMatcher(matcher) }) else { continue }
      add(
        ["raw", "cookies", name],
        value.isAbsent
          ? value.condition
          : value.condition == .always ? .word("is.exists") : .anyItem(value.condition))
    }
    let bodies = request["bodyPatterns"]
    for matcher in part({ try bodies?.elements() ?? [] }) ?? [] {
      if matcher["equalTo"]?.data == "" {
        comments.append("No request matches: WireMock doesn't compare an empty body with text.")
      }
      guard let found = part({ try BodyMatcher.condition(matcher) }) else { continue }
      condition = condition.and(found)
    }
    unknownConditions += (try? request.unknownMembers(besides: Self.conditions)) ?? []
  }

  /// The members of a request that are translated.
  private static let conditions: Set = [
    "method", "url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate",
    "pathParameters", "queryParameters", "headers", "formParameters", "basicAuthCredentials",
    "basicAuth", "cookies", "bodyPatterns", "scheme", "host", "port",
  ]

  /// Adds a condition on a field.
  ///
  /// If a pattern would read the name as an operator, this adds a reason to `unknownConditions` instead.
  private mutating func add(_ names: [String], _ value: Condition) {
    let name = names[names.count - 1]
    guard !name.hasPrefix("$"), !name.isEmpty else {
      return unknownConditions.append("a pattern reads the name `\(name)` as an operator")
    }
    if value != .always { condition = condition.and(.at(names, value)) }
  }

  /// In WireMock, a body of another type has no values, and a form is never JSON.
  private mutating func addForm(_ members: [(key: String, value: DocumentNode)]) {
    let own = condition
    condition = .fields([:])
    var acceptsAbsent = true
    for (name, matcher) in members {
      guard let values = part({ try ValuesMatcher(matcher) }) else { continue }
      acceptsAbsent = acceptsAbsent && values.acceptsAbsent
      add(["body", name], values.ofTextOrList)
    }
    let isForm = Condition.containing("application/x-www-form-urlencoded")
    if condition.acceptsAll {
      condition = own
    } else if acceptsAbsent {
      condition = own.and(
        .any(of: [
          .at(["headers", "content-type"], .no(isForm)), .at(["raw", "json"], .word("is.exists")),
          condition,
        ]))
    } else {
      condition = own.and(condition).and(.at(["headers", "content-type"], isForm))
        .and(.at(["raw", "json"], .word("is.absent")))
    }
  }

  private mutating func readMethods(_ node: DocumentNode?) throws(MockConfigurationError) {
    guard let node else { return }
    if case .object = node.value.content {
      for (name, list) in try node.members() {
        let names = try list.elements().map(Self.method)
        switch name {
        case "oneOf": methods = .some(names)
        case "noneOf": methods = .allBut(names)
        default: unknownConditions.append("the methods `\(name)` have no counterpart")
        }
      }
      return
    }
    switch try node.text().uppercased() {
    case "ANY": methods = .any
    case "GET_OR_HEAD": methods = .some(["GET", "HEAD"])
    default: methods = .some([try Self.method(node)])
    }
  }

  private static func method(_ node: DocumentNode) throws(MockConfigurationError) -> String {
    let name = try node.text().uppercased()
    guard name != "*", (try? RouteTemplate("\(name) /")) != nil else {
      throw node.problem("`\(name.escaped)` isn't an HTTP method; write one such as GET, or ANY")
    }
    return name
  }

  /// Returns the origin that a request must have; nil for any host.
  private static func origin(of request: DocumentNode) throws -> String? {
    let scheme = try request["scheme"]?.text()
    let port = try request["port"]?.text()
    guard let host = request["host"] else {
      if scheme == nil, port == nil { return nil }
      throw NoCounterpart("`scheme` and `port` have no counterpart without a `host`")
    }
    guard let name = try host["equalTo"]?.text(), host["caseInsensitive"] == nil else {
      throw NoCounterpart("a pattern of `host` has no counterpart")
    }
    let text = "\(scheme.map { "\($0):" } ?? "")//\(name)\(port.map { ":\($0)" } ?? "")"
    do throws(RouteProblem) {
      return try HTTPHost(text).service
    } catch {
      throw NoCounterpart(error.statement)
    }
  }

  /// Whether the mapping may accept requests to the origin of a route; nil for any host.
  ///
  /// A mapping without a scheme or a port accepts any.
  func takes(origin other: String?) -> Bool {
    guard let origin, origin != other else { return true }
    guard let other, let own = try? HTTPHost(origin), let their = try? HTTPHost(other) else {
      return false
    }
    return own.name == their.name && (own.scheme == nil || own.scheme == their.scheme)
      && (own.port == nil || own.port == their.port)
  }

  /// Renames the path parameters to the names in a route.
  mutating func rename(_ names: ([String: Condition]) -> [String: Condition]) {
    address.rename(names)
  }
}

extension DocumentNode {
  /// The name and the password that a request must have, if any.
  var basicAuth: DocumentNode? { self["basicAuthCredentials"] ?? self["basicAuth"] }

  /// The name and the password as `Authorization` has them, in base64.
  var credentials: String {
    get throws(MockConfigurationError) {
      Array("\(try required("username").text()):\(try required("password").text())".utf8).base64
    }
  }

  /// Returns the reasons for members that aren't translated, unless they are empty.
  fileprivate func unknownMembers(
    besides known: Set<String>
  ) throws(MockConfigurationError) -> [String] {
    try members().filter { key, value in
      !known.contains(key) && ![.null, .array([]), [:]].contains(value.data)
    }.map { "`\($0.key.escaped)` has no counterpart" }
  }

  /// Returns the members of an object in a request; none after an error, which becomes a reason.
  func members(
    of name: String, _ reasons: inout [String]
  ) -> [(key: String, value: DocumentNode)] {
    reading(&reasons) { _ in try self[name]?.members() ?? [] } ?? []
  }
}

extension WireMockMapping {
  private static let faults: [String: RouteFault] = [
    "CONNECTION_RESET_BY_PEER": .reset, "EMPTY_RESPONSE": .empty,
    "MALFORMED_RESPONSE_CHUNK": .malformed,
  ]

  mutating func readResponse(_ node: DocumentNode) throws(MockConfigurationError) {
    if let fault = try node["fault"]?.text() {
      response.fault = Self.faults[fault]
      if response.fault == nil {
        unknownAnswers.append(
          fault == "RANDOM_DATA_THEN_CLOSE"
            ? "a route can't send random data without a status"
            : "the fault `\(fault)` has no counterpart")
      }
    }
    if let status = node["status"] {
      response.status = try status.integer()
      try status.check(status: response.status)
      if !(200...599).contains(response.status) {
        unknownAnswers.append("a route can't return the status \(response.status)")
      }
    }
    if let message = try node["statusMessage"]?.text(), !message.isEmpty {
      comments.append("The reason phrase \"\(message)\" is left out: routes don't send one.")
    }
    for (name, value) in try node["headers"]?.members() ?? [] {
      let values = (try? value.elements()) ?? [value]
      for value in values {
        response.headers.append(HTTPField(name, try value.text()))
      }
    }
    writtenType = ContentType(response.headers["content-type"])
    try readBody(of: node)
    try readDelay(of: node)
    unknownAnswers += try node.unknownMembers(besides: Self.answers)
    try readTransformers(of: node)
    if let reason = ResponseWriter.leftOutReason(response), unknownAnswers.isEmpty {
      unknownAnswers.append(reason)
    }
  }

  /// The members of a response that are translated.
  private static let answers: Set = [
    "status", "statusMessage", "headers", "body", "jsonBody", "base64Body", "bodyFileName",
    "fixedDelayMilliseconds", "delayDistribution", "chunkedDribbleDelay", "fault", "transformers",
    "transformerParameters", "fromConfiguredStub",
  ]

  private mutating func readBody(of node: DocumentNode) throws(MockConfigurationError) {
    // If there are several, WireMock uses the first one in this order.
    if let body = node["body"] {
      let text = try body.text()
      response.body = Self.body(text, response.headers)
      if case .text = response.body { response.headers.addType("text/plain") }
    } else if let json = node["jsonBody"] {
      response.body = .json(json.data)
    } else if let base64 = node["base64Body"] {
      response.body = ExchangeBody(
        bytes: try base64.bytes(ofBase64: base64.string()),
        type: ContentType(response.headers["content-type"]))
    } else {
      bodyFile = try node["bodyFileName"]?.text()
    }
  }

  /// Returns the body that a string represents.
  ///
  /// Without a type, text that looks like JSON is treated as JSON.
  static func body(_ text: String, _ headers: [HTTPField]) -> ExchangeBody {
    let type = ContentType(headers["content-type"])
    let guess =
      type ?? (text.hasPrefix("{") || text.hasPrefix("[") ? ContentType("application/json") : nil)
    return ExchangeBody(text: text, type: guess)
  }

  private mutating func readTransformers(of node: DocumentNode) throws(MockConfigurationError) {
    guard let transformers = node["transformers"] else { return }
    for transformer in try transformers.elements() {
      let name = try transformer.text()
      guard name == "response-template" else {
        unknownAnswers.append("the transformer `\(name)` has no counterpart")
        continue
      }
      let parameters = try node["transformerParameters"]?.members() ?? []
      if bodyFile != nil, node["transformerParameters"]?["disableBodyFileTemplating"]?.data == true
      {
        fileIsTemplate = false
      }
      template = WireMockTemplate(
        body: try node["body"]?.text(),
        parameters: Dictionary(parameters.map { ($0.key, $0.value.data) }) { $1 })
    }
  }

  /// The longest delay in milliseconds, so that sums don't overflow.
  private static let longestDelay = 1_000_000_000

  private mutating func readDelay(of node: DocumentNode) throws(MockConfigurationError) {
    // WireMock waits for the fixed delay and then for the random one.
    var fixed = 0
    if let node = node["fixedDelayMilliseconds"] {
      fixed = min(max(0, try node.integer()), Self.longestDelay)
      response.delay = .fixed(ms: fixed)
    }
    if let dribble = node["chunkedDribbleDelay"] {
      let pieces = try dribble.required("numberOfChunks").integer()
      let ms = max(0, try dribble.required("totalDuration").integer())
      if pieces > 1 {
        response.dribble = MockDribble(pieces: min(pieces, 10_000), ms: ms)
      } else if ms > 0 {
        fixed += min(ms, Self.longestDelay)
        response.delay = .fixed(ms: fixed)
      }
    }
    guard let delay = node["delayDistribution"] else { return }
    func number(_ name: String) throws(MockConfigurationError) -> Double {
      switch try delay.required(name).data {
      case .int(let number): Double(number)
      case .double(let number): number
      default: throw try delay.required(name).wrongKind("a number")
      }
    }
    func milliseconds(_ name: String) throws(MockConfigurationError) -> Int {
      Int(min(max(0, try number(name)), Double(Self.longestDelay)))
    }
    switch try delay.required("type").text() {
    case "fixed": response.delay = .fixed(ms: fixed + (try milliseconds("milliseconds")))
    case "uniform":
      let (low, high) = (try milliseconds("lower"), try milliseconds("upper"))
      response.delay = .uniform(minMs: fixed + min(low, high), maxMs: fixed + max(low, high))
    case "lognormal":
      let median = max(1, try milliseconds("median"))
      let most = delay["maxValue"] == nil ? median * 100 : try milliseconds("maxValue")
      response.delay = .logNormal(
        medianMs: median, sigma: max(0, try number("sigma")), maxMs: max(median, most))
      if fixed > 0 {
        unknownAnswers.append("a fixed delay in addition to a lognormal one has no counterpart")
      }
    case let type: unknownAnswers.append("the delay of type `\(type.escaped)` has no counterpart")
    }
  }
}
