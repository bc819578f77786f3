internal import MockConfiguration
internal import MockData
internal import MockRoutes

/// A request that a route's rule matches, built from the rule's pattern.
struct RuleRequest {
  /// The reason why there is no matching request, as the end of a sentence.
  struct Problem: Error {
    var reason: String
  }

  private var parameters: [String: String] = [:]
  private var query: [(name: String, value: String)] = []
  private var headers: [(name: String, value: String)] = []
  private var body: AnyCodableValue?

  /// `given` contains values for the parts that the rule doesn't specify.
  ///
  /// A nil `match` means any request.
  ///
  /// - Throws: ``Problem`` if the rule doesn't specify enough.
  static func request(
    _ route: RouteTemplate, _ match: MatchPattern?, at origin: HTTPOrigin,
    given: DriftPlan.Given
  ) throws(Problem) -> RoutedRequest {
    if route.operation != nil {
      throw Problem(reason: "it is a GraphQL operation, and the script doesn't have its text")
    }
    var rule = RuleRequest()
    if let match { try rule.take(match.node, at: []) }
    rule.parameters.merge(given.parameters) { own, _ in own }
    let method = route.method ?? "GET"
    if ["POST", "PUT", "PATCH"].contains(method), rule.body == nil {
      throw Problem(reason: "no rule specifies a body to send")
    }
    var target = try rule.path(of: route)
    if !rule.query.isEmpty {
      target += "?"
      target += rule.query.map { "\($0.name.urlEscaped)=\($0.value.urlEscaped)" }
        .joined(separator: "&")
    }
    var headers = given.headers
    let names = Set(headers.map { $0.name.lowercased() })
    headers += rule.headers.filter { !names.contains($0.name.lowercased()) }
    var bytes: [UInt8] = []
    if let body = rule.body {
      bytes = body.compactJSON
      if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
        headers.append(("Content-Type", "application/json"))
      }
    }
    let request = RoutedRequest(method, target, at: origin, headers: headers, body: bytes)
    func hasPlaceholder(_ text: String) -> Bool {
      text.split { " ,;=\"".contains($0) }.contains(where: Redaction.isSameLengthPlaceholder)
    }
    let texts =
      rule.parameters.values + rule.query.map(\.value) + headers.map(\.value)
      + route.segments.compactMap { if case .literal(let text) = $0 { text } else { nil } }
    let isInBody = rule.body?.contains { $0.string.map(hasPlaceholder) ?? false } ?? false
    guard !isInBody, !texts.contains(where: hasPlaceholder) else {
      throw Problem(
        reason: "its rule has a placeholder for a secret, which the live service doesn't know")
    }
    return request
  }

  private func path(of route: RouteTemplate) throws(Problem) -> String {
    var path = ""
    for segment in route.segments {
      switch segment {
      case .literal(let text): path += "/" + text.urlEscaped
      case .parameters(let part):
        var values: [String] = []
        for name in part.names {
          guard let value = parameters[name] else { throw unknown(name) }
          values.append(value)
        }
        path += "/" + part.text(values).urlEscaped
      case .rest(let name):
        guard let value = parameters[name] else { throw unknown(name) }
        path += "/"
        path += value.split(separator: "/", omittingEmptySubsequences: false)
          .map { String($0).urlEscaped }.joined(separator: "/")
      }
    }
    return path.isEmpty ? "/" : path
  }

  private func unknown(_ name: String) -> Problem {
    Problem(
      reason:
        "no rule gives a value for `{\(name.escaped)}`; write `--parameter \(name.escaped)=VALUE`")
  }

  // MARK: - The rule's pattern

  private mutating func take(_ node: MatchPattern.Node, at path: [String]) throws(Problem) {
    switch node {
    case .plain(let value): try take(value, at: path)
    case .fields(let fields):
      for field in fields { try take(field.pattern, at: path + field.path) }
    case .allOf(let nodes): for node in nodes { try take(node, at: path) }
    case .anyOf(let nodes): if let first = nodes.first { try take(first, at: path) }
    case .condition:
      guard case .dictionary(let members) = node.stated, let (name, operand) = members.first else {
        return
      }
      switch (name, operand) {
      case ("$eq", _): try take(operand, at: path)
      case ("$in", .array(let values)) where !values.isEmpty: try take(values[0], at: path)
      case ("$exists", .bool(false)): break
      default:
        throw Problem(
          reason: "its rule matches with `\(name.escaped)`, which many requests satisfy")
      }
    }
  }

  private mutating func take(_ value: AnyCodableValue, at path: [String]) throws(Problem) {
    // Null also matches an absent value, so nothing has to be sent.
    guard value != .null, let part = path.first else { return }
    if path.count == 1, ["path", "query", "headers"].contains(part),
      case .dictionary(let members) = value
    {
      for (name, value) in members.sortedByKeyBytes() { try take(value, at: [part, name]) }
      return
    }
    let name = path.dropFirst().joined(separator: ".")
    switch part {
    case "path": parameters[name] = value.plainText
    case "query":
      let values: [AnyCodableValue] = if case .array(let list) = value { list } else { [value] }
      query += values.map { (name, $0.plainText) }
    case "headers": headers.append((name, value.plainText))
    case "body":
      var whole = body ?? .dictionary([:])
      whole.set(value, at: path.dropFirst())
      body = whole
    case "method", "url": break
    default:
      throw Problem(reason: "its rule requires `\(part.escaped)`, which a request doesn't have")
    }
  }
}
