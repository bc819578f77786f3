import MockConfiguration
import MockData
import MockRecording

extension CallFields {
  init(of request: ExchangeRequest) {
    self.init(hasVariables: request.hasVariables)
    for (name, value) in request.pathValues { add(.string(value), at: ["path", name]) }
    for (name, value) in request.url.query.data { add(value, at: ["query", name]) }
    let lines = request.headers.map { ($0.name.lowercased(), $0.value) }
    let headers = Dictionary(lines) { "\($0), \($1)" }
    for (name, value) in headers where HeaderNames.discriminating.contains(name) {
      // Each client generates its own multipart boundary, so it can't be part of a match.
      guard name != "content-type" || !value.lowercased().hasPrefix("multipart/") else { continue }
      add(.string(value), at: ["headers", name])
    }
    switch request.body {
    case .json(let value): addMembers(of: value, at: ["body"])
    case .form(let fields): addMembers(of: .dictionary(fields.data), at: ["body"])
    case .parts(let parts): addMembers(of: parts.data, at: ["body"])
    case .text(let text): add(.string(text), at: ["body"])
    case .bytes(let bytes): add(.string(bytes.base64), at: ["body"])
    case .none, .unknown: break
    }
  }
}

extension [FormPart] {
  /// The parts by name, as a route parses them, without unknown contents.
  fileprivate var data: AnyCodableValue {
    .dictionary(
      HTTPTarget.members(
        compactMap { part -> (name: String, value: AnyCodableValue)? in
          guard let filename = part.filename else {
            return part.content?.argument.map { (part.name, $0) }
          }
          var members: [String: AnyCodableValue] = ["filename": .string(filename)]
          members["body"] = part.content?.argument
          members["type"] = part.type.map { .string($0) }
          return (part.name, .dictionary(members))
        }))
  }
}

extension FormPart.Content {
  fileprivate var argument: AnyCodableValue? {
    switch self {
    case .text(let text): .string(text)
    case .bytes(let bytes): .string(String(validUTF8: bytes) ?? bytes.base64)
    }
  }
}

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
    let isRelative = rest.hasPrefix("/") || rest.hasPrefix("?")
    if !isRelative, let end = rest.firstRange(of: "://") {
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
    } else if !rest.isEmpty, !isRelative {
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

  /// The host without scheme and port, if any.
  var host: String? {
    guard let origin, let end = origin.firstRange(of: "://") else { return nil }
    let rest = origin[end.upperBound...]
    if rest.hasPrefix("["), let close = rest.firstIndex(of: "]") { return String(rest[...close]) }
    return String(rest.prefix { $0 != ":" })
  }

  /// Returns the fields of a query or a form, as a route parses them.
  static func fields(of text: String) -> [HTTPField] {
    HTTPTarget.pairs(text.utf8).map { HTTPField($0.name, $0.value) }
  }
}
