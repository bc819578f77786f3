internal import MockCalls
internal import MockConfiguration
internal import MockContainer
internal import MockData
internal import MockHTTPServer
internal import MockLua
internal import MockRecording
internal import MockRoutes

extension Inspector {
  func call(_ order: String) throws(Refusal) -> MockCallRecord {
    guard let number = Int(order), number > 0, let call = session.scenario.log.call(number) else {
      throw Refusal(404, "notFound", "there is no call with this number, or the log dropped it")
    }
    return call
  }

  /// Handles `POST /__admin/requests/{order}/resend`: sends the request of a call to its route again.
  func resend(_ order: String, _ exchange: HTTPExchange) throws(Refusal) {
    guard let request = try call(order).request() else {
      throw Refusal(
        409, "noRequest", "this call isn't an HTTP request; repeat the call in the Services tab")
    }
    do throws(MockServiceError) {
      // A request that waits continues after this response.
      _ = try session.scenario.answer(request, receive: { _ in }, finish: { _ in })
    } catch {
      throw Refusal(404, error.code, error.message)
    }
    exchange.answer(204, [], .empty)
  }

  /// Handles `POST /__admin/requests/{order}/route`: adds a route for the request of a call to the script.
  func addRoute(_ order: String, _ exchange: HTTPExchange) throws(Refusal) {
    let body = try exchange.object(keys: ["response"], isOptional: true)
    let call = try call(order)
    guard let row = RequestRow(call), let request = RoutedRequest(row.method, url: row.url),
      let service = host(of: request) ?? call.service
    else { throw Refusal(409, "noRequest", "this call isn't an HTTP request") }
    let path = RouteTemplate.literal(request.path.prefix { !"?#".contains($0) })
    let route = "\(row.method) \(path)"
    do throws(RouteProblem) {
      _ = try RouteTemplate(route)
    } catch {
      throw Refusal(409, "noRoute", error.description)
    }
    let rule = try body["response"].map { value throws(Refusal) in
      try OverrideRule(["response": meant(value)]).response
    }
    let response = rule ?? MockResponse(result: .success, value: ["body": [:]])
    let text = ScriptFormat.text(
      of: LuaPiece(
        LuaText.http(service), LuaPiece(" { [\(LuaText.string(route))] = "),
        LuaText.piece(response, of: service, route), LuaPiece(" }")))
    session.append("\n\(text)\n") { problem in
      if let problem {
        exchange.refuse(Refusal(409, "notWritten", problem))
      } else {
        exchange.answer(["lua": .string(text)])
      }
    }
  }
}

extension Inspector {
  /// A request to a local port doesn't show the scheme that the script's host has.
  private func host(of request: RoutedRequest) -> String? {
    session.scenario.configuration.hosts.keys.filter {
      RouteTable([$0: ["* /"]]).accepts(request.origin)
    }.min { ($0 == "//*" ? 1 : 0, $0) < ($1 == "//*" ? 1 : 0, $1) }
  }
}

/// The route that is nearest to a request without a route.
struct NearestRoute {
  private var service: String
  private var route: String
  private var differences: [(part: String, expected: String, found: String)] = []

  /// Finds the route with the fewest differences; nil without routes, or for a call other than an unmatched request.
  init?(to call: MockCallRecord, among hosts: [String: MockServiceEntry]) {
    guard case .threw(let error) = call.outcome, error.problem == .unconfigured,
      let row = RequestRow(call), let request = RoutedRequest(row.method, url: row.url)
    else { return nil }
    let all = hosts.sortedByKeyBytes().flatMap { service, entry in
      entry.methods.keys.sorted().map { NearestRoute(service, $0, request) }
    }
    guard let nearest = all.min(by: { $0.differences.count < $1.differences.count }) else {
      return nil
    }
    self = nearest
  }

  private init(_ service: String, _ route: String, _ request: RoutedRequest) {
    (self.service, self.route) = (service, route)
    let words = route.split(separator: " ", maxSplits: 2).map(String.init)
    if words[0] != "*", words[0] != request.method {
      differences.append(("method", words[0], request.method))
    }
    if !RouteTable([service: ["* /"]]).accepts(request.origin) {
      differences.append(("host", service, request.origin.host))
    }
    guard words.count > 1 else { return }
    let expected = words[1].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let found = request.path.prefix { !"?#".contains($0) }
      .split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for index in 1..<max(expected.endIndex, found.endIndex, 1) {
      let own = expected.indices.contains(index) ? String(expected[index]) : ""
      if own.hasSuffix("...}") { return }
      let other = found.indices.contains(index) ? String(found[index]) : ""
      if own != other, !own.contains("{") || other.isEmpty {
        differences.append(("part \(index) of the path", own, other))
      }
    }
  }

  var value: AnyCodableValue {
    [
      "service": .string(service), "route": .string(route),
      "differences": .array(
        differences.map {
          ["part": .string($0.part), "expected": .string($0.expected), "found": .string($0.found)]
        }),
    ]
  }
}

extension LuaText {
  /// Returns a response with its builders, in the form for a service or a host.
  static func piece(_ response: MockResponse, of service: String, _ method: String) -> LuaPiece {
    guard HTTPHost.isName(service),
      let pieces = routed(
        response, method,
        body: { answer in
          switch answer.content {
          case .body(let data): piece(data)
          case .bytes(let base64): LuaPiece("bytes { base64 = \(string(base64)) }")
          default: nil
          }
        })
    else { return piece(response) }
    return LuaPiece(chain: pieces + builders(of: response))
  }
}
