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

/// Answers a request of `URLSession` by the routes of a scenario.
class MockURLProtocol: URLProtocol {
  private let load = Locked<RequestLoad?>(nil)

  /// Which scenario answers.
  class var taker: RequestTaker? { RequestTakers.taker(of: self) }

  override class func canInit(with request: URLRequest) -> Bool {
    guard let url = request.url, let parts = URLComponents(ofHTTP: url) else { return false }
    // What passes is not taken, and goes the system's way.
    guard let source = try? taker?.source(), !source.passesUnknown,
      source.routes.passes(at: parts.origin), let path = HTTPTarget(parts.target).path
    else { return true }
    return source.routes.match(request.httpMethod ?? "GET", path, at: parts.origin) != nil
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let started = RequestLoad(self, Self.taker)
    load.withLock { $0 = started }
    started.start()
  }

  override func stopLoading() { load.exchange(nil)?.stop() }
}

/// Answers the requests of one configuration's sessions.
final class NumberedURLProtocol<Digits>: MockURLProtocol {}

/// Answers the requests of `URLSession.shared` by the scenario of the process, where that has hosts.
final class SharedURLProtocol: MockURLProtocol {
  private static let ofProcess = RequestTaker()

  override class var taker: RequestTaker? { ofProcess }

  override class func canInit(with request: URLRequest) -> Bool {
    guard super.canInit(with: request), let source = try? ofProcess.source() else { return false }
    return source.takesRequests
  }
}
