package import MockConfiguration
package import MockData

/// A request as a route answers it: who sent it, and by which way, makes no difference any more.
package struct RoutedRequest: Sendable {
  package var method: String
  package var origin: HTTPOrigin
  package var target: HTTPTarget
  /// Path and query as they were sent.
  package let path: String
  /// In their order, as they were sent.
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]
  /// The operation of GraphQL that is asked for, where it is known without the body.
  package var operation: GraphQLOperation?

  /// Takes a request.
  ///
  /// - Parameters:
  ///   - method: Such as `GET`.
  ///   - target: Path and query as they are sent: `/users/7?page=2`.
  ///   - origin: Where it goes.
  ///   - headers: The headers as they are sent.
  ///   - body: The body; empty for none.
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

  /// Takes a request by its whole address, behind which an operation of GraphQL may stand; nil where that is none of HTTP.
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

  /// The whole address, for functions and messages.
  package var url: String {
    let usual = origin.scheme.flatMap { ["http": 80, "https": 443][$0] }
    let port = origin.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
    return "\(origin.scheme.map { "\($0):" } ?? "")//\(origin.host)\(port)\(path)"
  }

  /// The first value of a header; nil where it was not sent.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Reads the body as its headers state.
  func readBody() throws(RequestBody.TooLarge) -> RequestBody {
    let codings = headers.filter { $0.name.lowercased() == "content-encoding" }.map(\.value)
    return try RequestBody(body, type: header("Content-Type"), codings: codings)
  }

  /// The arguments of the call that the request is.
  ///
  /// - Parameters:
  ///   - parameters: The parts of the path by the names that the route gives them.
  ///   - body: The body.
  /// - Returns: `method`, `url`, `path`, `query` and `headers`; `body` if there is one, and `bodyProblem` if it is not what
  ///   its headers state.
  func arguments(_ parameters: [String: String], _ body: RequestBody) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "method": .string(method), "url": .string(url),
      "path": .dictionary(parameters.mapValues { .string($0) }),
      "query": .dictionary(HTTPTarget.members(target.query)),
      "headers": .dictionary(headerMembers),
    ]
    members["body"] = body.value
    members[RoutedCall.bodyProblem] = body.problem.map { .string($0) }
    return .dictionary(members)
  }

  /// The arguments of a request with more of them, as somebody writes them by hand: what is there of a query is kept, names
  /// of headers get lower case, and a number becomes the text that a request has in its place.
  package static func arguments(
    _ arguments: [String: AnyCodableValue], adding more: [String: AnyCodableValue]
  ) -> [String: AnyCodableValue] {
    arguments.merging(
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
  }

  private static func text(of value: AnyCodableValue) -> AnyCodableValue? {
    switch value {
    case .null: nil
    case .array(let elements): .array(elements.compactMap(text))
    case .int, .double, .number, .bool: .string(value.shortText)
    default: value
    }
  }

  /// Headers by their names in lower case; the values of one that was sent more than once are one text.
  private var headerMembers: [String: AnyCodableValue] {
    Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
      .mapValues { .string($0) }
  }
}
