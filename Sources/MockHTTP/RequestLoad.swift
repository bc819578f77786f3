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
  }

  private let state: Locked<State>
  private let taker: RequestTaker?
  /// The request that was made.
  private let request: URLRequest
  let task: URLSessionTask?

  init(_ loading: URLProtocol, _ taker: RequestTaker?) {
    state = Locked(State(loading: loading))
    (self.taker, request, task) = (taker, loading.request, loading.task)
  }

  func start() {
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
    let cancellation = state.withLock { state in
      state.loading = nil
      return state.cancellation
    }
    cancellation?.cancel()
  }

  // MARK: - What the session hears

  /// Tells the session something, unless it has had enough.
  func notify(_ body: (any URLProtocolClient, URLProtocol) -> Void) {
    guard let loading = state.withLock(\.loading), let client = loading.client else { return }
    body(client, loading)
  }

  /// Tells the session the last there is.
  func end(_ body: (any URLProtocolClient, URLProtocol) -> Void) {
    guard let loading = state.withLock({ $0.loading.take() }), let client = loading.client else {
      return
    }
    body(client, loading)
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
            "Foundation on Linux lets no URLProtocol answer a download task; use `data(for:)` there"
        )
      }
    #endif
    try ask(request, body, redirects: 0)
  }

  /// Asks for the answer of a request to which so many redirects have led.
  func ask(_ request: URLRequest, _ body: [UInt8], redirects: Int) throws {
    guard redirects < Self.redirectLimit else { throw URLError(.httpTooManyRedirects) }
    guard let taker else {
      throw MockServiceError(code: "noResponder", message: "nothing answers this URLSession")
    }
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
    cancellation.set(
      try source.answer(
        routed, live: NetworkRequests.send, receive: reply.take, finish: reply.end))
  }

  private static let redirectLimit = 20

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
