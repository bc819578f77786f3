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
    if fields.dribble != nil { return ":dribble" }
    return headers != nil ? ":headers" : nil
  }

  /// The response of a method as in a configuration, but without a function's name, a pattern, and the global delay.
  var loweredOfMethod: MockResponse {
    var response = fields
    if fields.result != .success { response.value = nil }
    if fields.result != .error && fields.result != .stream { response.error = nil }
    response.values = fields.result == .stream ? fields.values ?? [] : nil
    for update in updates {
      response.updateSharedState = (response.updateSharedState ?? [:]).merging(update.values) {
        $1
      }
    }
    return response
  }
}
