package import MockData

/// The parts of a request that a route's pattern can match.
package struct RoutePattern {
  private let template: RouteTemplate
  /// Whether requests have a `raw` argument.
  private let isRaw: Bool

  /// Returns nil for an invalid route and for a GraphQL operation, whose arguments can have any name.
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

  /// Returns the first problem with a pattern that no request can match; nil if there is none.
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
          "a request of this host has no `raw`",
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

  /// Returns a number or a Boolean in a pattern, if there is one.
  ///
  /// It would be compared with a string, and never match.
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
