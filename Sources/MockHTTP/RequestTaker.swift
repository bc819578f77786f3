internal import MockCalls
internal import MockConfiguration
internal import MockContainer
internal import MockData
internal import MockPlatform
internal import MockRoutes

#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

/// Assigns requests to the scenario that responds to them.
///
/// `@unchecked Sendable`: `object` is weak and written once. The configuration is only read when a request is made, and
/// its sessions read it at that time, too.
final class RequestTaker: @unchecked Sendable {
  private weak var object: AnyObject?
  /// The configuration of the sessions; nil for `URLSession.shared`.
  let configuration: URLSessionConfiguration?
  private let isOfProcess: Bool
  /// The reason for refusing requests; nil if they are accepted.
  let refusal: RequestRefusal?
  /// The handler of the scenario's failures, which remains after the scenario was released.
  private let failureHandler: MockFailureHandler?

  /// Handles requests of a configuration's sessions, or a test's requests through `URLSession.shared`.
  init(_ source: any MockSequencerSource, _ configuration: URLSessionConfiguration?) {
    object = source as AnyObject
    self.configuration = configuration
    (isOfProcess, refusal) = (false, nil)
    failureHandler = (source as? any RouteSource)?.context.failureHandler
  }

  /// Handles requests of `URLSession.shared`.
  init() {
    configuration = nil
    (isOfProcess, refusal, failureHandler) = (true, nil, nil)
  }

  /// Refuses requests of `URLSession.shared` that could belong to several scenarios.
  init(refusedBy sources: [any RouteSource]) {
    configuration = nil
    (isOfProcess, refusal, failureHandler) = (false, RequestRefusal(sources: sources), nil)
  }

  /// Throws `MockServiceError` if the scenario has been released, or doesn't support requests.
  func source() throws(MockServiceError) -> any RouteSource {
    let found: Any? = isOfProcess ? MockCurrentSource.shared : object
    guard let found else {
      throw MockServiceError(
        code: "noResponder",
        message:
          "the scenario of this URLSession no longer exists; keep it alive as long as its sessions"
      )
    }
    guard let source = found as? any RouteSource else {
      throw MockServiceError(
        code: "noResponder",
        message:
          "a \(type(of: found)) cannot respond to requests; pass a ScenarioRuntime or MockSequencers"
      )
    }
    return source
  }

  /// Returns the scenario's routes for a request.
  ///
  /// If the scenario has been released, its test has ended, and the request is reported as a late call of that test.
  func source(for request: URLRequest) throws(MockServiceError) -> any RouteSource {
    do {
      return try source()
    } catch {
      let name = "\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")"
      if !isOfProcess, object == nil {
        failureHandler?.report(
          MockFailure(
            .late,
            "`\(Redaction().redacted(name).escaped)` was requested after its test had ended; "
              + "await the code that sends it, or cancel it"
          ))
      }
      throw error
    }
  }

  /// The headers that the configuration adds to each request.
  ///
  /// Not every system includes them in the request that a `URLProtocol` receives.
  var addedHeaders: [(name: String, value: String)] {
    (configuration?.httpAdditionalHeaders ?? [:]).compactMap { name, value in
      (name as? String).map { ($0, "\(value)") }
    }
  }

  /// The cookie storage; nil if cookies aren't stored.
  var cookies: HTTPCookieStorage? {
    configuration.map(\.httpCookieStorage) ?? .shared
  }

  var setsCookies: Bool { configuration?.httpShouldSetCookies ?? true }
}

/// A refusal of requests that can't be assigned to one scenario, although some scenarios declare their host.
struct RequestRefusal {
  let sources: [any RouteSource]

  /// Reports a request to each of the scenarios, and returns the request's error.
  func report(_ request: URLRequest) -> MockServiceError {
    let name = "\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")"
    let message =
      "`\(name)` went to `URLSession.shared` from a task that does not belong to a test, so no scenario responds to it;"
      + " send it through a session of the test: `URLSession(configuration: .mocked)`"
    for source in sources { source.report(MockFailure(severity: .report, message: message)) }
    return MockServiceError(code: "noResponder", message: message)
  }
}

// `URLSession` leaves cookies to the code that loads the request.
extension RequestTaker {
  /// Stores the cookies of a response if the configuration stores cookies.
  func keepCookies(_ headers: [(name: String, value: String)], from url: URL) {
    guard let cookies else { return }
    for (name, value) in headers where name.lowercased() == "set-cookie" {
      for cookie in HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": value], for: url) {
        cookies.setCookie(cookie)
      }
    }
  }

  /// Returns the `Cookie` header for a URL; nil without cookies.
  func cookie(for url: URL) -> String? {
    guard setsCookies, let known = cookies?.cookies(for: url), !known.isEmpty else { return nil }
    return HTTPCookie.requestHeaderFields(with: known)["Cookie"]
  }
}

extension URLComponents {
  /// Parses the components of an HTTP URL; nil for other URLs.
  init?(ofHTTP url: URL) {
    self.init(url: url, resolvingAgainstBaseURL: true)
    guard let scheme = scheme?.lowercased(), ["http", "https"].contains(scheme), host != nil else {
      return nil
    }
  }

  var origin: HTTPOrigin {
    var origin = HTTPOrigin(scheme: scheme, host: host ?? "", port: port)
    if port == nil { origin.port = origin.scheme == "https" ? 443 : 80 }
    return origin
  }

  /// The path and query as they are sent.
  var target: String {
    let path = percentEncodedPath.isEmpty ? "/" : percentEncodedPath
    return percentEncodedQuery.map { "\(path)?\($0)" } ?? path
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
