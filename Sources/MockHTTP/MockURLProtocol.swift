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

/// Handles the requests of sessions with one configuration.
final class NumberedURLProtocol<Digits>: MockURLProtocol {}

/// Creates a separate class for each configuration.
///
/// A `URLProtocol` decides in a class method which requests it handles. On some systems, that method can't access the
/// configuration of a request's session.
///
/// A class is never reused for another configuration. Nothing signals when the last session with a class is gone, so
/// the new configuration's scenario could get requests of the old configuration's sessions. The benchmark
/// `url-memory-configurations` measures 1.2 KB per class.
enum RequestTakers {
  private static let takers = Locked<[ObjectIdentifier: RequestTaker]>([:])

  /// Returns a class that no other configuration has.
  static func add(_ taker: RequestTaker) -> MockURLProtocol.Type {
    takers.withLock { takers in
      let made = type(takers.count + 1, Never.self)
      takers[ObjectIdentifier(made)] = taker
      return made
    }
  }

  static func taker(of type: MockURLProtocol.Type) -> RequestTaker? {
    takers.withLock { $0[ObjectIdentifier(type)] }
  }

  private enum Zero<Rest> {}
  private enum One<Rest> {}

  /// Returns the class for a number.
  ///
  /// The binary digits of the number are the parameters of a generic type, so the number of classes isn't limited.
  private static func type<Digits>(_ number: Int, _ digits: Digits.Type) -> MockURLProtocol.Type {
    guard number > 0 else { return NumberedURLProtocol<Digits>.self }
    return number.isMultiple(of: 2)
      ? type(number / 2, Zero<Digits>.self) : type(number / 2, One<Digits>.self)
  }
}

/// Directs the requests of `URLSession.shared` to the scenario of the current test or the process.
///
/// If neither declares the host of a request, but other running tests do, it's unknown which of these tests has sent
/// the request. In that case, the request fails, and each of the tests reports it.
final class SharedURLProtocol: MockURLProtocol, RequestInterceptor {
  private static let isInstalled = Locked(false)
  private static let ofProcess = RequestTaker()

  static func install() {
    guard isInstalled.exchange(true) == false else { return }
    _ = URLProtocol.registerClass(SharedURLProtocol.self)
    #if canImport(FoundationNetworking)
      // The system tries classes in the order of their registration.
      for type in URLSessionConfiguration.default.protocolClasses ?? [] {
        URLProtocol.unregisterClass(type)
        _ = URLProtocol.registerClass(type)
      }
      // The shared session has the classes that were registered when it was created. With a cache, the protocol isn't
      // created in `resume()`, where the current test is known.
      let shared = URLSession.shared.configuration
      shared.protocolClasses = [SharedURLProtocol.self] + (shared.protocolClasses ?? [])
      shared.urlCache = nil
    #endif
  }

  override class func taker(of request: URLRequest) -> RequestTaker? {
    guard let parts = request.url.flatMap({ URLComponents(ofHTTP: $0) }) else { return nil }
    if let current = MockCurrentSource.override as? any RouteSource & AnyObject {
      // A test that doesn't declare the host can still send requests to it.
      return current.routes.accepts(parts.origin) ? RequestTaker(current, nil) : nil
    }
    if RequestInterception.isOn, let source = try? ofProcess.source(), source.takesRequests {
      return ofProcess
    }
    let owners = RequestInterception.active.filter { $0.routes.names(parts.origin) }
    return owners.isEmpty ? nil : RequestTaker(refusedBy: owners)
  }

  override class func canInit(with request: URLRequest) -> Bool {
    guard let taker = taker(of: request) else { return false }
    return taker.refusal != nil || super.canInit(with: request)
  }
}
