internal import InspectorPage
internal import MockCalls
internal import MockContainer
package import MockHTTPServer
internal import MockLua
internal import MockPlatform
internal import MockSessions

/// Shows a session in a browser, and lets clients that have the token change the session.
///
/// The server listens only on the loopback address. Pages of other sites can't use it: they don't know the token, and
/// their requests have another origin. If a page uses DNS rebinding, its requests have another host.
package final class Inspector: Sendable {
  let session: any InspectedSession
  /// Whether values under the names of secrets are shown.
  let showsSecrets: Bool
  let token = SessionToken()
  let overrides = AtomicNumber()
  let waiting = WaitingCalls()
  private let feed: EventFeed
  private let listener: Locked<HTTPListener?> = Locked(nil)

  /// Without libmicrohttpd, no inspector can open.
  package static var isAvailable: Bool { HTTPDaemon.isAvailable }

  /// Port 0 lets the system choose one.
  ///
  /// - Throws: `HTTPServerProblem` if the inspector can't open, for example because the port is in use.
  package init(
    _ session: any InspectedSession, port: Int, showsSecrets: Bool = false
  ) throws(HTTPServerProblem) {
    self.session = session
    self.showsSecrets = showsSecrets
    feed = EventFeed(session, showsSecrets: showsSecrets)
    let daemon = try HTTPDaemon(Self.limits) { [weak self] exchange in
      guard let self else {
        return exchange.refuse(Refusal(503, "closed", "the inspector is closed"))
      }
      self.take(exchange)
    }
    let opened = try HTTPListener(serving: daemon, port: port) { [weak self] shortage in
      self?.session.scenario.report(MockFailure(severity: .report, message: shortage))
    }
    listener.withLock { $0 = opened }
    waiting.watch()
    feed.start()
  }

  package var port: Int { listener.withLock { $0?.port } ?? 0 }

  /// The token is in the fragment, which browsers don't send to servers.
  package var url: String { "http://127.0.0.1:\(port)/#\(token.text)" }

  /// Stops accepting connections.
  package func close() { listener.withLock { $0 }?.stop() }

  // MARK: - Requests

  /// Connections without a token have their own slots and time limit.
  private static let limits = HTTPDaemon.Limits(
    connections: 256, untrustedConnections: 64, untrustedSeconds: 5, body: 4 << 20)

  private func take(_ exchange: HTTPExchange) {
    do throws(Refusal) {
      try AccessRules.checkSender(of: exchange, port: port)
      let path = exchange.path
      guard exchange.body != nil else {
        throw Refusal(413, "tooLarge", "the body is longer than \(Self.limits.body) bytes")
      }
      if path.count == 1, let part = Self.pageParts[path[0]] {
        guard ["GET", "HEAD"].contains(exchange.method) else {
          return refuseMethod(exchange, ["GET", "HEAD"])
        }
        return exchange.answer(200, part.bytes, part.headers)
      }
      try AccessRules.checkToken(of: exchange, token)
      exchange.trust()
      try route(path, exchange)
      if exchange.method != "GET" { feed.wake() }
    } catch {
      exchange.refuse(error, error.status == 401 ? .unauthorized : .json)
    }
  }

  private func route(_ path: [String], _ exchange: HTTPExchange) throws(Refusal) {
    let method = exchange.method
    guard !session.isReadOnly || ["GET", "HEAD"].contains(method) else {
      throw Refusal(
        403, "readOnly",
        "this is a trace, which is read-only; run `mocklua serve` with its script to make calls")
    }
    if path.count == 3, path[0] == "services" {
      guard method == "POST" else { return refuseMethod(exchange, ["POST"]) }
      return try call(path[1], path[2], exchange)
    }
    let endpoints =
      path.first == "__admin" ? Endpoint.all.filter { $0.matches(path.dropFirst()) } : []
    guard !endpoints.isEmpty else {
      throw Refusal(
        404, "notFound",
        "unknown path; see `/openapi.json` for the known ones")
    }
    guard let endpoint = endpoints.first(where: { $0.method == method }) else {
      return refuseMethod(exchange, endpoints.map(\.method).sorted())
    }
    try endpoint.run(self, path.dropFirst(), exchange)
  }

  private func refuseMethod(_ exchange: HTTPExchange, _ allowed: [String]) {
    let list = allowed.joined(separator: " and ")
    let refusal = Refusal(405, "badMethod", "this path takes \(list), not \(exchange.method)")
    exchange.refuse(refusal, .allowing(allowed))
  }

  /// The parts of the page by name.
  private static let pageParts: [String: (bytes: [UInt8], headers: HTTPHeaders)] = Dictionary(
    uniqueKeysWithValues: InspectorPage.parts.map { part in
      (part.name, ([UInt8](part.text.utf8), .page(part.type)))
    })

  /// Sends events of the session until the client disconnects.
  func subscribe(_ exchange: HTTPExchange) throws(Refusal) { try feed.add(exchange) }
}

enum AccessRules {
  /// Refuses requests whose `Host` isn't this machine, and requests from pages of other sites.
  static func checkSender(of request: HTTPExchange, port: Int) throws(Refusal) {
    let names = ["127.0.0.1:\(port)", "localhost:\(port)"]
    // With two `Host` headers, it's unclear which one a proxy used.
    guard let host = request.singleHeader("Host")?.lowercased(), names.contains(host) else {
      throw Refusal(
        403, "badHost", "send one `Host` header, with the value `127.0.0.1:\(port)`")
    }
    guard let origin = request.header("Origin") else { return }
    guard names.contains(where: { origin == "http://\($0)" }) else {
      throw Refusal(
        403, "badOrigin",
        "pages from other origins are not allowed; open the address that `mocklua serve` prints")
    }
  }

  static func checkToken(of request: HTTPExchange, _ token: SessionToken) throws(Refusal) {
    let given = request.header("Authorization").flatMap { text -> SessionToken? in
      let parts = text.split(separator: " ", omittingEmptySubsequences: true)
      guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
      return SessionToken(String(parts[1]))
    }
    guard given == token else {
      throw Refusal(
        401, "badToken",
        "send the token that follows # in the printed address: `Authorization: Bearer TOKEN`")
    }
  }
}
