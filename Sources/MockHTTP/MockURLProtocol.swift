internal import MockCalls
internal import MockConfiguration
internal import MockContainer
internal import MockPlatform
internal import MockRoutes

#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

/// Responds to requests of `URLSession` with a scenario's routes.
class MockURLProtocol: URLProtocol {
  private let load = Locked<RequestLoad?>(nil)
  private let taker: RequestTaker?
  private let flight: RequestFlight

  #if canImport(FoundationNetworking)
    // Called in `resume()`.
    required init(
      request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
      taker = Self.taker(of: request)
      flight = RequestFlight(try? taker?.source())
      super.init(request: request, cachedResponse: cachedResponse, client: client)
    }
  #else
    override required init(
      request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
      taker = Self.taker(of: request)
      flight = RequestFlight(try? taker?.source())
      super.init(request: request, cachedResponse: cachedResponse, client: client)
    }
  #endif

  deinit { flight.end() }

  class func taker(of request: URLRequest) -> RequestTaker? { RequestTakers.taker(of: self) }

  override class func canInit(with request: URLRequest) -> Bool {
    guard let url = request.url, let parts = URLComponents(ofHTTP: url) else { return false }
    // Requests that are passed through aren't handled here, but by the system.
    guard let source = try? taker(of: request)?.source() else { return true }
    return source.takes(request.httpMethod ?? "GET", parts)
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let started = RequestLoad(self, taker, flight)
    load.withLock { $0 = started }
    started.start()
  }

  override func stopLoading() {
    if let load = load.exchange(nil) { load.stop() } else { flight.end() }
  }
}

extension RouteSource {
  /// Returns whether the scenario handles a request, instead of passing it through to the network.
  fileprivate func takes(_ method: String, _ parts: URLComponents) -> Bool {
    guard !passesUnknown, routes.passes(at: parts.origin) else { return true }
    return routes.match(method, HTTPTarget(parts.target).path, at: parts.origin) != nil
  }
}

/// A request of `URLSession` while it is being loaded, including its redirects.
///
/// If a response doesn't have to wait, it is delivered on the loading queue before `start` returns, as in a handwritten
/// `URLProtocol`. A switch to another thread would take as long as the response itself. Apple's systems before version
/// 26 switch nevertheless.
///
/// `@unchecked Sendable`: `state` is protected by a lock. Other than that, the load only calls the protocol's client,
/// which accepts calls from any thread, one at a time.
final class RequestLoad: @unchecked Sendable {
  private struct State {
    /// The protocol; nil after the last event.
    ///
    /// The protocol owns this load, so keeping the reference would create a cycle.
    var loading: URLProtocol?
    var cancellation: StreamCancellation?
    var timeout: RequestTimeout?
  }

  private let state: Locked<State>
  let flight: RequestFlight
  private let taker: RequestTaker?
  /// The original request.
  private let request: URLRequest
  let task: URLSessionTask?

  init(_ loading: URLProtocol, _ taker: RequestTaker?, _ flight: RequestFlight) {
    state = Locked(State(loading: loading))
    self.flight = flight
    (self.taker, request, task) = (taker, loading.request, loading.task)
  }

  func start() {
    flight.load(task)
    if let clock = flight.clock {
      let timeout = RequestTimeout(request, taker?.configuration, on: clock)
      state.withLock { $0.timeout = timeout }
    }
    if let data = RequestBytes.atHand(of: request, task) {
      attempt { try begin(data) }
    } else {
      // Reading a file or a stream takes a while. With the high priority, the task runs before tests that haven't
      // started, because the system's own loading doesn't wait for tasks either.
      Task(priority: .high) { [self] in
        attempt { try begin(RequestBytes.all(of: request, task)) }
      }
    }
  }

  /// Ends the load, because the session no longer needs events.
  func stop() {
    let (wasLoading, cancellation, timeout) = state.withLock { state in
      (state.loading.take() != nil, state.cancellation, state.timeout)
    }
    timeout?.cancel()
    // Foundation also stops loads that have already finished.
    if wasLoading { flight.cancel() }
    cancellation?.cancel()
  }

  /// Ends the load with a timeout, as the system does when no data has arrived for too long.
  private func timeOut() {
    let cancellation = state.withLock(\.cancellation)
    fail(URLError(.timedOut, userInfo: Self.facts(of: request)))
    cancellation?.cancel()
  }

  private static func facts(of request: URLRequest) -> [String: Any] {
    var facts: [String: Any] = [:]
    facts[NSURLErrorFailingURLErrorKey] = request.url
    return facts
  }

  // MARK: - Events for the session

  /// Sends an event to the session, unless the load has ended.
  func notify(_ body: (any URLProtocolClient, URLProtocol) -> Void) {
    guard let loading = state.withLock(\.loading), let client = loading.client else { return }
    flight.deliver { body(client, loading) }
  }

  func notePiece() { state.withLock(\.timeout)?.restart() }

  /// Sends the last event to the session.
  func end(_ body: (any URLProtocolClient, URLProtocol) -> Void) {
    let (loading, timeout) = state.withLock { ($0.loading.take(), $0.timeout) }
    timeout?.cancel()
    guard let loading, let client = loading.client else { return }
    flight.deliver { body(client, loading) }
    flight.end()
  }

  func fail(_ error: any Error) {
    let shown = Self.error(error, of: request)
    end { client, loading in client.urlProtocol(loading, didFailWithError: shown) }
  }

  func attempt(_ body: () throws -> Void) {
    do { try body() } catch { fail(error) }
  }

  // MARK: - Requests to the scenario

  private func begin(_ body: [UInt8]) throws {
    #if canImport(FoundationNetworking)
      if task is URLSessionDownloadTask {
        throw MockServiceError(
          code: "unsupported",
          message:
            "Foundation on Linux does not let a URLProtocol respond to a download task; use `data(for:)` there"
        )
      }
    #endif
    try ask(request, body, redirects: 0)
  }

  /// `redirects` is the number of redirects so far.
  func ask(_ request: URLRequest, _ body: [UInt8], redirects: Int) throws {
    guard redirects < Self.redirectLimit else { throw URLError(.httpTooManyRedirects) }
    guard let taker else {
      throw MockServiceError(
        code: "noResponder", message: "nothing responds to the requests of this URLSession")
    }
    if let refusal = taker.refusal { throw refusal.report(request) }
    let source = try taker.source(for: request)
    guard let url = request.url, let routed = RoutedRequest(request, url, body, taker, task) else {
      throw URLError(.badURL)
    }
    let cancellation = StreamCancellation()
    let isStopped = state.withLock { state in
      state.cancellation = cancellation
      return state.loading == nil
    }
    if isStopped { return }
    let reply = RequestReply(
      to: request, body, at: url, redirects: redirects, taker, cancellation, self)
    try flight.makeCall(limit: state.withLock(\.timeout)?.limit) {
      cancellation.set(
        try source.answer(
          routed, live: NetworkRequests.send, whenBegun: { [self] in waitForResponse() },
          receive: reply.take, finish: reply.end))
    }
  }

  private func waitForResponse() {
    let timeout = state.withLock { $0.loading == nil ? nil : $0.timeout }
    if !flight.isDirected { timeout?.begin { [weak self] in self?.timeOut() } }
    flight.hasBegun()
  }

  private static let redirectLimit = 20

  /// Returns the error that the session throws.
  private static func error(_ error: any Error, of request: URLRequest) -> any Error {
    guard !(error is URLError) else { return error }
    switch RoutedFailure(error) {
    case .mock(let error): return error
    case .url(let code, let name, let message, _):
      var facts = facts(of: request)
      if message != name { facts[NSLocalizedDescriptionKey] = message }
      #if canImport(FoundationNetworking)
        // On Linux, this initializer can fail, but it knows all codes that scenarios use.
        return URLError(URLError.Code(rawValue: code) ?? .unknown, userInfo: facts)
      #else
        return URLError(URLError.Code(rawValue: code), userInfo: facts)
      #endif
    }
  }
}

extension RoutedRequest {
  /// Creates a request for routes; nil if its URL isn't an HTTP URL.
  init?(
    _ request: URLRequest, _ url: URL, _ body: [UInt8], _ taker: RequestTaker,
    _ task: URLSessionTask?
  ) {
    guard let parts = URLComponents(ofHTTP: url) else { return nil }
    self.init(request.httpMethod ?? "GET", parts.target, at: parts.origin)
    var headers = (request.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) }
    func isAbsent(_ name: String) -> Bool {
      !headers.contains { $0.name.lowercased() == name.lowercased() }
    }
    headers += taker.addedHeaders.filter { isAbsent($0.name) }
    // The system adds this header when it sends the request. On Apple platforms, it has turned the data into a stream.
    let data = request.httpBody ?? task?.originalRequest?.httpBody
    if request.httpMethod == "POST", data?.isEmpty == false, isAbsent("Content-Type") {
      headers.append(("Content-Type", "application/x-www-form-urlencoded"))
    }
    if isAbsent("Cookie"), request.httpShouldHandleCookies, let cookie = taker.cookie(for: url) {
      headers.append(("Cookie", cookie))
    }
    self.headers = headers.sorted { $0.name < $1.name }
    self.body = body
  }
}

/// The body of a request, which can be in memory, in a file, or in a stream.
enum RequestBytes {
  /// Returns the bytes of a body that is in memory; nil if the body must be read from a file or a stream.
  static func atHand(of request: URLRequest, _ task: URLSessionTask?) -> [UInt8]? {
    if let data = request.httpBody { return Array(data) }
    // On Linux, a request doesn't show that it is an upload.
    return request.httpBodyStream == nil && !(task is URLSessionUploadTask) ? [] : nil
  }

  static func all(of request: URLRequest, _ task: URLSessionTask?) throws -> [UInt8] {
    if let data = request.httpBody { return Array(data) }
    if let stream = request.httpBodyStream { return try all(of: stream) }
    #if canImport(FoundationNetworking)
      switch LinuxTask.upload(of: task) {
      case .bytes(let bytes)?: return bytes
      case .file(let file)?: return Array(try Data(contentsOf: file))
      case .stream(let stream)?: return try all(of: stream)
      case nil: break
      }
    #endif
    return []
  }

  private static let pieceSize = 64 << 10

  private static func all(of stream: InputStream) throws -> [UInt8] {
    stream.open()
    defer { stream.close() }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieceSize)
    while true {
      let count = stream.read(&piece, maxLength: pieceSize)
      if count < 0 { throw stream.streamError ?? URLError(.requestBodyStreamExhausted) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }
}

/// Delivers the parts of a response to the session that made the request.
///
/// `@unchecked Sendable`: the parts arrive one after the other, followed by the end.
final class RequestReply: @unchecked Sendable {
  private let request: URLRequest
  private let body: [UInt8]
  private let url: URL
  private let redirects: Int
  private let taker: RequestTaker
  private let cancellation: StreamCancellation
  private let load: RequestLoad

  /// Whether pieces of the body are delivered as they arrive, instead of the body as a whole.
  private var givesPieces = false
  private var whole: [UInt8] = []
  #if canImport(FoundationNetworking)
    /// The session gets the response itself only if the redirect isn't followed.
    private var redirect: (response: HTTPURLResponse, next: URLRequest)?
  #endif
  private var problem: (any Error)?

  /// `redirects` is the number of redirects that led to the request.
  ///
  /// `taker` provides the cookie storage of the session.
  init(
    to request: URLRequest, _ body: [UInt8], at url: URL, redirects: Int, _ taker: RequestTaker,
    _ cancellation: StreamCancellation, _ load: RequestLoad
  ) {
    (self.request, self.body, self.url, self.redirects) = (request, body, url, redirects)
    (self.taker, self.cancellation, self.load) = (taker, cancellation, load)
  }

  func take(_ part: RoutedPart) {
    load.notePiece()
    switch part {
    case .head(let status, let headers, let length): begin(status, headers, length)
    case .bytes where request.httpMethod == "HEAD": break
    case .bytes(let bytes):
      if givesPieces {
        load.notify { client, loading in client.urlProtocol(loading, didLoad: Data(bytes)) }
      } else if whole.isEmpty {
        whole = bytes
      } else {
        whole += bytes
      }
    }
  }

  private func begin(
    _ status: Int, _ headers: [(name: String, value: String)], _ length: Int?
  ) {
    let storedCookie = (300..<400).contains(status) ? taker.cookie(for: url) : nil
    taker.keepCookies(headers, from: url)
    guard let response = HTTPURLResponse(status, headers, length, url) else {
      problem = URLError(.badServerResponse)
      return cancellation.cancel()
    }
    if var next = Redirect.request(after: response, of: request) {
      // The response may have changed the cookies, which are read again for the next request.
      let cookie = next.value(forHTTPHeaderField: "Cookie")
      if cookie == storedCookie { next.setValue(nil, forHTTPHeaderField: "Cookie") }
      #if canImport(FoundationNetworking)
        redirect = (response, next)
        // The rest of the body isn't read.
        if length == nil { cancellation.cancel() }
        return
      #else
        load.notify { client, loading in
          client.urlProtocol(loading, wasRedirectedTo: next, redirectResponse: response)
        }
      #endif
    }
    #if canImport(FoundationNetworking)
      givesPieces = length == nil && LinuxTask.takesPieces(load.task)
    #else
      givesPieces = true
    #endif
    notify(response)
  }

  private func notify(_ response: HTTPURLResponse) {
    load.notify { client, loading in
      client.urlProtocol(loading, didReceive: response, cacheStoragePolicy: .notAllowed)
    }
  }

  func end(_ failure: RoutedFailure?) {
    #if canImport(FoundationNetworking)
      if let redirect { return follow(redirect.response, to: redirect.next) }
    #endif
    if let failure = problem ?? failure { return load.fail(failure) }
    finish()
  }

  private func finish() {
    let data = Data(whole)
    load.end { client, loading in
      if !data.isEmpty { client.urlProtocol(loading, didLoad: data) }
      client.urlProtocolDidFinishLoading(loading)
    }
  }

  #if canImport(FoundationNetworking)
    /// On Linux, the protocol's client can't follow a redirect, because the client's redirect method crashes the
    /// process.
    private func follow(_ response: HTTPURLResponse, to next: URLRequest) {
      let work = load.flight.begin()
      LinuxTask.decide(on: next, after: response, load.task) { [self] next in
        defer { work?.end() }
        guard let next else {
          notify(response)
          return finish()
        }
        load.attempt {
          try load.ask(next, next.httpMethod == "GET" ? [] : body, redirects: redirects + 1)
        }
      }
    }
  #endif
}

extension HTTPURLResponse {
  /// Creates a response from its head; nil if the system rejects it.
  fileprivate convenience init?(
    _ status: Int, _ headers: [(name: String, value: String)], _ length: Int?, _ url: URL
  ) {
    var fields = Dictionary(headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    if let length, fields["Content-Length"] == nil { fields["Content-Length"] = "\(length)" }
    var url = url
    #if canImport(FoundationNetworking)
      // After a 401 with a challenge, Foundation on Linux sends a request with credentials to the network, or waits
      // forever without credentials. It doesn't if the scheme of the response's URL is in capitals.
      if status == 401, fields.keys.contains(where: { $0.lowercased() == "www-authenticate" }),
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
      {
        parts.scheme = parts.scheme?.uppercased()
        url = parts.url ?? url
      }
    #endif
    self.init(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
  }
}

/// Redirects in responses (RFC 9110, 15.4).
enum Redirect {
  /// Returns the redirected request; nil if the response isn't a redirect.
  static func request(after response: HTTPURLResponse, of request: URLRequest) -> URLRequest? {
    guard [301, 302, 303, 307, 308].contains(response.statusCode),
      let location = response.value(forHTTPHeaderField: "Location"), let base = request.url,
      let url = URL(string: location, relativeTo: base)?.absoluteURL
    else { return nil }
    var next = request
    next.url = url
    let method = request.httpMethod ?? "GET"
    let becomesGet =
      response.statusCode == 303 ? method != "HEAD" : response.statusCode < 303 && method == "POST"
    if becomesGet {
      next.httpMethod = "GET"
      next.httpBody = nil
      next.httpBodyStream = nil
      next.setValue(nil, forHTTPHeaderField: "Content-Type")
      next.setValue(nil, forHTTPHeaderField: "Content-Length")
    }
    // Credentials for one host aren't sent to another.
    if url.host != base.host {
      next.setValue(nil, forHTTPHeaderField: "Authorization")
      next.setValue(nil, forHTTPHeaderField: "Cookie")
    }
    return next
  }
}
