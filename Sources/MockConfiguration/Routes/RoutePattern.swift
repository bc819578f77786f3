package import MockData

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
    case nil: ["path", "query", "headers", "body", "bodyProblem", "method", "url", "raw"]
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
      guard ["path", "query", "headers"].contains(name) else {
        if case .string(let text) = value, let problem = problem(of: name, text) { return problem }
        continue
      }
      guard case .dictionary(let texts) = value else {
        return RouteProblem(
          "`\(name)` is a table, so it is never \(value.shortText)",
          name == "path" && template.parameters.isEmpty
            ? "remove it, because the route names the path"
            : "write `\(name) = { \(name == "path" ? template.parameters[0] : "name") = \"value\" }`"
        )
      }
      for (key, value) in texts.sorted(by: { $0.key < $1.key }) where !key.hasPrefix("$") {
        if name == "path", !template.parameters.contains(key) {
          return RouteProblem(
            "the route has no `{\(key.escaped)}`",
            NearestName.hint(for: key, candidates: template.parameters) ?? "add it to the path")
        }
        if name == "headers", key != key.lowercased() {
          let meant = HeaderName.meant(by: key) ?? key
          return RouteProblem("header names are lowercase: `\(meant.lowercased().escaped)`")
        }
        if name != "query", case .array = value {
          return RouteProblem(
            "`\(name).\(key.escaped)` is a string, so it is never a list",
            "write `is.one_of { ... }`")
        }
        if case .string(let type)? = value.member(at: ["$type"]),
          ["int", "double", "number", "bool", "object"].contains(type)
        {
          return RouteProblem(
            "`\(name).\(key.escaped)` is a string, so its type is never `\(type)`",
            "write a pattern for the text, such as `is.regex \"^[0-9]+$\"`")
        }
        if let (number, operation) = Self.number(in: value) {
          return RouteProblem(
            "`\(name).\(key.escaped)` is a string, so it is never \(number.shortText)",
            operation.map {
              "write `function(text) local n = tonumber(text) return n ~= nil and n \($0) \(number.shortText) end`"
            } ?? "write `\"\(number.shortText)\"`")
        }
      }
    }
    return nil
  }

  /// Returns the reason why the method or the URL of a request is never a string, if any.
  private func problem(of name: String, _ text: String) -> RouteProblem? {
    if name == "url", !text.contains("//") {
      return RouteProblem(
        "`url` is the whole address, so it is never \"\(text.escaped)\"",
        "remove it, or write `is.ends_with \"\(text.escaped)\"`")
    }
    guard name == "method", template.event == nil, let method = template.method, text != method,
      (method, text) != ("GET", "HEAD")
    else { return nil }
    return RouteProblem(
      "the route only receives `\(method)` requests, so `method` is never \"\(text.escaped)\"",
      "remove it, or write `*` as the route's method")
  }

  private static let operations = ["$gt": ">", "$gte": ">=", "$lt": "<", "$lte": "<="]

  /// Returns a number or a Boolean in a pattern, if any, with Lua's operator if it is a bound.
  ///
  /// The value in a request is a string, so a pattern with a number or a Boolean never matches.
  private static func number(
    in pattern: AnyCodableValue, after operation: String? = nil
  ) -> (AnyCodableValue, String?)? {
    switch pattern {
    case .int, .double, .bool: (pattern, operation)
    case .array(let elements): elements.lazy.compactMap { number(in: $0) }.first
    case .dictionary(let members):
      members.sorted { $0.key < $1.key }.lazy
        .filter { !["$size", "$exists", "$type", "$where"].contains($0.key) }
        .compactMap { number(in: $0.value, after: operations[$0.key]) }.first
    default: nil
    }
  }
}

/// The usual names of headers.
enum HeaderName {
  /// Names of several words, which are often written without hyphens.
  private static let usual = [
    "Accept-Encoding", "Accept-Language", "Accept-Ranges", "Access-Control-Allow-Headers",
    "Access-Control-Allow-Methods", "Access-Control-Allow-Origin", "Cache-Control",
    "Content-Disposition", "Content-Encoding", "Content-Language", "Content-Length",
    "Content-Location", "Content-Range", "Content-Type", "If-Match", "If-Modified-Since",
    "If-None-Match", "Last-Modified", "Retry-After", "Set-Cookie", "Transfer-Encoding",
    "User-Agent", "WWW-Authenticate",
  ]

  private static let byLetters = Dictionary(
    uniqueKeysWithValues: usual.map { (letters(of: $0), $0) })

  private static func letters(of name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  /// Returns the usual header for a name such as `Content_Type` or `contentType`; nil for any other name.
  static func meant(by name: String) -> String? {
    byLetters[letters(of: name)].flatMap { $0.lowercased() == name.lowercased() ? nil : $0 }
  }
}
