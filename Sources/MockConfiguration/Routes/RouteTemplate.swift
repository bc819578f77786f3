package import MockData

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

  /// Reads the name of a route.
  package init(_ name: String) throws(RouteProblem) {
    let socket = SocketEvent.split(name)
    event = socket?.event
    let name = socket?.socket ?? name
    guard let space = name.firstIndex(of: " "), !name.hasPrefix("/") else {
      throw RouteProblem(
        "the route `\(name.escaped)` doesn't name an HTTP method",
        "write `[\"GET \(name.hasPrefix("/") ? name.escaped : "/" + name.escaped)\"]`, or `*` for any method"
      )
    }
    let method = String(name[..<space])
    guard method == "*" || Self.isMethod(method) else {
      let capitals = method.uppercased()
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
      throw RouteProblem(
        "the path `\(String(path).escaped)` of a route does not begin with a slash",
        "write `\(method) /\(String(path).escaped)`; the host goes after `http`")
    }
    if let mark = path.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      throw RouteProblem(
        "the route `\(name.escaped)` has a `\(path[mark])`",
        "write only the path, and `when({ query = { name = \"value\" } }, ...)`")
    }
    segments = try Self.segments(path, of: name)
  }

  private static func isMethod(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x2D }
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

  /// Returns the suggestion for a part that other tools use as a parameter, such as `:id`, `<id>`, or `*`; nil for any
  /// other part.
  private static func suggestion(for part: Substring) -> String? {
    switch part {
    case "*": return "write `{name}`, or `%2A` for the text `*`"
    case "**": return "write `{name...}` at the end, or `%2A%2A` for the text `**`"
    default:
      guard part.first == ":" || part.first == "<",
        let match = part.wholeMatch(
          of: /:([A-Za-z_]\w*)(?:\(.*\))?[*+]?|<(?:\w+:)?([A-Za-z_]\w*)>/),
        let name = match.1 ?? match.2
      else { return nil }
      return part.hasPrefix(":")
        ? "write `{\(name)}`, or `%3A\(part.dropFirst())` for the text `\(part)`"
        : "write `{\(name)}`"
    }
  }

  /// Converts the path of a request to the path of a template that only matches this path.
  package static func literal(_ path: some StringProtocol) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { part -> String in
      let isDecoded = String(urlEscaped: part.utf8, isQuery: false) != nil
      let part = isDecoded ? String(part) : String(part).replacing("%", with: "%25")
      let text = part.replacing("{", with: "%7B").replacing("}", with: "%7D").replacing(
        "<", with: "%3C")
      if text == "*" || text == "**" { return text.replacing("*", with: "%2A") }
      return text.hasPrefix(":") ? "%3A" + text.dropFirst() : text
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
  func overlaps(_ other: RouteTemplate) -> Bool {
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

/// A part of a path that contains parameters, with the text around them: `{id}`, `v{version}`, `{name}.{format}`.
package struct RoutePart: Sendable, Hashable {
  /// The names of the parameters, in order.
  package let names: [String]
  /// The decoded text before, between, and after the parameters.
  ///
  /// There is one more element than there are names.
  package let texts: [String]

  /// Returns the text of the part with values instead of the parameters.
  package func text(_ values: [String]) -> String {
    zip(values, texts.dropFirst()).reduce(texts[0]) { $0 + $1.0 + $1.1 }
  }

  /// Returns the values of the parameters in a part of a request, or nil if the part doesn't match.
  ///
  /// A parameter has at least one character. It ends at the first occurrence of the text that follows it. The last
  /// parameter ends where the text at the end begins.
  package func values(in part: String) -> [String]? {
    guard part.hasPrefix(texts[0]) else { return nil }
    var rest = part.dropFirst(texts[0].count)
    var values: [String] = []
    for text in texts.dropFirst().dropLast() {
      guard let range = rest.dropFirst().firstRange(of: text) else { return nil }
      values.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    let last = texts[texts.count - 1]
    guard rest.hasSuffix(last), rest.count > last.count else { return nil }
    return values + [String(rest.dropLast(last.count))]
  }

  /// A key that is the same for all parts that match the same requests.
  var key: RoutePart { RoutePart(names: names.map { _ in "" }, texts: texts) }

  /// Returns whether this part is tried before another.
  ///
  /// Parts with more text come first.
  func precedes(_ other: RoutePart) -> Bool {
    let (own, their) = (texts.joined().count, other.texts.joined().count)
    return own == their ? other.texts.lexicographicallyPrecedes(texts) : own > their
  }
}

/// The parts of a request that a route's pattern can match.
package struct RoutePattern {
  private let template: RouteTemplate
  /// Whether requests have a `raw` argument.
  private let isRaw: Bool

  /// Creates the parts for a route.
  ///
  /// Returns nil for an invalid route, and for a GraphQL operation, because an operation's arguments can have any name.
  package init?(_ service: String, _ method: String, isRaw: Bool) {
    guard HTTPHost.isName(service), let template = try? RouteTemplate(method),
      template.operation == nil
    else { return nil }
    self.template = template
    self.isRaw = isRaw
  }

  /// The arguments of a request, or of an event of a socket.
  private var arguments: [String] {
    switch template.event {
    case nil: ["path", "query", "headers", "body", "method", "url", "raw"]
    case .connect: ["path", "query", "headers", "method", "url", "raw"]
    case .open: ["path", "query", "headers", "method", "url", "raw", "socket"]
    case .message: ["path", "query", "url", "socket", "body", "base64"]
    case .close: ["path", "query", "url", "socket", "code", "reason"]
    }
  }

  /// Returns the first reason why no request can match a pattern, if any.
  package func problem(in pattern: AnyCodableValue) -> RouteProblem? {
    guard case .dictionary(let members) = pattern else { return nil }
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      if name.hasPrefix("$") { continue }
      if let dot = name.firstIndex(of: "."), arguments.contains(String(name[..<dot])) {
        let rest = String(name[name.index(after: dot)...])
        if let problem = problem(in: [String(name[..<dot]): [rest: value]]) { return problem }
        continue
      }
      if name == "raw", !isRaw, arguments.contains("raw") {
        return RouteProblem(
          "requests to this host don't have `raw`",
          "write `:raw()` after the host: `http \"https://api.example.com\" :raw() { ... }`")
      }
      guard arguments.contains(name) else {
        let subject =
          template.event.map { "`\($0.rawValue)` of a socket" } ?? "a request"
        return RouteProblem(
          "\(subject) has no `\(name.escaped)`",
          NearestName.hint(
            for: name, candidates: arguments.filter { $0 != "raw" || isRaw }))
      }
      guard ["path", "query", "headers"].contains(name), case .dictionary(let texts) = value else {
        continue
      }
      for (key, value) in texts.sorted(by: { $0.key < $1.key }) where !key.hasPrefix("$") {
        if name == "path", !template.parameters.contains(key) {
          return RouteProblem(
            "the route has no `{\(key.escaped)}`",
            NearestName.hint(for: key, candidates: template.parameters) ?? "add it to the path")
        }
        if name == "headers", key != key.lowercased() {
          return RouteProblem(
            "header names are lowercase: `\(key.lowercased().escaped)`")
        }
        if let number = Self.number(in: value) {
          return RouteProblem(
            "`\(name).\(key.escaped)` is a string, so it is never \(number.shortText)",
            "write `\"\(number.shortText)\"`")
        }
      }
    }
    return nil
  }

  /// Returns a number or a Boolean in a pattern, if any.
  ///
  /// The value in a request is a string, so a pattern with a number or a Boolean never matches.
  private static func number(in pattern: AnyCodableValue) -> AnyCodableValue? {
    switch pattern {
    case .int, .double, .bool: pattern
    case .array(let elements): elements.lazy.compactMap(number).first
    case .dictionary(let members):
      members.sorted { $0.key < $1.key }.lazy
        .filter { !["$size", "$exists", "$type", "$where"].contains($0.key) }
        .compactMap { number(in: $0.value) }.first
    default: nil
    }
  }
}
