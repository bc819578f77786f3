internal import MockConfiguration

/// The type of a body, as given in the `Content-Type` header.
package struct ContentType: Equatable {
  /// The type and subtype in lowercase, such as `application/json`.
  package let name: String
  /// The character encoding in lowercase; nil if it isn't specified.
  package let charset: String?

  package init?(_ header: String?) {
    guard let header else { return nil }
    name = MediaType.name(of: header)
    guard name.contains("/") else { return nil }
    charset = MediaType.charset(of: header)
  }

  /// JSON is always UTF-8, with or without a `charset` parameter (RFC 8259, 8.1).
  package func isMeant(by header: String) -> Bool {
    let parts = header.lowercased().filter { $0 != " " && $0 != "\"" }.split(separator: ";")
    guard parts.first.map({ $0 == name }) == true else { return false }
    let own = isJSON || charset == nil ? [] : ["charset=\(charset ?? "")"]
    return parts.dropFirst().filter { !isJSON || $0 != "charset=utf-8" }.map(String.init) == own
  }

  package var isJSON: Bool { MediaType.isJSON(name) }

  package var isText: Bool { MediaType.isText(name) }

  package var fileEnding: String { Self.endings.first { $0.type == name }?.ending ?? "bin" }

  private static let endings: [(type: String, ending: String)] = [
    ("application/json", "json"), ("text/html", "html"), ("text/css", "css"),
    ("text/javascript", "js"), ("application/javascript", "js"), ("text/plain", "txt"),
    ("text/csv", "csv"), ("application/xml", "xml"), ("text/xml", "xml"), ("image/png", "png"),
    ("image/jpeg", "jpg"), ("image/gif", "gif"), ("image/webp", "webp"), ("image/svg+xml", "svg"),
    ("image/x-icon", "ico"), ("image/vnd.microsoft.icon", "ico"), ("image/avif", "avif"),
    ("font/woff", "woff"), ("font/woff2", "woff2"), ("font/ttf", "ttf"),
    ("application/pdf", "pdf"), ("application/zip", "zip"), ("application/gzip", "gz"),
    ("application/wasm", "wasm"), ("audio/mpeg", "mp3"), ("video/mp4", "mp4"),
    ("application/x-protobuf", "pb"), ("application/octet-stream", "bin"),
  ]
}

/// Kinds of headers, by their names in lowercase.
package enum HeaderNames {
  /// Whether a response header concerns the connection, a cache, or browser rules rather than the response itself.
  package static func isOfTransport(_ name: String) -> Bool {
    transport.contains(name) || prefixes.contains { name.hasPrefix($0) }
  }

  /// Whether a header concerns the connection or the framing of the body, so that the server writes the header itself.
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

  /// Whether a server sends a new value of the header with each response, so that equal responses differ in it.
  package static func isGeneratedPerResponse(_ name: String) -> Bool {
    generatedPerResponse.contains(name)
  }

  private static let generatedPerResponse: Set<String> = [
    "age", "cf-ray", "date", "expires", "nel", "ratelimit-remaining", "ratelimit-reset",
    "report-to", "server-timing", "traceparent", "x-amz-cf-id", "x-amz-id-2",
    "x-amz-request-id", "x-amzn-requestid", "x-amzn-trace-id", "x-cache", "x-cache-hits",
    "x-correlation-id", "x-envoy-upstream-service-time", "x-github-request-id",
    "x-ratelimit-remaining", "x-ratelimit-reset", "x-ratelimit-used", "x-request-id",
    "x-response-time", "x-runtime", "x-served-by", "x-timer", "x-trace-id",
  ]

  /// Whether a string is a valid header name (RFC 9110, 5.6.2).
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(\.isHTTPToken)
  }

  /// Whether a request can have a header only once (RFC 9110, 5.5, with RFC 6265 and SOAP 1.1).
  package static func isSingle(_ name: String) -> Bool { single.contains(name) }

  private static let single: Set<String> = [
    "authorization", "content-length", "content-location", "content-range", "content-type",
    "cookie", "date", "expect", "from", "host", "if-modified-since", "if-range",
    "if-unmodified-since", "max-forwards", "origin", "proxy-authorization", "range", "referer",
    "soapaction", "user-agent",
  ]

  /// The request headers that commonly affect a server's response.
  package static let discriminating: Set<String> = [
    "accept", "accept-language", "api-version", "authorization", "content-type", "if-match",
    "if-modified-since", "if-none-match", "prefer", "range", "soapaction", "x-api-key",
    "x-api-version", "x-http-method-override",
  ]

  /// Returns the usual capitalization of a header name, such as `Content-Type`, `ETag`, and `WWW-Authenticate`.
  package static func capitalized(_ name: String) -> String {
    let known = ["etag": "ETag", "www-authenticate": "WWW-Authenticate", "dnt": "DNT"]
    if let known = known[name] { return known }
    return name.split(separator: "-", omittingEmptySubsequences: false)
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
  }
}
