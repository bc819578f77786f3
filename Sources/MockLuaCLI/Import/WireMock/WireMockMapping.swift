import MockConfiguration
import MockData
import MockRecording

/// A WireMock stub mapping: the requests that it accepts, and its response.
struct WireMockMapping {
  /// The position among all mappings, from 0.
  let number: Int
  let node: DocumentNode
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

  init(_ node: DocumentNode, number: Int) throws(CommandFailure) {
    (self.number, self.node) = (number, node)
    let request = try node.required("request")
    address = try WireMockAddress(request, &unknownConditions)
    name = try node["name"]?.text()
    priority = try node["priority"]?.integer() ?? 5
    if let scenario = try node["scenarioName"]?.text(), !scenario.isEmpty {
      self.scenario = Scenario(
        name: scenario, required: try node["requiredScenarioState"]?.text(),
        next: try node["newScenarioState"]?.text())
    }
    try readRequest(request)
    try readResponse(node.required("response"))
    for key in ["postServeActions", "serveEventListeners"] where node[key] != nil {
      comments.append("`\(key)` is left out: a response doesn't call other services.")
    }
  }

  /// The replacement for a mapping that a script can't express faithfully; otherwise nil.
  var leftOut: LeftOut? {
    let reasons = unknownConditions + unknownAnswers
    return reasons.isEmpty ? nil : LeftOut(path: node.path.description, reasons: reasons)
  }

  // MARK: - Requests

  private mutating func readRequest(_ request: DocumentNode) throws(CommandFailure) {
    try readMethods(request["method"])
    try readHost(request)
    for (name, matcher) in try request["queryParameters"]?.members() ?? [] {
      guard let values = try ValuesMatcher(matcher, &unknownConditions) else { continue }
      add(["query", name], values.ofTextOrList)
    }
    for (name, matcher) in try request["headers"]?.members() ?? [] {
      guard let values = try ValuesMatcher(matcher, &unknownConditions) else { continue }
      let name = name.lowercased()
      // A header that can only be sent once has a single value. For others, each header line is a separate value.
      if values.isAbsent || HeaderNames.isSingle(name), let condition = values.ofText {
        add(["headers", name], condition)
      } else {
        add(["raw", "headers", name], values.ofList)
      }
    }
    for (name, matcher) in try request["formParameters"]?.members() ?? [] {
      guard let values = try ValuesMatcher(matcher, &unknownConditions) else { continue }
      if !values.isAbsent {
        add(["headers", "content-type"], .regex("(?i)^application/x-www-form-urlencoded"))
      }
      add(["body", name], values.ofTextOrList)
    }
    if let user = request["basicAuthCredentials"] ?? request["basicAuth"] {
      let text = "\(try user.required("username").text()):\(try user.required("password").text())"
      add(["headers", "authorization"], .text("Basic " + Array(text.utf8).base64))
    }
    for (name, matcher) in try request["cookies"]?.members() ?? [] {
      guard let value = try TextMatcher(matcher, &unknownConditions) else { continue }
      add(
        ["raw", "cookies", name],
        value.isAbsent ? value.condition : .anyItem(value.condition))
    }
    for matcher in try request["bodyPatterns"]?.elements() ?? [] {
      guard let condition = try BodyMatcher.condition(matcher, &unknownConditions) else { continue }
      self.condition = self.condition.and(condition)
    }
    for key in ["multipartPatterns", "customMatcher", "clientIp"] where request[key] != nil {
      unknownConditions.append("`\(key)` has no counterpart")
    }
  }

  /// Adds a condition on a field.
  ///
  /// If a pattern would read the name as an operator, this adds a reason to `unknownConditions` instead.
  private mutating func add(_ names: [String], _ value: Condition) {
    let name = names[names.count - 1]
    guard !name.hasPrefix("$"), !name.isEmpty else {
      return unknownConditions.append("a pattern reads the name `\(name)` as an operator")
    }
    condition = condition.and(.at(names, value))
  }

  private mutating func readMethods(_ node: DocumentNode?) throws(CommandFailure) {
    guard let node else { return }
    if case .object = node.value.content {
      for (name, list) in try node.members() {
        let names = try list.elements().map { element throws(CommandFailure) in
          try element.string().uppercased()
        }
        switch name {
        case "oneOf": methods = .some(names)
        case "noneOf": methods = .allBut(names)
        default: unknownConditions.append("the methods `\(name)` have no counterpart")
        }
      }
      return
    }
    let name = try node.text().uppercased()
    switch name {
    case "ANY": methods = .any
    case "GET_OR_HEAD": methods = .some(["GET", "HEAD"])
    case _ where (try? RouteTemplate("\(name) /")) != nil: methods = .some([name])
    default:
      throw node.problem("`\(name.escaped)` isn't an HTTP method; expected one such as GET, or ANY")
    }
  }

  private mutating func readHost(_ request: DocumentNode) throws(CommandFailure) {
    let scheme = try request["scheme"]?.text()
    let port = try request["port"]?.text()
    guard let host = request["host"] else {
      if scheme != nil || port != nil {
        unknownConditions.append("`scheme` and `port` have no counterpart without a `host`")
      }
      return
    }
    guard let name = try host["equalTo"]?.text(), host["caseInsensitive"] == nil else {
      unknownConditions.append("a pattern of `host` has no counterpart")
      return
    }
    let text = "\(scheme.map { "\($0):" } ?? "")//\(name)\(port.map { ":\($0)" } ?? "")"
    do throws(RouteProblem) {
      origin = try HTTPHost(text).service
    } catch {
      unknownConditions.append(error.statement)
    }
  }

  /// Renames the path parameters to the names in a route.
  mutating func rename(_ names: ([String: Condition]) -> [String: Condition]) {
    address.rename(names)
  }
}
