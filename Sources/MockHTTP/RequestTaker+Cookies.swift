#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

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

  /// Returns the `Cookie` header for a URL; nil if there are no cookies.
  func cookie(for url: URL) -> String? {
    guard setsCookies, let known = cookies?.cookies(for: url), !known.isEmpty else { return nil }
    return HTTPCookie.requestHeaderFields(with: known)["Cookie"]
  }
}
