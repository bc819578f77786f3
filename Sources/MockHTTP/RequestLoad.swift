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

/// A request of `URLSession` on its way.
///
/// `@unchecked Sendable`: `state` is behind a lock, and of the protocol only its client is called, which takes calls from
/// any thread, one after the other.
final class RequestLoad: @unchecked Sendable {
  private struct State {
    var work: Task<Void, Never>?
    var isStopped = false
  }

  private let state = Locked(State())
  private let loading: URLProtocol
  private let taker: RequestTaker?
  /// Whether the session takes the answer as it comes, and not only as a whole.
  private let takesPieces: Bool

  /// Takes a request, on the queue on which it is to be loaded.
  init(_ loading: URLProtocol, _ taker: RequestTaker?) {
    (self.loading, self.taker) = (loading, taker)
    #if canImport(FoundationNetworking)
      takesPieces = LinuxTask.takesPieces(loading.task)
    #else
      takesPieces = true
    #endif
  }

  func start() {
    // Before tests that have not begun, as the system's own loading does not wait for tasks.
    let work = Task(priority: .high) { [self] in
      do {
        try await answer()
      } catch {
        let shown = Self.error(error, of: loading.request)
        send { $0.urlProtocol(loading, didFailWithError: shown) }
      }
    }
    let isStopped = state.withLock { state in
      state.work = work
      return state.isStopped
    }
    if isStopped { work.cancel() }
  }

  func stop() {
    let work = state.withLock { state in
      state.isStopped = true
      return state.work
    }
    work?.cancel()
  }

  /// Sends the session something, unless it has had enough.
  private func send(_ body: (any URLProtocolClient) -> Void) {
    guard !state.withLock(\.isStopped), let client = loading.client else { return }
    body(client)
  }

  // MARK: - Answering

  private func answer() async throws {
    guard let taker else {
      throw MockServiceError(code: "noResponder", message: "nothing answers this URLSession")
    }
    #if canImport(FoundationNetworking)
      if loading.task is URLSessionDownloadTask {
        throw MockServiceError(
          code: "unsupported",
          message:
            "Foundation on Linux lets no URLProtocol answer a download task; use `data(for:)` there"
        )
      }
    #endif
    let source = try taker.source()
    var request = loading.request
    var body = try RequestBytes.all(of: request, loading.task)
    for _ in 0..<Self.redirectLimit {
      guard let url = request.url, let routed = Self.routed(request, url, body, taker) else {
        throw URLError(.badURL)
      }
      guard
        let redirect = try await deliver(
          source.answer(routed, live: NetworkRequests.send), of: request, url, taker)
      else {
        return
      }
      request = redirect
      if redirect.httpMethod == "GET" { body = [] }
    }
    throw URLError(.httpTooManyRedirects)
  }

  private static let redirectLimit = 20

  /// Gives the parts of an answer to the session.
  ///
  /// - Returns: The request that it leads to, where the session has to be spared it.
  private func deliver(
    _ parts: AsyncThrowingStream<RoutedPart, any Error>, of request: URLRequest, _ url: URL,
    _ taker: RequestTaker
  ) async throws -> URLRequest? {
    var whole = Data()
    for try await part in parts {
      switch part {
      case .head(let status, let headers, let length):
        taker.keepCookies(headers, from: url)
        let response = try Self.response(status, headers, length, url)
        if let next = Redirect.request(after: response, of: request) {
          #if canImport(FoundationNetworking)
            return next
          #else
            send { $0.urlProtocol(loading, wasRedirectedTo: next, redirectResponse: response) }
          #endif
        }
        send { $0.urlProtocol(loading, didReceive: response, cacheStoragePolicy: .notAllowed) }
      case .bytes where request.httpMethod == "HEAD": break
      case .bytes(let bytes):
        if takesPieces {
          send { $0.urlProtocol(loading, didLoad: Data(bytes)) }
        } else {
          whole += bytes
        }
      }
    }
    try Task.checkCancellation()
    if !whole.isEmpty { send { $0.urlProtocol(loading, didLoad: whole) } }
    send { $0.urlProtocolDidFinishLoading(loading) }
    return nil
  }

  /// Where a request goes; nil where its address is none of HTTP.
  static func target(of request: URLRequest, _ url: URL) -> RoutedRequest? {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host
    else { return nil }
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    let query = parts.percentEncodedQuery.map { "?\($0)" } ?? ""
    return RoutedRequest(
      request.httpMethod ?? "GET", path + query,
      at: HTTPOrigin(
        scheme: scheme, host: host, port: parts.port ?? (scheme == "https" ? 443 : 80)))
  }

  /// The request as routes see it; nil where its address is none.
  private static func routed(
    _ request: URLRequest, _ url: URL, _ body: [UInt8], _ taker: RequestTaker
  ) -> RoutedRequest? {
    guard var routed = target(of: request, url) else { return nil }
    var headers = (request.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) }
    func isAbsent(_ name: String) -> Bool {
      !headers.contains { $0.name.lowercased() == name.lowercased() }
    }
    headers += taker.addedHeaders.filter { isAbsent($0.name) }
    if isAbsent("Cookie"), request.httpShouldHandleCookies, let cookie = taker.cookie(for: url) {
      headers.append(("Cookie", cookie))
    }
    routed.headers = headers.sorted { $0.name < $1.name }
    routed.body = body
    return routed
  }

  private static func response(
    _ status: Int, _ headers: [(name: String, value: String)], _ length: Int?, _ url: URL
  ) throws -> HTTPURLResponse {
    var fields = Dictionary(headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    if let length, fields["Content-Length"] == nil { fields["Content-Length"] = "\(length)" }
    guard
      let response = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
    else { throw URLError(.badServerResponse) }
    return response
  }

  /// What the session throws for an error.
  private static func error(_ error: any Error, of request: URLRequest) -> any Error {
    guard !(error is URLError) else { return error }
    switch RoutedFailure(error) {
    case .mock(let error): return error
    case .url(let code, let name, let message):
      var facts: [String: Any] = [:]
      facts[NSURLErrorFailingURLErrorKey] = request.url
      if message != name { facts[NSLocalizedDescriptionKey] = message }
      #if canImport(FoundationNetworking)
        // All names are known there.
        return URLError(URLError.Code(rawValue: code) ?? .unknown, userInfo: facts)
      #else
        return URLError(URLError.Code(rawValue: code), userInfo: facts)
      #endif
    }
  }
}
