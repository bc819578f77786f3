internal import MockConfiguration
internal import MockData

// The response of a method or a route, as in a configuration.

extension ScriptRecord.Response {
  /// Returns the response as in a configuration, but without a function's name, a pattern, and the global delay.
  ///
  /// - Throws: `RouteProblem` if the response is only for routes and the method isn't a route, or if routes don't
  ///   support the response.
  func lowered(
    of service: String, _ route: String, _ form: @autoclosure () -> RoutedForm
  ) throws(RouteProblem) -> MockResponse {
    guard HTTPHost.isName(service) else {
      if close != nil {
        throw RouteProblem(
          "`close` is for sockets, and `\(service.escaped)` isn't a host",
          "write `http \"https://api.example.com\" { [\"WS /path\"] = socket { ... } }`")
      }
      if let word = wordOfRoute {
        throw RouteProblem(
          "`\(word)` is for routes, but `\(service.escaped)` isn't a host",
          "write `http \"https://api.example.com\" { [\"GET /path\"] = ... }`")
      }
      return loweredOfMethod
    }
    return try loweredOfRoute(route, form())
  }

  /// The first word of the response that is only allowed for routes, if any.
  private var wordOfRoute: String? {
    if fault != nil { return "fault" }
    if status != nil { return "status" }
    if dribble != nil { return ":dribble" }
    return headers != nil ? ":headers" : nil
  }

  /// The response of a method as in a configuration, but without a function's name, a pattern, and the global delay.
  var loweredOfMethod: MockResponse {
    var response: MockResponse
    switch kind {
    case .success: response = MockResponse(result: .success, value: value)
    case .error: response = MockResponse(result: .error, error: error)
    case .stream: response = MockResponse(result: .stream, error: error, values: values)
    case .callback: response = MockResponse(result: .callback)
    case .passthrough: response = MockResponse(result: .passthrough)
    }
    response.delayMs = delay
    response.intervalMs = interval
    response.staysOpen = staysOpen ? true : nil
    response.gate = gate
    response.chance = chance
    response.optional = isOptional ? true : nil
    response.ignoresUnknownKeys = ignoresUnknownKeys ? true : nil
    response.dribble = dribble
    for update in updates {
      response.updateSharedState = (response.updateSharedState ?? [:]).merging(update.values) {
        $1
      }
    }
    return response
  }
}
