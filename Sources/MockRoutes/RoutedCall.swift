package import MockCalls
package import MockConfiguration
package import MockData

/// The call that a request is.
package struct RoutedCall: Sendable {
  /// The name of the service, which is the host.
  package var service: String
  /// The name of the method, which is the route.
  package var method: String
  package var arguments: AnyCodableValue
}

extension RoutedCall {
  /// Whether requests of a method change nothing (RFC 9110, 9.2.1), so that one more may be sent.
  package static func isSafe(_ method: String) -> Bool { ["GET", "HEAD"].contains(method) }

  /// The call of a request that has no route, by its own path; nil where that is none of a route.
  init?(unrouted request: RoutedRequest, _ routes: RouteTable) {
    var request = request
    request.origin = routes.completed(request.origin)
    let port = request.origin.port.flatMap { port in
      ["http": 80, "https": 443][request.origin.scheme ?? ""] == port ? nil : ":\(port)"
    }
    let host =
      "\(request.origin.scheme.map { "\($0)://" } ?? "//")\(request.origin.host)\(port ?? "")"
    // Braces of the path itself are no parameters.
    let path = request.path.prefix { $0 != "?" }.replacing("{", with: "%7B")
      .replacing("}", with: "%7D")
    guard let service = try? HTTPHost(host).service,
      (try? RouteTemplate("\(request.method) \(path)")) != nil
    else { return nil }
    self.init(
      service: service, method: "\(request.method) \(path)", arguments: request.arguments([:]))
  }
}

extension RouteTable {
  /// Finds the route of a request.
  ///
  /// - Throws: `MockServiceError` with the code `unconfigured` where there is none; it names the nearest.
  package func call(for request: RoutedRequest) throws(MockServiceError) -> RoutedCall {
    guard let path = request.target.path else {
      throw MockServiceError(
        code: MockErrorCode.unconfigured.rawValue,
        message: "the path of `\(request.url.escaped)` has a wrong `%` escape")
    }
    let asked = hasOperations ? GraphQLRequest(request) : nil
    guard
      let match = match(request.method, path, operation: asked?.operation, at: request.origin)
    else {
      if let problem = batchProblem(request, path) { throw problem }
      let operation = asked.map { " \($0.operation.description)" } ?? ""
      let hint =
        hint(
          for: request.method, "/" + path.joined(separator: "/") + operation, at: request.origin)
        ?? "declare it: `http \"\(request.origin.host.escaped)\" { [\"\(request.method.escaped) /...\"] = reply() }`"
      throw MockServiceError(
        code: MockErrorCode.unconfigured.rawValue,
        message:
          "no route answers `\(request.method.escaped) \((request.url + operation).escaped)`; "
          + hint)
    }
    var request = request
    // Behind a port of our own nobody says how a client would have come to the host.
    if request.origin.scheme == nil, let scheme = match.host.scheme {
      request.origin.scheme = scheme
      request.origin.port = match.host.port
    }
    return RoutedCall(
      service: match.service, method: match.method,
      arguments: match.operation == nil
        ? request.arguments(match.parameters) : asked?.variables ?? [:])
  }

  /// What to say of a request for several operations at once; nil for others.
  private func batchProblem(_ request: RoutedRequest, _ path: [String]) -> MockServiceError? {
    guard hasOperations, let batch = GraphQLRequest.batch(in: request),
      batch.contains(where: {
        match(request.method, path, operation: $0, at: request.origin) != nil
      })
    else { return nil }
    let names = batch.prefix(5).map { "`\($0.description.escaped)`" }.joined(separator: ", ")
    let route = "\(request.method) /\(path.joined(separator: "/"))"
    return MockServiceError(
      code: MockErrorCode.unconfigured.rawValue,
      message:
        "`\(request.method.escaped) \(request.url.escaped)` asks for \(batch.count) operations in one body: \(names); "
        + "let the client send each by itself, or declare `http \"\(request.origin.host.escaped)\" "
        + "{ [\"\(route.escaped)\"] = function(request) ... end }`, whose `request.body` is the list"
    )
  }
}
