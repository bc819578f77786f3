internal import MockConfiguration

/// What a script says of a route besides its answers.
struct RouteRules: Sendable {
  var form = RoutedForm.plain
  /// What a description says of the route; nil where there is none.
  var operation: OpenAPIOperation?
}

extension ScenarioRuntime {
  /// What the script says of a route besides its answers; nil where that is nothing.
  nonisolated func rules(of service: String, _ method: String) -> RouteRules? {
    scenario.routeRules[service]?[method]
  }

  /// How each value of a computed stream becomes an event of a route's answer; nil for a method that is no route.
  nonisolated func form(of service: String, _ method: String) -> RoutedForm? {
    HTTPHost.isName(service) ? rules(of: service, method)?.form ?? .plain : nil
  }
}
