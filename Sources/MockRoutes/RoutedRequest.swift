internal import MockCalls
package import MockConfiguration
package import MockData

/// A request in the form that routes match, whether it comes from `URLSession` or from an HTTP client.
package struct RoutedRequest: Sendable {
  package var method: String
  package var origin: HTTPOrigin
  package var target: HTTPTarget
  /// The path and query as they were sent.
  package let path: String
  /// The headers in the order in which they were sent.
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]
  /// The GraphQL operation, if it is known without reading the body.
  package var operation: GraphQLOperation?

  /// `target` is the path and query as they are sent: `/users/7?page=2`.
  package init(
    _ method: String, _ target: String, at origin: HTTPOrigin,
    headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.origin = origin
    self.target = HTTPTarget(target)
    path = target
    self.headers = headers
    self.body = body
  }

  /// Creates a request from its URL, or returns nil if it isn't an HTTP URL.
  ///
  /// A GraphQL operation can follow the URL.
  package init?(_ method: String, url: String) {
    let split = GraphQLOperation.split(url)
    let url = split.map { String($0.rest) } ?? url
    let target = url.firstRange(of: "//").map { url[$0.upperBound...] }?.firstIndex {
      "/?#".contains($0)
    }
    let host = target.map { url[..<$0] } ?? url[...]
    guard let origin = try? HTTPHost(String(host)), case .exact(let name) = origin.name else {
      return nil
    }
    let path = target.map { String(url[$0...]) } ?? "/"
    self.init(
      method, path.hasPrefix("/") ? path : "/\(path)",
      at: HTTPOrigin(scheme: origin.scheme, host: name, port: origin.port))
    operation = split?.operation
  }

  /// The complete URL, for functions and messages.
  package var url: String {
    let usual = origin.scheme.flatMap { ["http": 80, "https": 443][$0] }
    let port = origin.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
    return "\(origin.scheme.map { "\($0):" } ?? "")//\(origin.host)\(port)\(path)"
  }

  /// Returns the first value of a header, or nil if the header wasn't sent.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Parses the body as its headers declare it.
  func readBody() throws(MockServiceError) -> RequestBody {
    let codings = headers.filter { $0.name.lowercased() == "content-encoding" }.map(\.value)
    return try RequestBody(body, type: header("Content-Type"), codings: codings)
  }

  /// Returns the arguments `method`, `url`, `path`, `query`, and `headers` of the call for the request.
  ///
  /// If there is a body, they include `body`. If the body doesn't match its headers, they also include `bodyProblem`.
  /// If `isRaw` is true, `raw` contains the request as it was sent.
  func arguments(
    _ parameters: [String: String], _ body: RequestBody, isRaw: Bool = false
  ) -> AnyCodableValue {
    .object([
      "method": .string(method), "url": .string(url),
      "path": .dictionary(parameters.mapValues { .string($0) }),
      "query": .dictionary(HTTPTarget.members(target.query)),
      "headers": .dictionary(headerMembers), "body": body.value,
      RoutedCall.bodyProblem: body.problem.map { .string($0) }, "raw": isRaw ? raw(body) : .none,
    ])
  }

  /// The request as it was sent.
  ///
  /// | Member | Holds |
  /// | --- | --- |
  /// | `target` | path and query with their escapes, without the `?` of an empty query |
  /// | `path` | the path with its escapes |
  /// | `headers` | a list of lines for each name, in lower case |
  /// | `cookies` | a list of values for each name |
  /// | `body` | the text, with U+FFFD for bytes that aren't text; decoded if it was compressed; absent without a body |
  /// | `json` | the text as data, if it is JSON, with any `Content-Type` |
  /// | `base64` | the bytes of the body in base64, if they aren't text |
  private func raw(_ body: RequestBody) -> AnyCodableValue {
    var target = path.prefix { $0 != "#" }
    if target.firstIndex(of: "?") == target.indices.last { target.removeLast() }
    let lines = Dictionary(grouping: headers) { $0.name.lowercased() }
    var members: [String: AnyCodableValue] = [
      "target": .string(String(target)), "path": .string(String(target.prefix { $0 != "?" })),
      "headers": .dictionary(lines.mapValues { .array($0.map { .string($0.value) }) }),
      "cookies": Self.cookies(lines["cookie"]?.map(\.value) ?? []),
    ]
    if !body.content.isEmpty {
      members["body"] = .string(body.text)
      members["json"] = body.textAsData
      members["base64"] = body.bytesInBase64.map { .string($0) }
    }
    return .dictionary(members)
  }

  /// Returns the cookies in `Cookie` headers, by name (RFC 6265, 5.4).
  private static func cookies(_ lines: [String]) -> AnyCodableValue {
    var values: [String: [AnyCodableValue]] = [:]
    for pair in lines.flatMap({ $0.split(separator: ";") }) {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { continue }
      let name = String(sides[0].drop { $0 == " " })
      values[name, default: []].append(.string(String(sides[1])))
    }
    return .dictionary(values.mapValues { .array($0) })
  }

  /// Returns the member `raw` of a request, updated with the headers and the body of handwritten arguments.
  private static func raw(
    _ known: AnyCodableValue, of arguments: [String: AnyCodableValue]
  ) -> AnyCodableValue {
    guard case .dictionary(var members) = known else { return known }
    if case .dictionary(let headers)? = arguments["headers"] {
      members["headers"] = .dictionary(
        headers.mapValues { if case .array = $0 { $0 } else { .array([$0]) } })
      if case .string(let line)? = headers["cookie"] { members["cookies"] = cookies([line]) }
    }
    for name in ["body", "json", "base64"] { members[name] = nil }
    if let body = arguments["body"] {
      members["body"] = .string(body.plainText)
      members["json"] =
        if case .string(let sent) = body { try? JSONParser().parse(sent) } else { body }
    }
    return .dictionary(members)
  }

  /// Returns the arguments of a request, combined with handwritten arguments.
  ///
  /// The existing query is kept. As in a real request, header names become lowercase and numbers become strings.
  package static func arguments(
    _ arguments: [String: AnyCodableValue], adding more: [String: AnyCodableValue]
  ) -> [String: AnyCodableValue] {
    var merged = arguments.merging(
      more.map { name, value in
        guard ["path", "query", "headers"].contains(name), case .dictionary(let added) = value
        else { return (name, value) }
        var texts: [String: AnyCodableValue] = [:]
        if case .dictionary(let own)? = arguments[name] { texts = own }
        for (key, value) in added {
          texts[name == "headers" ? key.lowercased() : key] = text(of: value)
        }
        return (name, .dictionary(texts))
      }
    ) { $1 }
    if more["raw"] == nil, let known = arguments["raw"] { merged["raw"] = raw(known, of: merged) }
    return merged
  }

  private static func text(of value: AnyCodableValue) -> AnyCodableValue? {
    switch value {
    case .null: nil
    case .array(let elements): .array(elements.compactMap(text))
    case .int, .double, .number, .bool: .string(value.shortText)
    default: value
    }
  }

  /// The headers by lowercase name.
  ///
  /// The values of a repeated header are joined.
  private var headerMembers: [String: AnyCodableValue] {
    var texts: [String: String] = [:]
    for (name, value) in headers {
      let name = name.lowercased()
      // The lines of `Cookie` are one list of cookies (RFC 9113, 8.2.3).
      let separator = name == "cookie" ? "; " : ", "
      texts[name] = texts[name].map { $0 + separator + value } ?? value
    }
    return texts.mapValues { .string($0) }
  }
}
