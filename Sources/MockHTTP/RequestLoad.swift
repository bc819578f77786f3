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

/// A request of `URLSession` while it is being loaded, including its redirects.
///
/// If a response doesn't have to wait, it is delivered on the loading queue before `start` returns, as in a handwritten
/// `URLProtocol`. A switch to another thread would take as long as the response itself.
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
    guard let url = request.url, let routed = RoutedRequest(request, url, body, taker) else {
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
