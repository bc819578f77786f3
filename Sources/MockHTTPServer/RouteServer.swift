internal import MockCalls
internal import MockConfiguration
public import MockContainer
internal import MockData
internal import MockPlatform
package import MockRoutes

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A server that responds to any HTTP client at a local port, with the routes of a scenario.
///
/// ```swift
/// let server = try ScenarioRuntime.current.httpServer()
/// webView.load(URLRequest(url: server.baseURL(of: "api.example.com").appending(path: "users/7")))
/// ```
///
/// A request goes to the host in its `Host` header. Clients that only know a base URL can name the host in the path,
/// after `/__host/`. If `Host` is this machine and the scenario has a single host, the request goes to that host. The
/// server refuses a `Host` that is neither this machine nor a host of the scenario, so that a web page can't reach it
/// through a domain that the page's owner controls (DNS rebinding). A scenario with `http { ... }` responds to every
/// host, so it doesn't have this protection.
///
/// A request's body can be up to 256 MiB, and a decompressed body up to 64 MiB. A larger body gets the status 413.
public final class RouteServer: Sendable {
  /// Whether web pages from other origins can read responses.
  public enum CrossOrigin: Sendable {
    /// No CORS headers are sent, so browsers don't let pages from other origins read responses.
    case refused
    /// Pages from all origins can read responses, including responses to requests with cookies.
    case allowed
  }

  /// The certificate of a server with TLS.
  public enum TLS: Sendable {
    /// A self-signed certificate, which the process creates when it opens its first server with TLS.
    ///
    /// It's valid for `localhost`, `127.0.0.1`, and `::1`, for 90 days.
    case selfSigned
  }

  /// The port on which the server listens.
  public let port: Int
  /// The certificate in PEM format, for clients that should trust it; nil without TLS.
  ///
  /// All servers of a process that listen on the same address have the same certificate.
  public let certificate: String?
  private let source: @Sendable () -> any RouteSource
  private let crossOrigin: CrossOrigin
  private let isOpenToOthers: Bool
  /// Sends requests that the scenario passes through to the network; nil if that isn't supported.
  private let live: LiveRequest?
  private let listener: HTTPListener
  /// The number of WebSockets that were opened so far, and the open ones.
  private let sockets = AtomicNumber()
  private let openSockets = Locked<[Int: WeakSocket]>([:])

  private struct WeakSocket {
    weak var socket: RouteSocket?
  }

  /// Whether the build includes libmicrohttpd.
  ///
  /// Without it, opening a server throws an error.
  public static var isAvailable: Bool { HTTPDaemon.isAvailable }

  /// Opens a server.
  ///
  /// `source` returns the scenario at the time of a request. Port 0 lets the system choose one. Without an IPv4 address
  /// such as `0.0.0.0`, the server uses the loopback address. Without `tls`, it uses plain HTTP. Without `live`, it
  /// can't pass requests through to the network.
  package init(
    _ source: @escaping @Sendable () -> any RouteSource, port: Int = 0, at address: String? = nil,
    tls: TLS? = nil, crossOrigin: CrossOrigin = .refused, live: LiveRequest? = nil
  ) throws(HTTPServerProblem) {
    let (daemon, certificate) = try Self.daemon(tls, at: address)
    let listener = try HTTPListener(
      serving: daemon, port: port, at: address
    ) { shortage in
      source().report(MockFailure(severity: .report, message: shortage))
    }
    (self.source, self.listener, self.crossOrigin) = (source, listener, crossOrigin)
    self.live = live
    self.certificate = certificate
    self.port = listener.port
    isOpenToOthers = address != nil
    Self.servers.withLock { $0[listener.port] = WeakServer(server: self) }
  }

  deinit { close() }

  /// Stops accepting requests, and closes open WebSockets with the close code 1001.
  public func close() {
    listener.stop()
    // A later server may have the same port. Don't release the server under the lock, since its deinitializer takes the
    // lock.
    let current = Self.servers.withLock { servers in
      let current = servers[port]?.server
      if current == nil || current === self { servers[port] = nil }
      return current
    }
    withExtendedLifetime(current) {}
    for socket in openSockets.exchange([:]).values { socket.socket?.close() }
  }

  /// Returns the base URL of a host's routes, for clients that only know a base URL.
  ///
  /// - Parameter host: A host of the scenario, such as `api.example.com`.
  /// - Returns: `http://127.0.0.1:PORT/__host/api.example.com/`, or the same with `https`.
  public func baseURL(of host: String) -> URL { url("/__host/\(host)/") }

  /// The base URL of the routes, for a scenario with a single host.
  public var baseURL: URL { url("/") }

  /// Returns the base URL of a host's WebSockets.
  ///
  /// A message can be up to 16 MiB, and must arrive within 20 seconds. A socket can have 1,000 unfinished calls.
  /// Compression isn't supported. The argument `code` of a socket's `close` event is 1005 if the client didn't send a
  /// code, and 1006 if the connection was lost.
  ///
  /// - Parameter host: A host of the scenario, such as `api.example.com`.
  /// - Returns: `ws://127.0.0.1:PORT/__host/api.example.com/`, or the same with `wss`.
  public func socketURL(of host: String) -> URL { url("/__host/\(host)/", scheme: "ws") }

  private func url(_ path: String, scheme: String = "http") -> URL {
    let security = certificate == nil ? "" : "s"
    guard let url = URL(string: "\(scheme)\(security)://127.0.0.1:\(port)\(path)") else {
      preconditionFailure("`\(path)` is not the path of a URL; pass the name of a host")
    }
    return url
  }

  // MARK: - All servers of a process

  private struct WeakServer {
    weak var server: RouteServer?
  }

  /// The servers by port.
  ///
  /// One daemon handles the connections of all servers, even if many tests open a server.
  private static let servers = Locked<[Int: WeakServer]>([:])

  private static let plainDaemon = Result<HTTPDaemon, HTTPServerProblem> {
    () throws(HTTPServerProblem) in try HTTPDaemon(limits, take: take)
  }

  private typealias SecureDaemon = (daemon: HTTPDaemon, certificate: String?)

  /// The daemons with TLS, by the address in their certificate; nil is the loopback address.
  private static let secureDaemons = Locked<[String?: SecureDaemon]>([:])

  private static func daemon(
    _ tls: TLS?, at address: String?
  ) throws(HTTPServerProblem) -> SecureDaemon {
    guard tls != nil else { return (try plainDaemon.get(), nil) }
    secureDaemons.lock()
    defer { secureDaemons.unlock() }
    if let secure = secureDaemons.value.pointee[address] { return secure }
    let identity = try TLSIdentity(for: address)
    let secure = (
      try HTTPDaemon(limits, identity: identity, take: take), Optional(identity.certificate)
    )
    secureDaemons.value.pointee[address] = secure
    return secure
  }

  @Sendable private static func take(_ exchange: HTTPExchange) {
    exchange.trust()
    guard let server = servers.withLock({ $0[exchange.port]?.server }) else {
      return exchange.refuse(503, "this server is closed")
    }
    server.take(exchange)
  }

  /// Connections without a request can use only a quarter of the slots, so that they can't block others.
  private static let limits = HTTPDaemon.Limits(
    connections: 4096, untrustedConnections: 1024, untrustedSeconds: 60, body: 256 << 20)

  /// The calls of all servers whose clients are waiting.
  private static let waiting: WaitingCalls = {
    let calls = WaitingCalls()
    calls.watch()
    return calls
  }()

  // MARK: - Requests

  private func take(_ exchange: HTTPExchange) {
    guard let body = exchange.body else {
      return exchange.refuse(413, "the body is longer than \(Self.limits.body >> 20) MiB")
    }
    let source = source()
    guard let (name, origin, target) = Self.address(of: exchange) else {
      return exchange.refuse(
        400,
        "`\(exchange.method.escaped) \(exchange.target.escaped)` has no path; send `GET /path` over plain HTTP"
      )
    }
    guard let place = place(of: target, at: origin, source.routes) else {
      return exchange.refuse(
        403,
        "`Host: \(name.escaped)` isn't one of the scenario's hosts; send one of them, "
          + "or request /__host/api.example.com/path")
    }
    if answersPreflight(exchange, place, source.routes) { return }
    let request = RoutedRequest(
      exchange.method, place.target, at: place.origin, headers: exchange.headers, body: body)
    let routed =
      RoutedSocket(request, source.routes) { sockets.add(1) }
      ?? (live != nil && source.passesUnknown && source.routes.origin(of: place.origin) != nil
        ? RoutedSocket(unrouted: request, source.routes) { sockets.add(1) } : nil)
    if let routed { return open(routed, request, exchange, place) }
    let reply = RouteReply(exchange, crossOriginHeaders(exchange)) { place.rebased($0) }
    do throws(MockServiceError) {
      let cancel = try source.answer(request, live: liveRequest(to: place, source.routes)) {
        reply.take($0)
      } finish: {
        reply.end($0)
      }
      reply.wait(Self.waiting, cancel)
    } catch {
      let isTooLarge = error.code == RoutedCall.tooLarge
      let address = isTooLarge ? nil : place.namedAddress(of: request, source.routes)
      let isSentence = error.message.last == "?" || error.message.last == "."
      let hint = address.map { "\(isSentence ? " To" : "; to") name the host, request `\($0)`" }
      exchange.refuse(
        isTooLarge ? 413 : 501, error.message + (hint ?? ""), crossOriginHeaders(exchange))
    }
  }

  // MARK: - Sockets

  /// Opens a socket, unless the scenario refuses it.
  private func open(
    _ routed: RoutedSocket, _ request: RoutedRequest, _ exchange: HTTPExchange, _ place: Place
  ) {
    do throws(SocketHandshake.Refusal) {
      try SocketHandshake.check(exchange, allowsOtherOrigins: crossOrigin == .allowed)
    } catch {
      return exchange.refuse(error.status, error.message, error.headers)
    }
    let source = source()
    guard live != nil, routed.mayPass(source), let origin = source.routes.origin(of: place.origin)
    else { return open(routed, nil, exchange, nil) }
    var handshake = request
    handshake.origin = origin
    IOThread.start { [self, handshake] in
      let live = LiveSocket()
      do throws(MockServiceError) {
        let answer = try live.open(handshake)
        open(routed, live, exchange, answer)
      } catch {
        let problem = "`\(routed.name.escaped)` can't be passed through: \(error.message)"
        source.report(MockFailure(severity: .report, message: problem))
        exchange.refuse(502, problem)
      }
    }
  }

  /// `live` is the socket to the live service if messages may be passed to it, and `answer` is the service's response to
  /// the handshake.
  private func open(
    _ routed: RoutedSocket, _ live: LiveSocket?, _ exchange: HTTPExchange,
    _ answer: RoutedValue?
  ) {
    let socket = RouteSocket(routed, live: live, source)
    openSockets.withLock { sockets in
      sockets = sockets.filter { $0.value.socket != nil }
      sockets[routed.number] = WeakSocket(socket: socket)
    }
    let reply = ConnectReply(exchange, live: answer) {
      socket.open(exchange, $0)
    } refuse: {
      live?.close()
    }
    let (call, source) = (routed.call(for: .connect), source())
    // If the scenario records, it also records what the service decides.
    let isRecorded = live != nil && source.passesUnknown
    guard routed.responds(to: .connect) || isRecorded else { return reply.end(nil) }
    let calling = StreamCancellation()
    let begin = { @Sendable (begun: Call) in
      calling.set(
        source.answer(begun, of: call.service) {
          reply.take($0)
        } finish: {
          reply.end($0)
        })
    }
    if live == nil {
      begin(call.call)
    } else {
      Task(priority: .high) {
        begin(
          await source.begun(call) {
            answer.map { LiveServiceResponse(returning: (), as: $0.value) }
          })
      }
    }
    if !reply.hasEnded { Self.waiting.add(exchange) { calling.cancel() } }
  }

  /// Returns a function that sends a request to the network; nil if that isn't supported, or if no service names the
  /// origin.
  private func liveRequest(to place: Place, _ routes: RouteTable) -> LiveRequest? {
    guard let live, let origin = routes.origin(of: place.origin) else { return nil }
    return { request in
      var request = request
      request.origin = origin
      return try await live(request)
    }
  }

  /// The destination of a request.
  private struct Place {
    var origin: HTTPOrigin
    var target: String
    /// Whether the path contains the host.
    ///
    /// If so, URLs in the response also need the host.
    var isInPath = false

    static let prefix = "/__host/"

    /// Returns the headers of a response, with URLs that lead back to this server.
    ///
    /// If the client names the host in the path, the header `Location` also names the host in its path.
    func rebased(
      _ headers: [(name: String, value: String)]
    ) -> [(name: String, value: String)] {
      guard isInPath else { return headers }
      return headers.map { name, value in
        guard name.lowercased() == "location" else { return (name, value) }
        if value.hasPrefix("/"), !value.hasPrefix("//") {
          return (name, "\(prefix(of: origin))\(value)")
        }
        guard let request = RoutedRequest("GET", url: value) else { return (name, value) }
        let origin = HTTPOrigin(host: request.origin.host, namedPort: request.origin.port)
        return (name, "\(prefix(of: origin))\(request.path)")
      }
    }

    /// Returns the path of a request to this server that names the host, or nil if the request already names one.
    ///
    /// The host is one with a matching route, if there is any.
    func namedAddress(of request: RoutedRequest, _ routes: RouteTable) -> String? {
      guard !isInPath, !routes.names(origin) else { return nil }
      let hosts = routes.services.compactMap { service -> HTTPOrigin? in
        guard let host = try? HTTPHost(service), case .exact = host.name,
          let start = service.firstRange(of: "//")?.upperBound
        else { return nil }
        return RouteServer.origin(of: String(service[start...]))
      }
      let host = hosts.first { host in
        var request = request
        request.origin = host
        return (try? routes.call(for: request)) != nil
      }
      guard let host = host ?? (routes.accepts(origin) ? nil : hosts.first) else { return nil }
      return prefix(of: host) + target.escaped
    }

    private func prefix(of origin: HTTPOrigin) -> String {
      "\(Self.prefix)\(origin.host)\(origin.namedPort.map { ":\($0)" } ?? "")"
    }
  }

  /// Returns the host, origin, and target of a request; nil if the target isn't a path.
  ///
  /// The host is empty if the request names no host, or more than one.
  private static func address(
    of exchange: HTTPExchange
  ) -> (name: String, origin: HTTPOrigin, target: String)? {
    if exchange.target.hasPrefix("/") {
      let name = exchange.singleHeader("Host")?.lowercased() ?? ""
      return (name, origin(of: name), exchange.target)
    }
    // A client that uses this server as a proxy sends an absolute URL, which replaces the header (RFC 9112, 3.2.2).
    guard let whole = RoutedRequest(exchange.method, url: exchange.target),
      whole.origin.scheme != nil
    else { return nil }
    let origin = HTTPOrigin(host: whole.origin.host, namedPort: whole.origin.port)
    return (origin.host, origin, whole.path)
  }

  /// Returns the destination of a request; nil if the server doesn't accept requests for the origin.
  private func place(of target: String, at origin: HTTPOrigin, _ routes: RouteTable) -> Place? {
    let prefix = Place.prefix
    let isOwn = ["127.0.0.1", "localhost", "[::1]"].contains(origin.host)
    let isKnown = routes.accepts(origin)
    guard isOwn || isKnown || isOpenToOthers else { return nil }
    if target.hasPrefix(prefix) {
      let rest = target.dropFirst(prefix.count)
      let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
      let path = rest[end...]
      return Place(
        origin: Self.origin(of: rest[..<end].lowercased()),
        target: path.hasPrefix("/") ? String(path) : "/\(path)", isInPath: true)
    }
    let only = isKnown ? nil : routes.onlyHost.map { HTTPOrigin(host: $0, namedPort: nil) }
    return Place(origin: only ?? origin, target: target)
  }

  /// Returns the origin for a host name with or without a port.
  private static func origin(of name: String) -> HTTPOrigin {
    guard let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") else {
      return HTTPOrigin(host: name, namedPort: nil)
    }
    return HTTPOrigin(
      host: String(name[..<colon]), namedPort: Int(name[name.index(after: colon)...]))
  }

  // MARK: - Cross-origin requests

  private func crossOriginHeaders(_ exchange: HTTPExchange) -> [(name: String, value: String)] {
    guard crossOrigin == .allowed, let origin = exchange.header("Origin") else { return [] }
    return [
      ("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"),
      ("Vary", "Origin"),
    ]
  }

  /// Responds to a browser's CORS preflight request, unless a route does, and returns whether it has responded.
  private func answersPreflight(
    _ exchange: HTTPExchange, _ place: Place, _ routes: RouteTable
  ) -> Bool {
    guard crossOrigin == .allowed, exchange.method == "OPTIONS",
      let method = exchange.header("Access-Control-Request-Method")
    else { return false }
    let path = HTTPTarget(place.target).path
    if let match = routes.match("OPTIONS", path, at: place.origin),
      match.method.hasPrefix("OPTIONS ")
    {
      return false
    }
    var headers = crossOriginHeaders(exchange)
    headers.append(("Access-Control-Allow-Methods", method))
    if let requestedHeaders = exchange.header("Access-Control-Request-Headers") {
      headers.append(("Access-Control-Allow-Headers", requestedHeaders))
    }
    exchange.answer(204, [], HTTPHeaders(headers))
    return true
  }
}

extension MockSequencerSource {
  /// Opens a server that responds to any HTTP client with the routes of this scenario.
  ///
  /// - Parameters:
  ///   - port: The port; 0, the default, lets the system choose one.
  ///   - tls: The certificate, for HTTPS; nil, the default, for plain HTTP.
  ///   - crossOrigin: Whether pages from other origins can read responses. By default, they can't.
  /// - Returns: The server. It closes when it's no longer referenced.
  /// - Throws: ``RouteServerError`` if the build doesn't include the server or TLS, or if the system doesn't allow
  ///   listening.
  public func httpServer(
    port: Int = 0, tls: RouteServer.TLS? = nil, crossOrigin: RouteServer.CrossOrigin = .refused
  ) throws(RouteServerError) -> RouteServer {
    guard let source = self as? any RouteSource else {
      throw RouteServerError(
        "a \(type(of: self)) cannot respond to requests; pass a ScenarioRuntime")
    }
    do throws(HTTPServerProblem) {
      return try RouteServer({ source }, port: port, tls: tls, crossOrigin: crossOrigin)
    } catch {
      throw RouteServerError(error, port: port)
    }
  }
}

/// The reason why a server couldn't open.
public struct RouteServerError: Error, CustomStringConvertible, Sendable {
  /// The problem and its solution.
  public let description: String

  init(_ description: String) { self.description = description }

  package init(_ problem: HTTPServerProblem, port: Int, at address: String? = nil) {
    switch problem {
    case .cannotListen(let reason):
      description =
        "\((address ?? "127.0.0.1").escaped):\(port): the server cannot listen: \(reason); "
        + (address == nil
          ? "use port 0 to let the system choose a free port"
          : "use an IPv4 address of this machine, such as 0.0.0.0, and port 0 for a free one")
    case .shortage(let reason):
      description = "the server cannot listen: \(reason); \(SystemError.shortageSuggestion)"
    case .notBuilt:
      description =
        "this build has no server, because it was built without libmicrohttpd; install it"
        + " (`brew install libmicrohttpd`, or Debian's libmicrohttpd-dev), and build again"
    case .noTLS(nil):
      description =
        "this build has no TLS, because it was built without GnuTLS, like the archive for Linux; install it"
        + " (`brew install gnutls`, or Debian's libgnutls28-dev), and build from source"
    case .noTLS(let reason?):
      description = "GnuTLS cannot create a certificate: \(reason); check its system-wide settings"
    }
  }
}
