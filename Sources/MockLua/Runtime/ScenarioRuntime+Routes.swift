internal import MockCalls
internal import MockConfiguration
internal import MockData

// The declarations of routes, apart from their responses.

extension ScenarioRuntime {
  /// Returns the declarations of a route without its responses, or nil if there aren't any.
  nonisolated func rules(of service: String, _ method: String) -> RouteRules? {
    scenario.routeRules[service]?[method]
  }

  /// Returns the form in which a route's response sends the values of a computed stream as events.
  ///
  /// Returns nil for a method that isn't a route.
  nonisolated func form(of service: String, _ method: String) -> RoutedForm? {
    HTTPHost.isName(service)
      ? rules(of: service, method)?.form ?? RoutedForm(of: method) : nil
  }

  /// Returns the rule that rejects invalid requests, by the name of its function.
  nonisolated func rejectingRule(_ name: String) -> RequestRule? {
    guard name.hasSuffix(RequestRule.suffix) else { return nil }
    let scenario = scenario
    for (service, rules) in scenario.routeRules where name.hasPrefix("\(service).") {
      let method = name.dropFirst(service.count + 1).dropLast(RequestRule.suffix.count)
      if let rule = rules[String(method)]?.request { return rule }
    }
    return nil
  }

  /// Returns a failure for each way in which a request differs from the description of its route.
  nonisolated func failures(
    of service: String, _ method: String, _ arguments: () -> AnyCodableValue
  ) -> [MockFailure] {
    guard let rule = rules(of: service, method)?.request, !rule.rejects else { return [] }
    return rule.failures(of: arguments())
  }
}
