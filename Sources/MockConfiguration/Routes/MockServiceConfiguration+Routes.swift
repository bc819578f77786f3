internal import MockData

extension MockServiceConfiguration {
  /// The services whose names are hosts.
  package var hosts: [String: MockServiceEntry] {
    services.filter { HTTPHost.isName($0.key) }
  }

  /// Reports the problems of hosts, routes, and their responses.
  func checkRoutes(at root: ConfigurationNode) throws {
    let services = root.child(.null, .name(Key.services.rawValue))
    for (name, entry) in self.services.sortedByKeyBytes() where HTTPHost.isName(name) {
      let service = services.child(.null, .name(name))
      let methods = service.child(.null, .name(MockServiceEntry.Key.methods.rawValue))
      for problem in RouteCheck.problems(of: name, methods: entry.methods.keys) {
        let node = problem.route.map { methods.child(.null, .name($0)) } ?? service
        try root.context.note(node.error(.route(problem.problem), atKey: true))
      }
      for (method, config) in entry.methods.sortedByKeyBytes() {
        let responses = methods.child(.null, .name(method))
          .child(.null, .name(MockMethodConfig.Key.responses.rawValue))
        for (index, response) in config.responses.enumerated() {
          do throws(RouteProblem) {
            try RouteCheck.check(response)
          } catch {
            let node = responses.child(.null, .index(index))
            try root.context.note(node.error(.route(error)))
          }
        }
      }
    }
  }
}

/// The checks of one service's routes.
package enum RouteCheck {
  /// Returns the problems of the host's name and of the routes' names.
  ///
  /// For a problem of the host's name, the route is nil.
  package static func problems(
    of service: String, methods: some Collection<String>
  ) -> [(route: String?, problem: RouteProblem)] {
    var problems: [(route: String?, problem: RouteProblem)] = []
    do throws(RouteProblem) {
      let host = try HTTPHost(service)
      if host.service != service {
        problems.append(
          (
            nil,
            RouteProblem(
              "the host `\(service.escaped)` isn't in its normal form", "write `\(host.service)`")
          ))
      }
    } catch {
      problems.append((nil, error))
    }
    var known: [RouteTemplate: String] = [:]
    for method in methods.sorted(by: { $0.precedesInBytes($1) }) {
      do throws(RouteProblem) {
        let template = try RouteTemplate(method)
        guard let other = known.updateValue(method, forKey: template.key) else { continue }
        problems.append(
          (
            method,
            RouteProblem(
              "the route `\(method.escaped)` matches the same requests as `\(other.escaped)`",
              "keep one, and distinguish requests with `when({ path = ... }, ...)`")
          ))
      } catch {
        problems.append((method, error))
      }
    }
    return problems
  }

  /// Throws an error for a response that a route doesn't support.
  package static func check(_ response: MockResponse) throws(RouteProblem) {
    switch response.result {
    case .callback, .passthrough: return
    case .success: _ = try RoutedValue(response.value)
    case .stream: for value in response.values ?? [] { _ = try RoutedValue(value) }
    case .error: break
    }
    guard let code = response.error?.code, URLErrorName.code(of: code) == nil else { return }
    let hint =
      NearestName.hint(for: code, candidates: Array(URLErrorName.all)) ?? "write `timedOut`"
    throw RouteProblem(
      "`\(code.escaped)` isn't an error of a request",
      "\(hint)\(hint.hasSuffix("?") ? "" : ".") A response such as 404 is a `status`"
    )
  }
}
