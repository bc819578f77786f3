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
