internal import MockCalls
internal import MockConfiguration
internal import MockRoutes

#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

/// Delivers the parts of a response to the session that made the request.
///
/// `@unchecked Sendable`: the parts arrive one after the other, followed by the end.
final class RequestReply: @unchecked Sendable {
  private let request: URLRequest
  private let body: [UInt8]
  private let url: URL
  private let redirects: Int
  private let taker: RequestTaker
  private let cancellation: StreamCancellation
  private let load: RequestLoad

  /// Whether pieces of the body are delivered as they arrive, instead of the body as a whole.
  private var givesPieces = false
  private var whole: [UInt8] = []
  #if canImport(FoundationNetworking)
    /// The session gets the response itself only if the redirect isn't followed.
    private var redirect: (response: HTTPURLResponse, next: URLRequest)?
  #endif
  private var problem: (any Error)?

  /// `redirects` is the number of redirects that led to the request.
  ///
  /// `taker` provides the cookie storage of the session.
  init(
    to request: URLRequest, _ body: [UInt8], at url: URL, redirects: Int, _ taker: RequestTaker,
    _ cancellation: StreamCancellation, _ load: RequestLoad
  ) {
    (self.request, self.body, self.url, self.redirects) = (request, body, url, redirects)
    (self.taker, self.cancellation, self.load) = (taker, cancellation, load)
  }

  func take(_ part: RoutedPart) {
    load.notePiece()
    switch part {
    case .head(let status, let headers, let length): begin(status, headers, length)
    case .bytes where request.httpMethod == "HEAD": break
    case .bytes(let bytes):
      if givesPieces {
        load.notify { client, loading in client.urlProtocol(loading, didLoad: Data(bytes)) }
      } else if whole.isEmpty {
        whole = bytes
      } else {
        whole += bytes
      }
    }
  }

  private func begin(
    _ status: Int, _ headers: [(name: String, value: String)], _ length: Int?
  ) {
    taker.keepCookies(headers, from: url)
    guard let response = HTTPURLResponse(status, headers, length, url) else {
      problem = URLError(.badServerResponse)
      return cancellation.cancel()
    }
    if let next = Redirect.request(after: response, of: request) {
      #if canImport(FoundationNetworking)
        redirect = (response, next)
        // The rest of the body isn't read.
        if length == nil { cancellation.cancel() }
        return
      #else
        load.notify { client, loading in
          client.urlProtocol(loading, wasRedirectedTo: next, redirectResponse: response)
        }
      #endif
    }
    #if canImport(FoundationNetworking)
      givesPieces = length == nil && LinuxTask.takesPieces(load.task)
    #else
      givesPieces = true
    #endif
    notify(response)
  }

  private func notify(_ response: HTTPURLResponse) {
    load.notify { client, loading in
      client.urlProtocol(loading, didReceive: response, cacheStoragePolicy: .notAllowed)
    }
  }

  func end(_ failure: RoutedFailure?) {
    #if canImport(FoundationNetworking)
      if let redirect { return follow(redirect.response, to: redirect.next) }
    #endif
    if let failure = problem ?? failure { return load.fail(failure) }
    finish()
  }

  private func finish() {
    let data = Data(whole)
    load.end { client, loading in
      if !data.isEmpty { client.urlProtocol(loading, didLoad: data) }
      client.urlProtocolDidFinishLoading(loading)
    }
  }

  #if canImport(FoundationNetworking)
    /// On Linux, the protocol's client can't follow a redirect, because the client's redirect method crashes the
    /// process.
    private func follow(_ response: HTTPURLResponse, to next: URLRequest) {
      let work = load.flight.begin()
      LinuxTask.decide(on: next, after: response, load.task) { [self] next in
        defer { work?.end() }
        guard let next else {
          notify(response)
          return finish()
        }
        load.attempt {
          try load.ask(next, next.httpMethod == "GET" ? [] : body, redirects: redirects + 1)
        }
      }
    }
  #endif
}

extension HTTPURLResponse {
  /// Creates a response from its head; nil if the system rejects it.
  fileprivate convenience init?(
    _ status: Int, _ headers: [(name: String, value: String)], _ length: Int?, _ url: URL
  ) {
    var fields = Dictionary(headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    if let length, fields["Content-Length"] == nil { fields["Content-Length"] = "\(length)" }
    var url = url
    #if canImport(FoundationNetworking)
      // After a 401 with a challenge, Foundation on Linux sends a request with credentials to the network, or waits
      // forever without credentials. It doesn't if the scheme of the response's URL is in capitals.
      if status == 401, fields.keys.contains(where: { $0.lowercased() == "www-authenticate" }),
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
      {
        parts.scheme = parts.scheme?.uppercased()
        url = parts.url ?? url
      }
    #endif
    self.init(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
  }
}

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
