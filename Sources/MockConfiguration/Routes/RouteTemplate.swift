internal import MockData

/// The requests that a route of a host responds to, given by the name of the method, such as `GET /users/{id}`.
///
/// `{name}` represents one part of the path, or a section of a part that has text around it. `{name...}` at the end
/// represents all remaining parts, and `*` represents any method.
///
/// A GraphQL operation can follow the path, as in `POST /graphql query Feed`, or an event of a socket, as in
/// `WS /chat message`.
package struct RouteTemplate: Sendable, Hashable {
  /// The method; nil for any.
  package var method: String?
  package var segments: [Segment]
  /// The operation; nil if the route responds to requests with any body.
  package var operation: GraphQLOperation?
  /// The event of a socket; nil for other routes.
  package var event: SocketEvent?

  package enum Segment: Sendable, Hashable {
    case literal(String)
    case parameters(RoutePart)
    case rest(String)
  }

  package init(_ name: String) throws(RouteProblem) {
    let socket = SocketEvent.split(name)
    event = socket?.event
    let name = socket?.socket ?? name
    guard let space = name.firstIndex(of: " "), !name.hasPrefix("/") else {
      throw Self.problem(withoutMethod: name)
    }
    let method = String(name[..<space])
    if let meant = Self.foreignMethods[method] {
      throw RouteProblem(
        "`\(method)` isn't an HTTP method",
        "write `[\"\(meant)\(String(name[space...]).escaped)\"]`"
          + (meant == "*" ? ", because `*` means any method" : ""))
    }
    guard method == "*" || Self.isMethod(method) else {
      let capitals = method.uppercased()
      let methods = capitals.split { ",|/".contains($0) }.map(String.init)
      if let first = methods.first, methods.count > 1,
        methods.allSatisfy({ Self.usualMethods.contains($0) })
      {
        throw RouteProblem(
          "the route `\(name.escaped)` has several HTTP methods",
          "write one route for each, such as `[\"\(first)\(String(name[space...]).escaped)\"]`")
      }
      throw RouteProblem(
        "the HTTP method `\(method.escaped)` must consist of capital letters",
        "write `\(Self.isMethod(capitals) ? capitals : "GET")`, or `*` for any method")
    }
    self.method = method == "*" ? nil : method
    if method == SocketEvent.word, socket == nil {
      throw RouteProblem(
        "the socket route `\(name.escaped)` doesn't have a socket",
        "write `[\"\(name.escaped)\"] = socket { ... }`")
    }
    let split = GraphQLOperation.split(name)
    operation = split?.operation
    let path = (split?.rest ?? name[...])[space...].dropFirst()
    guard path.hasPrefix("/") else {
      if let url = path.wholeMatch(of: /(\w+:\/\/[^\/]+)(\/.*)?/) {
        let rest = String(url.2 ?? "/").escaped
        throw RouteProblem(
          "the route `\(name.escaped)` has a whole URL",
          "write `http \"\(String(url.1).escaped)\" { [\"\(method) \(rest)\"] = ... }`")
      }
      throw RouteProblem(
        "the path `\(String(path).escaped)` of a route does not begin with a slash",
        "write `\(method) \(Self.rooted(path).escaped)`; the host goes after `http`")
    }
    if path.hasSuffix(" ") {
      throw RouteProblem(
        "the route `\(name.escaped)` ends with a space",
        "write `\(method) \(Self.rooted(path).escaped)`, or `%20` for a space in the path")
    }
    if let optional = path.firstMatch(of: /\/\{(\w+)\?\}|\/:(\w+)\?(?=\/|$)/) {
      let before = path[..<optional.range.lowerBound]
      let after = path[optional.range.upperBound...]
      let word = optional.1 ?? optional.2 ?? ""
      let (short, long) = ("\(before)\(after)", "\(before)/{\(word)}\(after)")
      throw RouteProblem(
        "the route `\(name.escaped)` has an optional parameter",
        "write two routes: `\(method) \(Self.rooted(short[...]).escaped)` and `\(method) \(long.escaped)`"
      )
    }
    if let mark = path.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      throw RouteProblem(
        "the route `\(name.escaped)` has a `\(path[mark])`",
        "write only the path, and `when({ query = { name = \"value\" } }, ...)`")
    }
    segments = try Self.segments(path, of: name)
  }

  /// Words of other tools that look like an HTTP method, with the word to write here.
  private static let foreignMethods = [
    "ALL": "*", "ANY": "*", "DEL": "DELETE", "SSE": "GET", "WEBSOCKET": "WS", "WSS": "WS",
  ]

  private static let usualMethods = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
  ]

  /// Returns the usual HTTP method for one with a typing error, such as `GTE`; nil for any other method.
  static func usualMethod(meantBy method: String) -> String? {
    let nearest = NearestName.nearest(to: method, candidates: usualMethods, isStrict: true)
    guard let nearest, nearest != method else { return nil }
    // A method such as `SET` has only one other letter, but isn't meant as `GET`.
    let isLong = nearest.count > 3 || nearest.count != method.count
    return isLong || nearest.sorted() == method.sorted() ? nearest : nil
  }

  private static func problem(withoutMethod name: String) -> RouteProblem {
    let parts = name.firstMatch(of: /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b[:\s]*/)
    let path = parts.map { name[$0.range.upperBound...] } ?? name[...]
    if let parts, path.isEmpty {
      return RouteProblem(
        "the route `\(name.escaped)` doesn't name a path", "write `[\"\(parts.1) /path\"]`")
    }
    let method = parts.map { String($0.1) } ?? (["*", "/*"].contains(name) ? "*" : "GET")
    return RouteProblem(
      "the route `\(name.escaped)` doesn't name an HTTP method",
      "write `[\"\(method) \(rooted(path).escaped)\"]`"
        + (parts == nil && method != "*" ? ", or `*` for any method" : ""))
  }

  /// Returns a path with a slash at its start, without spaces around it, and with a parameter instead of `*`.
  private static func rooted(_ path: Substring) -> String {
    let trimmed = path.drop { $0 == " " }
    let end = trimmed.lastIndex { $0 != " " }.map { trimmed.index(after: $0) }
    let path = trimmed[..<(end ?? trimmed.endIndex)]
    if path == "*" || path == "/*" { return "/{rest...}" }
    return path.hasPrefix("/") ? String(path) : "/\(path)"
  }

  private static func isMethod(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x2D }
  }

  /// The types with which other tools restrict a parameter, as in `{id:int}`.
  private static let types: Set<Substring> = [
    "alpha", "any", "bool", "datetime", "decimal", "double", "float", "guid", "int", "integer",
    "long", "max", "min", "number", "path", "range", "regex", "slug", "str", "string", "uuid",
  ]

  /// Whether the text after the name of a parameter is a condition or a default, instead of a part of the name, which can
  /// have a colon in OpenAPI.
  private static func isCondition(_ text: Substring) -> Bool {
    let rest = text.dropFirst()
    return text.hasPrefix("=") || types.contains(rest) || !rest.utf8.allSatisfy(\.isASCIIWord)
  }

  /// The maximum number of parts of a path, which are compared recursively.
  private static let partLimit = 500

  private static func segments(
    _ path: Substring, of name: String
  ) throws(RouteProblem) -> [Segment] {
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= partLimit else {
      throw RouteProblem(
        "the path of a route has more than \(partLimit) parts",
        "write `{name...}` for the last ones")
    }
    var (segments, names): ([Segment], Set<String>) = ([], [])
    for (index, part) in parts.enumerated() {
      if let suggestion = Self.suggestion(for: part) {
        throw RouteProblem(
          "the part `\(String(part).escaped)` of the route `\(name.escaped)` looks like a parameter",
          suggestion)
      }
      guard part.contains(where: { "{}".contains($0) }) else {
        segments.append(.literal(try decoded(part, of: name)))
        continue
      }
      let pieces = part.split(separator: "{", omittingEmptySubsequences: false)
        .map { $0.split(separator: "}", omittingEmptySubsequences: false) }
      let isRest = part.hasPrefix("{") && part.hasSuffix("...}")
      let inner = pieces.dropFirst().map { isRest ? $0[0].dropLast(3) : $0[0] }
      let condition = inner.first { $0.utf8.contains { [0x20, 0x3A, 0x3D].contains($0) } }
      if let match = condition?.wholeMatch(of: /\s*([A-Za-z_][\w-]*)\s*([:=].*)?/),
        match.2.map({ Self.isCondition($0) }) ?? true
      {
        throw RouteProblem(
          "the parameter `{\(String(match.0).escaped)}` of the route `\(name.escaped)` has more than a name",
          "write `{\(match.1)}`"
            + (match.2 == nil
              ? "" : ", and `when({ path = { \(match.1) = is.regex \"...\" } }, ...)`"))
      }
      guard pieces[0].count == 1, pieces.dropFirst().allSatisfy({ $0.count == 2 }),
        !inner.contains(where: { $0.isEmpty || $0.contains { ".*".contains($0) } }),
        !isRest || inner.count == 1
      else {
        throw RouteProblem(
          "the part `\(String(part).escaped)` of the route `\(name.escaped)` isn't a valid parameter",
          "write `{name}`, with or without text around it, or only `{name...}` to match all remaining parts"
        )
      }
      if isRest, index < parts.count - 1 {
        throw RouteProblem(
          "`\(part)` is in the middle of the route `\(name.escaped)`",
          "move it to the end, because it matches the rest of the path")
      }
      if part.contains("}{") {
        throw RouteProblem(
          "the parameters of `\(String(part).escaped)` cannot be separated in the route `\(name.escaped)`",
          "keep one, or put text between them")
      }
      for inner in inner where !names.insert(String(inner)).inserted {
        throw RouteProblem(
          "the route `\(name.escaped)` has the parameter `\(inner)` twice", "rename one of them")
      }
      var texts: [String] = []
      for piece in pieces { texts.append(try decoded(piece[piece.count - 1], of: name)) }
      segments.append(
        isRest
          ? .rest(String(inner[0]))
          : .parameters(RoutePart(names: inner.map { String($0) }, texts: texts)))
    }
    return segments
  }

  /// Returns the suggestion for a part that other tools use as a parameter or a pattern, such as `:id`, `<id>`, or
  /// `*.json`; nil for any other part.
  private static func suggestion(for part: Substring) -> String? {
    guard part.utf8.contains(where: { "*:<]".utf8.contains($0) }), !part.contains("{") else {
      return nil
    }
    if let name = part.wholeMatch(of: /<(?:\w+:)?([A-Za-z_]\w*)>/)?.1 { return "write `{\(name)}`" }
    let text = withoutMarks(part)
    guard text != part, !part.hasPrefix(":") || part.contains(/^:[A-Za-z_]/) else { return nil }
    let isOfSeveral = part.hasPrefix("**") || part.contains(".*")
    let pattern =
      isOfSeveral
      ? "{name...}` at the end"
      : part.hasPrefix(":")
        ? part.replacing(/:([A-Za-z_]\w*)(\(.*\))?[*+]?/) { "{\($0.1)}" } + "`"
        : (part.contains("]") ? "{name}" : part.replacing("*", with: "{name}")) + "`"
    return "write `\(pattern), or `\(text.escaped)` for the text `\(String(part).escaped)`"
  }

  /// Escapes the characters of a part that other tools use for parameters and patterns.
  private static func withoutMarks(_ part: some StringProtocol) -> String {
    let text = String(part).replacing("*", with: "%2A").replacing("]+", with: "]%2B")
    return text.hasPrefix(":") ? "%3A" + text.dropFirst() : text
  }

  /// Converts the path of a request to the path of a template that only matches this path.
  package static func literal(_ path: some StringProtocol) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { part -> String in
      let isDecoded = String(urlEscaped: part.utf8, isQuery: false) != nil
      let part = isDecoded ? String(part) : String(part).replacing("%", with: "%25")
      let text = part.replacing("{", with: "%7B").replacing("}", with: "%7D").replacing(
        "<", with: "%3C")
      return withoutMarks(text)
    }.joined(separator: "/")
  }

  private static func decoded(
    _ text: Substring, of name: String
  ) throws(RouteProblem) -> String {
    if let decoded = String(urlEscaped: text.utf8, isQuery: false) { return decoded }
    // Escapes of bytes that aren't UTF-8 are left unchanged, as in a request.
    guard text.contains(/%(?![0-9A-Fa-f]{2})/) else { return String(text) }
    throw RouteProblem(
      "the route `\(name.escaped)` has an invalid `%` escape",
      "write two hexadecimal digits after the `%`")
  }

  /// The names of the parameters, in order.
  package var parameters: [String] {
    segments.flatMap { segment -> [String] in
      switch segment {
      case .literal: []
      case .parameters(let part): part.names
      case .rest(let name): [name]
      }
    }
  }

  /// Returns whether both templates can match the same request.
  package func overlaps(_ other: RouteTemplate) -> Bool {
    if let method, let their = other.method, method != their,
      (method, their) != ("GET", "HEAD")
    {
      return false
    }
    for (own, their) in zip(segments, other.segments) {
      switch (own, their) {
      case (.rest, _), (_, .rest): return true
      case (.literal(let own), .literal(let their)): if own != their { return false }
      case (.literal(let text), .parameters(let part)), (.parameters(let part), .literal(let text)):
        if part.values(in: text) == nil { return false }
      case (.parameters, .parameters): break
      }
    }
    return segments.count == other.segments.count
  }

  /// A key that is the same for all routes that match the same requests.
  package var key: RouteTemplate {
    var key = self
    key.event = event.map { _ in .open }
    key.segments = segments.map { segment in
      switch segment {
      case .literal: segment
      case .parameters(let part): .parameters(part.key)
      case .rest: .rest("")
      }
    }
    return key
  }
}
