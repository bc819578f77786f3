public import MockCalls
internal import MockConfiguration
public import MockContainer
internal import MockData
internal import MockRoutes

/// The method and path of the requests that ``verify(_:host:query:headers:body:called:in:file:line:)`` counts.
///
/// A path is exact, such as `/users/7`, or has parameters, such as `/users/{id}`.
public struct MockHTTPRequestPattern: Sendable {
  let method: String
  let path: String

  private init(_ method: String, _ path: String) { (self.method, self.path) = (method, path) }

  /// Returns a pattern for `GET` requests with a path.
  public static func get(_ path: String) -> MockHTTPRequestPattern { Self("GET", path) }

  /// Returns a pattern for `POST` requests with a path.
  public static func post(_ path: String) -> MockHTTPRequestPattern { Self("POST", path) }

  /// Returns a pattern for `PUT` requests with a path.
  public static func put(_ path: String) -> MockHTTPRequestPattern { Self("PUT", path) }

  /// Returns a pattern for `PATCH` requests with a path.
  public static func patch(_ path: String) -> MockHTTPRequestPattern { Self("PATCH", path) }

  /// Returns a pattern for `DELETE` requests with a path.
  public static func delete(_ path: String) -> MockHTTPRequestPattern { Self("DELETE", path) }

  /// Returns a pattern for `HEAD` requests with a path.
  public static func head(_ path: String) -> MockHTTPRequestPattern { Self("HEAD", path) }
}

/// Checks the number of matching requests, and records an issue if the number isn't as expected.
///
/// ```swift
/// verify(.get("/search"), query: ["q": "tea"], called: 1)
/// verify(.post("/login"), headers: ["Accept": "application/json"], body: ["user": "ada"])
/// ```
///
/// The function counts requests to routes in Swift and in scripts, regardless of their responses. If there are too few,
/// the message shows the most similar request, and how it differs.
///
/// - Parameters:
///   - request: The method and the path. `{name}` in the path matches any part.
///   - host: The host, such as `api.example.com`; nil, the default, for any host.
///   - query: Names and values that the query must contain; empty by default.
///   - headers: Headers that the request must contain, with names in any case; empty by default.
///   - body: A value that is encoded and compared with the body. Additional members of an object are ignored. Nil, the
///     default, accepts requests with any body or without one.
///   - expected: The number of requests, such as `2`, `1...2`, or `.never`; at least one by default.
///   - source: The scenario; nil, the default, for the scenario of the current test or of the process.
///   - file: The file to report; the caller's by default.
///   - line: The line to report; the caller's by default.
public func verify(
  _ request: MockHTTPRequestPattern, host: String? = nil, query: [String: String] = [:],
  headers: [String: String] = [:], body: (any Encodable)? = nil,
  called expected: some MockCallCountExpression = .atLeast(1),
  in source: (any MockSequencerSource)? = nil, file: StaticString = #filePath, line: UInt = #line
) {
  let source = source ?? MockCurrentSource.current
  var problem: String
  do {
    let routed = try routeSource(source)
    let expectation = try RequestExpectation(request, host, query, headers, body)
    return try expectation.check(expected.callCount, in: routed)
  } catch let error as RouteProblem {
    problem = error.description
  } catch {
    problem = "\(error)"
  }
  MockFailure(
    severity: .expectation, message: problem,
    sourceLocation: MockSourceLocation(file: file, line: line)
  ).report(to: source)
}

/// The requests that a verification counts.
struct RequestExpectation: Sendable {
  private let name: String
  private let template: RouteTemplate
  private let query: [String: String]
  private let headers: [String: String]
  /// The pattern for a call's arguments that the body must match; nil for any body.
  private let body: MatchPattern?
  /// A table that matches the host of a request, and a table that matches the path.
  private let hosts: RouteTable
  private let paths: RouteTable
  /// A description of the requests, such as `GET /search {"query":{"q":"tea"}}`.
  private let text: String

  /// Throws the problem with the path or the host, or an error from encoding the body.
  init(
    _ request: MockHTTPRequestPattern, _ host: String?, _ query: [String: String],
    _ headers: [String: String], _ body: (any Encodable)?
  ) throws {
    let (method, path) = (request.method, request.path)
    guard path.hasPrefix("/"), !path.contains(where: { "?# ".contains($0) }) else {
      throw RouteProblem(
        "`\(path.escaped)` is not a path",
        "write `.\(method.lowercased())(\"/search\")`, and a query as `query: [\"q\": \"tea\"]`")
    }
    name = "\(method) \(path)"
    template = try RouteTemplate(name)
    hosts = RouteTable([try HTTPHost(host ?? "//*").service: ["* /"]])
    paths = RouteTable(["//*": ["* \(path)"]])
    self.query = query
    self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }) { $1 }
    let encoded = try body.map { try AnyCodableValueEncoder().encode($0) }
    self.body = try encoded.map { try MatchPattern(["body": $0]) }
    var shown: [String: AnyCodableValue] = [:]
    shown["host"] = host.map { .string($0) }
    if !query.isEmpty { shown["query"] = .dictionary(query.mapValues { .string($0) }) }
    if !headers.isEmpty { shown["headers"] = .dictionary(self.headers.mapValues { .string($0) }) }
    shown["body"] = encoded
    text = shown.isEmpty ? name : "\(name) \(AnyCodableValue.dictionary(shown).shortText)"
  }

  /// Throws `MockVerificationError`, or a `RouteProblem` if no route could respond to a matching request.
  func check(_ expected: MockCallCount, in source: any RouteSource) throws {
    let routes = source.routes
    if expected.accepts(0), !source.passesUnknown, !routes.mayAnswer(template),
      !source.log.calls().contains(where: accepts)
    {
      throw RouteProblem(
        "the scenario has no route for `\(name.escaped)`, so this verifies nothing",
        routes.nearest(to: name) ?? "declare it by `MockHTTP.routes`")
    }
    try source.log.verify(text, called: expected, accepts: accepts, hint: hint)
  }

  @Sendable private func accepts(_ call: MockCallRecord) -> Bool {
    LoggedRequest(call).map { differences(of: $0).isEmpty } ?? false
  }

  /// Returns a hint about the most similar request that isn't counted; empty if all requests are counted.
  ///
  /// If some requests are counted, the hint is only about a request with the same method, path, and host.
  private func hint(_ calls: [MockCallRecord]) -> String {
    let requests = calls.compactMap { LoggedRequest($0) }.map { ($0, differences(of: $0)) }
    let others = requests.filter { !$0.1.isEmpty }
    let isFound = others.count < requests.count
    let near = NearestName.nearest(to: name, candidates: others.map(\.0.name))
    let weights = others.map { request, differences in
      differences.reduce(request.name == near ? -1 : 0) { $0 + $1.weight }
    }
    guard let index = weights.indices.min(by: { weights[$0] < weights[$1] }) else { return "" }
    let (request, found) = others[index]
    if isFound, found.contains(where: { $0.weight > 1 }) { return "" }
    return "; the nearest request is #\(request.order) `\(request.url.escaped)`: "
      + found.map(\.text).joined(separator: ", ")
  }

  private struct Difference {
    var text: String
    /// A different path weighs most, followed by a different host or method.
    var weight = 1

    init(_ text: String, weight: Int) { (self.text, self.weight) = (text, weight) }

    init(_ path: String, _ expected: String, _ found: AnyCodableValue?) {
      text =
        MatchMismatch(path: path, expected: .string(expected), actual: found).description
    }
  }

  private func differences(of request: LoggedRequest) -> [Difference] {
    var differences: [Difference] = []
    if let method = template.method, method != request.method {
      differences.append(
        Difference("expected the method \(method), found \(request.method)", weight: 3))
    }
    if !hosts.accepts(request.origin) {
      differences.append(Difference("it went to another host", weight: 3))
    }
    if paths.match(request.method, request.path, at: request.origin) == nil {
      differences.append(Difference("it has another path", weight: 9))
    }
    for (part, expected) in [("query", query), ("headers", headers)] {
      for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
        let found = request.arguments.member(at: [part, name])
        if !Self.accepts(value, found) {
          differences.append(Difference("\(part).\(name)", value, found))
        }
      }
    }
    if let mismatch = try? body?.mismatch(with: request.arguments) {
      differences.append(Difference(mismatch.description, weight: 1))
    }
    return differences
  }

  /// Returns whether a value in a request, or one of several values with the same name, is the expected one.
  private static func accepts(_ expected: String, _ found: AnyCodableValue?) -> Bool {
    if case .array(let values)? = found { return values.contains(.string(expected)) }
    return found == .string(expected)
  }
}

private struct LoggedRequest {
  let order: Int
  let method: String
  let url: String
  let origin: HTTPOrigin
  let path: [String]
  let arguments: AnyCodableValue

  /// The method and the path, in the form of a route's name.
  var name: String { "\(method) /\(path.joined(separator: "/"))" }

  /// Reads a recorded request; returns nil for a call that isn't a request.
  init?(_ call: MockCallRecord) {
    guard let service = call.service, HTTPHost.isName(service) else { return nil }
    let request: RoutedRequest
    if case .string(let method)? = call.arguments.member(at: ["method"]),
      case .string(let url)? = call.arguments.member(at: ["url"]),
      let sent = RoutedRequest(method, url: url)
    {
      request = sent
    } else {
      // The arguments of a GraphQL operation are only its variables.
      let parts = call.method.split(separator: " ").map(String.init)
      guard parts.count > 1, let host = try? HTTPHost(service) else { return nil }
      let name = if case .exact(let name) = host.name { name } else { "" }
      request = RoutedRequest(
        parts[0], parts[1], at: HTTPOrigin(scheme: host.scheme, host: name, port: host.port))
    }
    order = call.order
    (method, origin, path) = (request.method, request.origin, request.target.path)
    (url, arguments) = ("\(request.method) \(request.url)", call.arguments)
  }
}
