internal import MockData

/// A table that finds the most specific route for a request, regardless of the order in which routes are written.
///
/// Routes are compared in this order:
///
/// 1. Hosts, from more to less precise.
/// 2. Paths, part by part. Text comes first, then parts with parameters, and then `{name...}`. Among the parts with
///    parameters, parts with more text around the parameters come first.
/// 3. GraphQL operations, before routes for any request.
/// 4. Methods, with `*` last.
///
/// If no route has the method `HEAD`, the route for `GET` responds.
package final class RouteTable: Sendable {
  package struct Match: Sendable {
    package var host: HTTPHost
    package var service: String
    package var method: String
    /// The values in the path, by the names of the parameters.
    package var parameters: [String: String]
    /// The GraphQL operation of the route; nil for all other routes.
    package var operation: GraphQLOperation?
    /// Whether the call also contains the request as it was sent.
    package var isRaw = false
  }

  /// Returns nil if the service isn't a host.
  package static func match(unrouted method: String, of service: String) -> Match? {
    (try? HTTPHost(service)).map {
      Match(host: $0, service: service, method: method, parameters: [:])
    }
  }

  private struct Host: Sendable {
    let host: HTTPHost
    let service: String
    let root: Node
    let passes: Bool
    let isRaw: Bool
  }

  /// The possible continuations after a part of a path.
  private struct Node: Sendable {
    var literals: [String: Node] = [:]
    /// The parts with parameters, in the order in which they are tried.
    var parameters: [(part: RoutePart, next: Node)] = []
    /// The routes whose paths end at this part.
    ///
    /// `rests` contains the routes that match all remaining parts.
    var ends = Routes()
    var rests = Routes()
  }

  /// By method; `*` means any method.
  private struct Routes: Sendable {
    var ofAll: [String: Route] = [:]
    var ofOperations: [GraphQLOperation: [String: Route]] = [:]

    var all: [Route] { ofAll.values + ofOperations.values.flatMap(\.values) }

    mutating func add(_ route: Route, _ template: RouteTemplate) {
      let method = template.event == nil ? template.method ?? "*" : RouteTable.socket
      if let operation = template.operation {
        ofOperations[operation, default: [:]][method] = route
      } else {
        ofAll[method] = route
      }
    }

    func route(for method: String, _ operation: GraphQLOperation?) -> Route? {
      if let operation, !ofOperations.isEmpty {
        for candidate in operation.candidates {
          guard let routes = ofOperations[candidate] else { continue }
          // A query can also be sent with `GET`.
          let isAlsoPOST = method == "GET" && candidate.kind == .query
          if let route = routes[method] ?? (isAlsoPOST ? routes["POST"] : nil) ?? routes["*"] {
            return route
          }
        }
      }
      if ofAll.isEmpty { return nil }
      return ofAll[method] ?? (method == "HEAD" ? ofAll["GET"] : nil)
        ?? (method == RouteTable.socket ? nil : ofAll["*"])
    }
  }

  private struct Route: Sendable {
    let name: String
    let parameters: [String]
    let operation: GraphQLOperation?
  }

  private let hosts: [Host]
  /// The table of the routes that take precedence over all others, if any do.
  private let preferred: RouteTable?
  /// If so, a request's body must be read to find its operation.
  package let hasOperations: Bool
  /// The methods of sockets, by service.
  private let socketMethods: [String: Set<String>]
  package let services: [String]

  /// Creates a table with the methods of each service.
  ///
  /// Invalid names are ignored.
  ///
  /// Requests without a route are passed through for the services in `passing`. Calls of the services in `raw` also
  /// contain the request as it was sent. The routes in `preferring` take precedence over all others.
  package init(
    _ services: [String: [String]], passing: Set<String> = [], raw: Set<String> = [],
    preferring: [String: Set<String>] = [:]
  ) {
    preferred =
      preferring.isEmpty ? nil : RouteTable(preferring.mapValues { Array($0) }, raw: raw)
    hasOperations = services.contains { service, methods in
      HTTPHost.isName(service) && methods.contains { GraphQLOperation.split($0) != nil }
    }
    hosts = services.compactMap { service, methods in
      guard HTTPHost.isName(service), let host = try? HTTPHost(service) else { return nil }
      var root = Node()
      for method in methods {
        guard let template = try? RouteTemplate(method) else { continue }
        let route = Route(
          name: SocketEvent.split(method)?.socket ?? method, parameters: template.parameters,
          operation: template.operation)
        Self.add(route, template, template.segments[...], to: &root)
      }
      return Host(
        host: host, service: service, root: root, passes: passing.contains(service),
        isRaw: raw.contains(service))
    }.sorted {
      ($0.host.precision, $1.service) > ($1.host.precision, $0.service)
    }
    self.services = hosts.map(\.service).sorted { $0.precedesInBytes($1) }
    socketMethods = services.compactMapValues { methods in
      let events = methods.filter { SocketEvent.split($0) != nil }
      return events.isEmpty ? nil : Set(events)
    }
  }

  /// The routes in `preferring` take precedence over all others.
  package convenience init(
    _ hosts: [String: MockServiceEntry], preferring: [String: Set<String>] = [:]
  ) {
    self.init(
      hosts.mapValues { Array($0.methods.keys) },
      passing: Set(hosts.filter { $0.value.passthrough == true }.keys),
      raw: Set(hosts.filter { $0.value.raw == true }.keys), preferring: preferring)
  }

  package var isEmpty: Bool { hosts.isEmpty }

  private static func add(
    _ route: Route, _ template: RouteTemplate, _ segments: ArraySlice<RouteTemplate.Segment>,
    to node: inout Node
  ) {
    switch segments.first {
    case nil: node.ends.add(route, template)
    case .literal(let text)?:
      add(route, template, segments.dropFirst(), to: &node.literals[text, default: Node()])
    case .parameters(let part)?:
      let key = part.key
      let index = node.parameters.firstIndex { !$0.part.precedes(key) } ?? node.parameters.count
      if index == node.parameters.count || node.parameters[index].part != key {
        node.parameters.insert((key, Node()), at: index)
      }
      add(route, template, segments.dropFirst(), to: &node.parameters[index].next)
    case .rest?: node.rests.add(route, template)
    }
  }

  /// Returns whether the most precise host passes a request without a route through to the network.
  package func passes(at origin: HTTPOrigin) -> Bool {
    hosts(at: origin).first?.passes ?? false
  }

  /// Returns the origin to which a request at a local server would go without the server; nil if no service names its
  /// host.
  ///
  /// The scheme and the port come from the service that names the host. The default scheme is `https`.
  package func origin(of requested: HTTPOrigin) -> HTTPOrigin? {
    hosts(at: requested).first { $0.host.name != .any }.map {
      HTTPOrigin(scheme: $0.host.scheme ?? "https", host: requested.host, port: $0.host.port)
    }
  }

  /// If a request without a route was sent to a local server, the missing scheme and port come from the most precise
  /// host.
  package func completed(_ origin: HTTPOrigin) -> HTTPOrigin {
    guard origin.scheme == nil, let host = hosts(at: origin).first?.host, let scheme = host.scheme
    else { return origin }
    return HTTPOrigin(scheme: scheme, host: origin.host, port: host.port)
  }

  package func accepts(_ origin: HTTPOrigin) -> Bool { !hosts(at: origin).isEmpty }

  /// A service for all hosts doesn't name any origin.
  package func names(_ origin: HTTPOrigin) -> Bool {
    hosts.contains { $0.host.name != .any && $0.host.accepts(origin) }
  }

  /// Nil if there are several services, or if the service accepts several hosts.
  package var onlyHost: String? {
    guard hosts.count == 1, case .exact(let name) = hosts[0].host.name else { return nil }
    return name
  }

  /// Returns the hosts that accept a request, in the order in which they are tried.
  private func hosts(at origin: HTTPOrigin) -> [Host] {
    let accepted = hosts.filter { $0.host.accepts(origin) }
    guard origin.port == nil, accepted.count > 1 else { return accepted }
    // A request that doesn't name its port is most likely meant for the default port, with https.
    return accepted.sorted { one, other in
      let (own, their) = (one.host, other.host)
      if let port = origin.namedPort, (own.port == port) != (their.port == port) {
        return own.port == port
      }
      guard own.name == their.name else { return own.precision > their.precision }
      if own.isAtUsualPort != their.isAtUsualPort { return own.isAtUsualPort }
      if own.precision != their.precision { return own.precision > their.precision }
      if own.scheme != their.scheme { return own.scheme == "https" }
      return one.service < other.service
    }
  }

  package func match(
    _ method: String, _ path: [String], operation: GraphQLOperation? = nil, at origin: HTTPOrigin
  ) -> Match? {
    if let match = preferred?.match(method, path, operation: operation, at: origin) {
      return match
    }
    let wanted = RequestKey(method: method, operation: operation)
    for host in hosts(at: origin) {
      var values: [String] = []
      guard let route = find(wanted, path[...], in: host.root, &values) else { continue }
      let parameters = Dictionary(zip(route.parameters, values)) { first, _ in first }
      return Match(
        host: host.host, service: host.service, method: route.name, parameters: parameters,
        operation: route.operation, isRaw: host.isRaw)
    }
    return nil
  }

  /// No request has this method.
  fileprivate static let socket = "WS socket"

  /// The match's name doesn't include an event.
  package func socket(at path: [String], of origin: HTTPOrigin) -> Match? {
    socketMethods.isEmpty ? nil : match(Self.socket, path, at: origin)
  }

  package func method(for event: SocketEvent, of socket: Match) -> String? {
    let name = "\(socket.method) \(event.rawValue)"
    return socketMethods[socket.service]?.contains(name) == true ? name : nil
  }

  /// The properties of a request that select one of the routes with the same path.
  private struct RequestKey {
    let method: String
    let operation: GraphQLOperation?
  }

  private func find(
    _ wanted: RequestKey, _ path: ArraySlice<String>, in node: Node, _ values: inout [String]
  ) -> Route? {
    guard let part = path.first else { return choose(wanted, of: node.ends) }
    if let next = node.literals[part],
      let route = find(wanted, path.dropFirst(), in: next, &values)
    {
      return route
    }
    for (parameters, next) in node.parameters {
      guard let found = parameters.values(in: part) else { continue }
      values += found
      if let route = find(wanted, path.dropFirst(), in: next, &values) { return route }
      values.removeLast(found.count)
    }
    return rest(wanted, path, of: node, &values)
  }

  private func rest(
    _ wanted: RequestKey, _ path: ArraySlice<String>, of node: Node, _ values: inout [String]
  ) -> Route? {
    guard let route = choose(wanted, of: node.rests) else { return nil }
    values.append(path.joined(separator: "/"))
    return route
  }

  private func choose(_ wanted: RequestKey, of routes: Routes) -> Route? {
    routes.route(for: wanted.method, wanted.operation)
  }

  /// Returns a hint for a request without a route: the most similar route, or the existing hosts.
  package func hint(for method: String, _ path: String, at origin: HTTPOrigin) -> String? {
    let near = hosts.filter { $0.host.accepts(origin) }
    if near.isEmpty {
      let names = services.map { $0 }
      return names.isEmpty ? nil : "the hosts with routes are \(Self.list(names))"
    }
    let names = near.flatMap { host in Self.names(of: host.root) }
    // A parameter counts as equal to the corresponding part of the path.
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let filled = Dictionary(names.map { (Self.filled($0, with: parts, method), $0) }) { first, _ in
      first
    }
    let other = path.hasSuffix("/") ? String(path.dropLast()) : "\(path)/"
    if let name = filled["\(method) \(other)"] { return "did you mean `\(name.escaped)`?" }
    let samePath = filled.keys.filter { $0.drop { $0 != " " } == " \(path)" }.min()
    if let samePath, let name = filled[samePath], !samePath.hasPrefix("\(method) ") {
      return "did you mean `\(name.escaped)`? It has another method."
    }
    if let nearest = NearestName.nearest(to: "\(method) \(path)", candidates: filled.keys),
      let name = filled[nearest]
    {
      return "did you mean `\(name.escaped)`?"
    }
    return NearestName.hint(for: "\(method) \(path)", candidates: names)
  }

  /// Returns the name of a route with parts of a path instead of its parameters, and with the method instead of `*`.
  private static func filled(
    _ name: String, with parts: [Substring], _ method: String
  ) -> String {
    // Most names have nothing to fill in, and reading a template takes time.
    let isFilled = !name.hasPrefix("/") && !name.utf8.contains { "{*".utf8.contains($0) }
    guard !isFilled, let template = try? RouteTemplate(name) else { return name }
    let segments = template.segments.enumerated().map { index, segment in
      switch segment {
      case .literal(let text): text
      case .parameters(let part):
        parts.indices.contains(index) && part.values(in: String(parts[index])) != nil
          ? String(parts[index]) : part.text(part.names.map { _ in "{}" })
      case .rest: parts.dropFirst(index).joined(separator: "/")
      }
    }
    let operation = template.operation.map { " \($0.description)" } ?? ""
    return "\(template.method ?? method) /\(segments.joined(separator: "/"))\(operation)"
  }

  /// Returns whether any route may respond to requests that a template describes.
  package func mayAnswer(_ template: RouteTemplate) -> Bool {
    hosts.contains { host in
      host.passes
        || Self.names(of: host.root).contains {
          (try? RouteTemplate($0))?.overlaps(template) ?? false
        }
    }
  }

  /// Returns a hint about the route that is most similar to an unknown name, or nil if there are no routes.
  package func nearest(to name: String) -> String? {
    NearestName.hint(for: name, candidates: hosts.flatMap { Self.names(of: $0.root) })
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(10).map { "`\($0.escaped)`" }.joined(separator: ", ")
      + (names.count > 10 ? " and \(names.count - 10) more" : "")
  }

  private static func names(of node: Node) -> [String] {
    node.ends.all.map(\.name) + node.rests.all.map(\.name)
      + node.literals.values.flatMap(names) + node.parameters.flatMap { names(of: $0.next) }
  }
}

/// A part of a path that contains parameters, with the text around them: `{id}`, `v{version}`, `{name}.{format}`.
package struct RoutePart: Sendable, Hashable {
  /// The names of the parameters, in order.
  package let names: [String]
  /// The decoded text before, between, and after the parameters, so there is one more element than there are names.
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

  /// Parts with more text come first.
  func precedes(_ other: RoutePart) -> Bool {
    let (own, their) = (texts.joined().count, other.texts.joined().count)
    return own == their ? other.texts.lexicographicallyPrecedes(texts) : own > their
  }
}
