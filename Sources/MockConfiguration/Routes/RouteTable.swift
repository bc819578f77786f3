internal import MockData

/// Finds the route that answers a request: the most specific one, whatever the order in which they were written.
///
/// Hosts come first, the more precise before the less; then paths part by part, where a text comes before what has a
/// `{name}` in it, of which the one with more text comes first, and all before `{name...}`; then operations of GraphQL
/// before all requests; then methods, where `*` comes last. `HEAD` is answered by `GET` where nobody answers it itself.
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
    /// The operation of GraphQL that the route is; nil for all others.
    package var operation: GraphQLOperation?
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
    /// In the order in which they are asked.
    var parameters: [(part: RoutePart, next: Node)] = []
    /// The routes that end here, and those that take all that follows.
    var ends = Routes()
    var rests = Routes()
  }

  /// The routes of one path by method; `*` for any.
  private struct Routes: Sendable {
    var ofAll: [String: Route] = [:]
    var ofOperations: [GraphQLOperation: [String: Route]] = [:]

    var all: [Route] { ofAll.values + ofOperations.values.flatMap(\.values) }

    mutating func add(_ route: Route, _ template: RouteTemplate) {
      let method = template.method ?? "*"
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
          // A query may also be asked for by `GET`.
          let isAlsoPOST = method == "GET" && candidate.kind == .query
          if let route = routes[method] ?? (isAlsoPOST ? routes["POST"] : nil) ?? routes["*"] {
            return route
          }
        }
      }
      if ofAll.isEmpty { return nil }
      return ofAll[method] ?? (method == "HEAD" ? ofAll["GET"] : nil) ?? ofAll["*"]
    }
  }

  private struct Route: Sendable {
    let name: String
    let parameters: [String]
    let operation: GraphQLOperation?
  }

  private let hosts: [Host]
  /// Whether any route is an operation of GraphQL, so that the body of a request says which.
  package let hasOperations: Bool
  /// The names of the services of routes, sorted.
  package let services: [String]

  /// Takes the routes of those services whose names are hosts; names that are wrong answer nothing.
  ///
  /// - Parameters:
  ///   - services: The names of the methods of each service.
  ///   - passing: The services whose requests go their usual way where no route takes them.
  package init(_ services: [String: [String]], passing: Set<String> = []) {
    hasOperations = services.contains { service, methods in
      HTTPHost.isName(service) && methods.contains { GraphQLOperation.split($0) != nil }
    }
    hosts = services.compactMap { service, methods in
      guard HTTPHost.isName(service), let host = try? HTTPHost(service) else { return nil }
      var root = Node()
      for method in methods {
        guard let template = try? RouteTemplate(method) else { continue }
        let route = Route(
          name: method, parameters: template.parameters, operation: template.operation)
        Self.add(route, template, template.segments[...], to: &root)
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

  /// Whether a request that no route takes goes its usual way, as its most precise host says.
  package func passes(at origin: HTTPOrigin) -> Bool {
    hosts(at: origin).first?.passes ?? false
  }

  /// Where a client of a server of ours wants to go, as the service of that host says; nil where none names it.
  package func origin(of asked: HTTPOrigin) -> HTTPOrigin? {
    hosts(at: asked).first { $0.host.name != .any }.map {
      HTTPOrigin(scheme: $0.host.scheme ?? "https", host: asked.host, port: $0.host.port)
    }
  }

  /// Where a request without a route goes: what a client of a server of ours leaves open is as the most precise host has it.
  package func completed(_ origin: HTTPOrigin) -> HTTPOrigin {
    guard origin.scheme == nil, let host = hosts(at: origin).first?.host, let scheme = host.scheme
    else { return origin }
    return HTTPOrigin(scheme: scheme, host: origin.host, port: host.port)
  }

  /// Whether a service of routes takes requests to a host.
  package func takes(_ origin: HTTPOrigin) -> Bool {
    hosts.contains { $0.host.accepts(origin) }
  }

  /// The host of the only service of routes; nil where there are others, or where it stands for many.
  package var onlyHost: String? {
    guard hosts.count == 1, case .exact(let name) = hosts[0].host.name else { return nil }
    return name
  }

  /// The hosts that a request may go to, in the order in which they are asked.
  private func hosts(at origin: HTTPOrigin) -> [Host] {
    let accepted = hosts.filter { $0.host.accepts(origin) }
    guard let port = origin.namedPort else { return accepted }
    return accepted.filter { $0.host.port == port } + accepted.filter { $0.host.port != port }
  }

  /// Finds the route of a request.
  ///
  /// - Parameters:
  ///   - method: The method of HTTP.
  ///   - path: The parts of the path.
  ///   - operation: What its body asks of GraphQL; nil where it asks for nothing there.
  ///   - origin: Where it goes.
  /// - Returns: The route; nil where there is none.
  package func match(
    _ method: String, _ path: [String], operation: GraphQLOperation? = nil, at origin: HTTPOrigin
  ) -> Match? {
    let wanted = Wanted(method: method, operation: operation)
    for host in hosts(at: origin) {
      var values: [String] = []
      guard let route = find(wanted, path[...], in: host.root, &values) else { continue }
      let parameters = Dictionary(zip(route.parameters, values)) { first, _ in first }
      return Match(
        host: host.host, service: host.service, method: route.name, parameters: parameters,
        operation: route.operation)
    }
    return nil
  }

  /// What decides between the routes of one path.
  private struct Wanted {
    let method: String
    let operation: GraphQLOperation?
  }

  private func find(
    _ wanted: Wanted, _ path: ArraySlice<String>, in node: Node, _ values: inout [String]
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
    _ wanted: Wanted, _ path: ArraySlice<String>, of node: Node, _ values: inout [String]
  ) -> Route? {
    guard let route = choose(wanted, of: node.rests) else { return nil }
    values.append(path.joined(separator: "/"))
    return route
  }

  private func choose(_ wanted: Wanted, of routes: Routes) -> Route? {
    routes.route(for: wanted.method, wanted.operation)
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
      case .parameters(let part):
        parts.indices.contains(index) && part.values(in: String(parts[index])) != nil
          ? String(parts[index]) : part.text(part.names.map { _ in "{}" })
      case .rest: parts.dropFirst(index).joined(separator: "/")
      }
    }
    let operation = template.operation.map { " \($0.description)" } ?? ""
    return "\(template.method ?? method) /\(segments.joined(separator: "/"))\(operation)"
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
