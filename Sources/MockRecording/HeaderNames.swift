internal import MockConfiguration

/// What is known of the names of headers.
package enum HeaderNames {
  /// Whether a header of an answer is about the connection, a cache on the way or a browser's rules, and not about the
  /// answer itself; its name is in lower case.
  package static func isOfTransport(_ name: String) -> Bool {
    transport.contains(name) || prefixes.contains { name.hasPrefix($0) }
  }

  /// Whether a header is about the connection, or the framing of the body, which a server writes itself; its name is in
  /// lower case.
  package static func isOfConnection(_ name: String) -> Bool {
    [
      "connection", "content-length", "keep-alive", "proxy-connection", "te", "trailer",
      "transfer-encoding", "upgrade",
    ].contains(name)
  }

  private static let transport: Set<String> = [
    "accept-ch", "accept-ranges", "age", "alt-svc", "connection", "content-encoding",
    "content-length", "content-security-policy", "content-security-policy-report-only", "date",
    "expect-ct", "expires", "keep-alive", "nel", "origin-agent-cluster", "p3p",
    "permissions-policy", "pragma", "proxy-connection", "referrer-policy", "report-to",
    "reporting-endpoints", "server", "server-timing", "status", "strict-transport-security",
    "timing-allow-origin", "trailer", "transfer-encoding", "upgrade", "vary", "via", "x-cache",
    "x-cache-hits", "x-content-type-options", "x-dns-prefetch-control", "x-download-options",
    "x-frame-options", "x-permitted-cross-domain-policies", "x-powered-by", "x-runtime",
    "x-served-by", "x-timer", "x-ua-compatible", "x-xss-protection", "content-md5", "priority",
  ]

  private static let prefixes = [
    "access-control-", "cf-", "cross-origin-", "sec-", "x-amz-cf-", "x-amzn-", "x-envoy-",
    "x-fastly-", "x-github-request", "x-vercel-", "x-goog-", "x-edge-",
  ]

  /// Whether a text can be the name of a header (RFC 9110, 5.6.2).
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(\.isHTTPToken)
  }

  /// Whether a request has a header once at most (RFC 9110, 5.5, with RFC 6265 and SOAP 1.1); its name is in lower case.
  package static func isSingle(_ name: String) -> Bool { single.contains(name) }

  private static let single: Set<String> = [
    "authorization", "content-length", "content-location", "content-range", "content-type",
    "cookie", "date", "expect", "from", "host", "if-modified-since", "if-range",
    "if-unmodified-since", "max-forwards", "origin", "proxy-authorization", "range", "referer",
    "soapaction", "user-agent",
  ]

  /// The headers of a request by which a server may well answer in another way.
  package static let discriminating: Set<String> = [
    "accept", "accept-language", "api-version", "authorization", "content-type", "if-match",
    "if-modified-since", "if-none-match", "prefer", "range", "soapaction", "x-api-key",
    "x-api-version", "x-http-method-override",
  ]

  /// `content-type` as people write it: `Content-Type`, with `ETag` and `WWW-Authenticate`.
  package static func capitalised(_ name: String) -> String {
    let known = ["etag": "ETag", "www-authenticate": "WWW-Authenticate", "dnt": "DNT"]
    if let known = known[name] { return known }
    return name.split(separator: "-", omittingEmptySubsequences: false)
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
  }
}
