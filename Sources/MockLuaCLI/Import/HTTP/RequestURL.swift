import MockConfiguration

/// A URL, split into the components that routes need.
struct RequestURL: Hashable {
  /// The scheme, host, and port, such as `https://api.example.com`; nil if the URL doesn't contain them.
  var origin: String?
  /// The escaped path, including its initial slash.
  var path: String
  /// The unescaped query parameters, in order.
  var query: [HTTPField]

  /// Parses a URL; nil if its scheme isn't `http` or `https`.
  init?(_ text: String) {
    var rest = Substring(text)
    if let mark = rest.firstIndex(of: "#") { rest = rest[..<mark] }
    if let end = rest.firstRange(of: "://") {
      let scheme = rest[..<end.lowerBound].lowercased()
      guard scheme == "http" || scheme == "https" else { return nil }
      rest = rest[end.upperBound...]
      let stop = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      var host = rest[..<stop]
      if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
      guard !host.isEmpty else { return nil }
      let standard = scheme == "http" ? ":80" : ":443"
      if host.hasSuffix(standard) { host = host.dropLast(standard.count) }
      origin = "\(scheme)://\(host.lowercased())"
      rest = rest[stop...]
    } else if !rest.isEmpty, !rest.hasPrefix("/"), !rest.hasPrefix("?") {
      return nil
    }
    let mark = rest.firstIndex(of: "?")
    path = String(rest[..<(mark ?? rest.endIndex)])
    if !path.hasPrefix("/") { path = "/" + path }
    query = mark.map { Self.fields(of: String(rest[rest.index(after: $0)...])) } ?? []
  }

  init(origin: String?, path: String) {
    (self.origin, self.path, query) = (origin, path, [])
  }

  /// The host without scheme and port; nil for none.
  var host: String? {
    guard let origin, let end = origin.firstRange(of: "://") else { return nil }
    let rest = origin[end.upperBound...]
    if rest.hasPrefix("["), let close = rest.firstIndex(of: "]") { return String(rest[...close]) }
    return String(rest.prefix { $0 != ":" })
  }

  /// Returns the fields of a query or a form, as a route parses them.
  static func fields(of text: String) -> [HTTPField] {
    HTTPTarget.pairs(text.utf8).map { HTTPField(name: $0.name, value: $0.value) }
  }
}
