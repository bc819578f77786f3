#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

// `URLSession` leaves cookies to whoever loads the request.
extension RequestTaker {
  /// Keeps the cookies of an answer where the configuration keeps them.
  func keepCookies(_ headers: [(name: String, value: String)], from url: URL) {
    guard let cookies else { return }
    for (name, value) in headers where name.lowercased() == "set-cookie" {
      for cookie in HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": value], for: url) {
        cookies.setCookie(cookie)
      }
    }
  }

  /// The header of the cookies for an address; nil where there are none.
  func cookie(for url: URL) -> String? {
    guard setsCookies, let known = cookies?.cookies(for: url), !known.isEmpty else { return nil }
    return HTTPCookie.requestHeaderFields(with: known)["Cookie"]
  }
}
