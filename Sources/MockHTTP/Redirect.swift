#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

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
    if url.host != base.host { next.setValue(nil, forHTTPHeaderField: "Authorization") }
    return next
  }
}
