internal import MockData

/// Finds the route that answers a request: the most specific one, whatever the order in which they were written.
///
/// Hosts come first, the more precise before the less; then paths part by part, where a text comes before `{name}` and
/// that before `{name...}`; then methods, where `*` comes last. `HEAD` is answered by `GET` where nobody answers it
/// itself.
package final class RouteTable: Sendable {
  /// The route of a request.
  package struct Match: Sendable {
    package var host: HTTPHost
    /// The name of the service.
    package var service: String
    /// The name of the method.
    package var method: String
    /// The parts of the path by the names of the parameters.
    package var parameters: [String: String]
  }

  private struct Host: Sendable {
    let host: HTTPHost
    let service: String
    let root: Node
    let passes: Bool
  }

  /// What may follow one part of a path.
  private struct Node: Sendable {
    var literals: [String: Node] = [:]
    var parameter: [Node] = []
    /// The routes that end here, and those that take all that follows, by method; `*` for any.
    var ends: [String: Route] = [:]
    var rests: [String: Route] = [:]
  }

  private struct Route: Sendable {
    let name: String
    let parameters: [String]
  }

  private let hosts: [Host]
  /// The names of the services of routes, sorted.
  package let services: [String]

  /// Takes the routes of those services whose names are hosts; names that are wrong answer nothing.
  ///
  /// - Parameters:
  ///   - services: The names of the methods of each service.
  ///   - passing: The services whose requests go their usual way where no route takes them.
  package init(_ services: [String: [String]], passing: Set<String> = []) {
    hosts = services.compactMap { service, methods in
      guard HTTPHost.isName(service), let host = try? HTTPHost(service) else { return nil }
      var root = Node()
      for method in methods {
        guard let template = try? RouteTemplate(method) else { continue }
        let route = Route(name: method, parameters: template.parameters)
        Self.add(route, template.method ?? "*", template.segments[...], to: &root)
      }
      return Host(
        host: host, service: service, root: root, passes: passing.contains(service))
    }.sorted {
      ($0.host.precision, $1.service) > ($1.host.precision, $0.service)
    }
    self.services = hosts.map(\.service).sorted { $0.precedesInBytes($1) }
  }

  /// Takes the hosts of a configuration.
  package convenience init(_ hosts: [String: MockServiceEntry]) {
    self.init(
      hosts.mapValues { Array($0.methods.keys) },
      passing: Set(hosts.filter { $0.value.passes == true }.keys))
  }

  package var isEmpty: Bool { hosts.isEmpty }

  private static func add(
    _ route: Route, _ method: String, _ segments: ArraySlice<RouteTemplate.Segment>,
    to node: inout Node
  ) {
    switch segments.first {
    case nil: node.ends[method] = route
    case .literal(let text)?:
      add(route, method, segments.dropFirst(), to: &node.literals[text, default: Node()])
    case .parameter?:
      if node.parameter.isEmpty { node.parameter = [Node()] }
      add(route, method, segments.dropFirst(), to: &node.parameter[0])
    case .rest?: node.rests[method] = route
    }
  }

  /// Whether a request that no route takes goes its usual way, as its most precise host says.
  package func passes(at origin: HTTPOrigin) -> Bool {
    hosts.first { $0.host.accepts(origin) }?.passes ?? false
  }

  /// Whether a service of routes names a place; one that takes requests to all hosts names none.
  package func names(_ origin: HTTPOrigin) -> Bool {
    hosts.contains { $0.host.name != .any && $0.host.accepts(origin) }
  }

  /// The host of the only service of routes; nil where there are others, or where it stands for many.
  package var onlyHost: String? {
    guard hosts.count == 1, case .exact(let name) = hosts[0].host.name else { return nil }
    return name
  }

  /// The route of a request; nil where there is none.
  package func match(_ method: String, _ path: [String], at origin: HTTPOrigin) -> Match? {
    for host in hosts where host.host.accepts(origin) {
      var values: [String] = []
      guard let route = find(method, path[...], in: host.root, &values) else { continue }
      let parameters = Dictionary(zip(route.parameters, values)) { first, _ in first }
      return Match(
        host: host.host, service: host.service, method: route.name, parameters: parameters)
    }
    return nil
  }

  private func find(
    _ method: String, _ path: ArraySlice<String>, in node: Node, _ values: inout [String]
  ) -> Route? {
    guard let part = path.first else { return choose(method, of: node.ends) }
    if let next = node.literals[part],
      let route = find(method, path.dropFirst(), in: next, &values)
    {
      return route
    }
    if let next = node.parameter.first, !part.isEmpty {
      values.append(part)
      if let route = find(method, path.dropFirst(), in: next, &values) { return route }
      values.removeLast()
    }
    return rest(method, path, of: node, &values)
  }

  private func rest(
    _ method: String, _ path: ArraySlice<String>, of node: Node, _ values: inout [String]
  ) -> Route? {
    guard let route = choose(method, of: node.rests) else { return nil }
    values.append(path.joined(separator: "/"))
    return route
  }

  private func choose(_ method: String, of routes: [String: Route]) -> Route? {
    if routes.isEmpty { return nil }
    return routes[method] ?? (method == "HEAD" ? routes["GET"] : nil) ?? routes["*"]
  }

  /// What to say of a request that has no route: the nearest one, or those that there are.
  package func hint(for method: String, _ path: String, at origin: HTTPOrigin) -> String? {
    let near = hosts.filter { $0.host.accepts(origin) }
    if near.isEmpty {
      let names = services.map { $0 }
      return names.isEmpty ? nil : "the hosts with routes are \(Self.list(names))"
    }
    let names = near.flatMap { host in Self.names(of: host.root) }
    // A parameter is as near as can be to whatever stands in its place.
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let filled = Dictionary(names.map { (Self.filled($0, with: parts, method), $0) }) { first, _ in
      first
    }
    if let nearest = NearestName.nearest(to: "\(method) \(path)", candidates: filled.keys),
      let name = filled[nearest]
    {
      return "did you mean `\(name.escaped)`?"
    }
    return NearestName.hint(for: "\(method) \(path)", candidates: names)
  }

  /// The name of a route with the parts of a path in place of its parameters, and the method in place of any.
  private static func filled(
    _ name: String, with parts: [Substring], _ method: String
  ) -> String {
    guard let template = try? RouteTemplate(name) else { return name }
    let segments = template.segments.enumerated().map { index, segment in
      switch segment {
      case .literal(let text): text
      case .parameter: parts.indices.contains(index) ? String(parts[index]) : "{}"
      case .rest: parts.dropFirst(index).joined(separator: "/")
      }
    }
    return "\(template.method ?? method) /\(segments.joined(separator: "/"))"
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(10).map { "`\($0.escaped)`" }.joined(separator: ", ")
      + (names.count > 10 ? " and \(names.count - 10) more" : "")
  }

  private static func names(of node: Node) -> [String] {
    node.ends.values.map(\.name) + node.rests.values.map(\.name)
      + node.literals.values.flatMap(names) + node.parameter.flatMap(names)
  }
}
