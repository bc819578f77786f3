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

/// A request of `URLSession` on its way, also to where answers redirect it.
///
/// What need not wait is answered before `start` returns, on the queue that loads, as a `URLProtocol` by hand does: each
/// change of the thread costs as much as the answer.
///
/// `@unchecked Sendable`: `state` is behind a lock, and of the protocol only its client is called, which takes calls from
/// any thread, one after the other.
final class RequestLoad: @unchecked Sendable {
  private struct State {
    /// Nil when nothing more is to be said: the protocol has this load, which must not keep it.
    var loading: URLProtocol?
    var cancellation: StreamCancellation?
    var timeout: RequestTimeout?
  }

  private let state: Locked<State>
  let flight: RequestFlight
  private let taker: RequestTaker?
  /// The request that was made.
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
      // A file or a stream takes its time. Before tests that have not begun, as the system's own loading does not wait
      // for tasks.
      Task(priority: .high) { [self] in
        attempt { try begin(RequestBytes.all(of: request, task)) }
      }
    }
  }

  /// Ends the load; nobody listens any more.
  func stop() {
    let (wasLoading, cancellation, timeout) = state.withLock { state in
      (state.loading.take() != nil, state.cancellation, state.timeout)
    }
    timeout?.cancel()
    // Foundation also stops loads that have already finished.
    if wasLoading { flight.cancel() }
    cancellation?.cancel()
  }

  /// Ends the load as the system does when nothing has come for too long.
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

  // MARK: - What the session hears

  /// Tells the session something, unless it has had enough.
  func notify(_ body: (any URLProtocolClient, URLProtocol) -> Void) {
    guard let loading = state.withLock(\.loading), let client = loading.client else { return }
    flight.deliver { body(client, loading) }
  }

  /// A piece of the response has come.
  func notePiece() { state.withLock(\.timeout)?.restart() }

  /// Tells the session the last there is.
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

  // MARK: - Asking the scenario

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

  /// Asks for the answer of a request to which so many redirects have led.
  func ask(_ request: URLRequest, _ body: [UInt8], redirects: Int) throws {
    guard redirects < Self.redirectLimit else { throw URLError(.httpTooManyRedirects) }
    guard let taker else {
      throw MockServiceError(code: "noResponder", message: "nothing responds to the requests of this URLSession")
    }
    if let refusal = taker.refusal { throw refusal.report(request) }
    let source = try taker.source()
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

  /// What the session throws for an error.
  private static func error(_ error: any Error, of request: URLRequest) -> any Error {
    guard !(error is URLError) else { return error }
    switch RoutedFailure(error) {
    case .mock(let error): return error
    case .url(let code, let name, let message):
      var facts = facts(of: request)
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
