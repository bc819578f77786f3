internal import MockConfiguration
internal import MockRoutes

#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

extension URLComponents {
  /// Parses the components of an HTTP URL; nil for other URLs.
  init?(ofHTTP url: URL) {
    self.init(url: url, resolvingAgainstBaseURL: true)
    guard let scheme = scheme?.lowercased(), ["http", "https"].contains(scheme), host != nil else {
      return nil
    }
  }

  /// The origin of the URL.
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

extension RoutedRequest {
  /// Creates a request for routes; nil if its URL isn't an HTTP URL.
  init?(_ request: URLRequest, _ url: URL, _ body: [UInt8], _ taker: RequestTaker) {
    guard let parts = URLComponents(ofHTTP: url) else { return nil }
    self.init(request.httpMethod ?? "GET", parts.target, at: parts.origin)
    var headers = (request.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) }
    func isAbsent(_ name: String) -> Bool {
      !headers.contains { $0.name.lowercased() == name.lowercased() }
    }
    headers += taker.addedHeaders.filter { isAbsent($0.name) }
    if isAbsent("Cookie"), request.httpShouldHandleCookies, let cookie = taker.cookie(for: url) {
      headers.append(("Cookie", cookie))
    }
    self.headers = headers.sorted { $0.name < $1.name }
    self.body = body
  }
}
