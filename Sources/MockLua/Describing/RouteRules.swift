internal import MockConfiguration

/// The declarations of a route other than its responses.
struct RouteRules: Sendable {
  var form = RoutedForm.plain
  /// The operation that describes the route, if there is one.
  var operation: OpenAPIOperation?
}

extension ScenarioRuntime {
  /// Returns the declarations of a route other than its responses, or nil if there are none.
  nonisolated func rules(of service: String, _ method: String) -> RouteRules? {
    scenario.routeRules[service]?[method]
  }

  /// Returns the form in which values of a computed stream become events of a route's response.
  ///
  /// Returns nil for a method that isn't a route.
  nonisolated func form(of service: String, _ method: String) -> RoutedForm? {
    HTTPHost.isName(service)
      ? rules(of: service, method)?.form ?? RoutedForm(of: method) : nil
  }
}
