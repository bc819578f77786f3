internal import MockCalls
internal import MockConfiguration
internal import MockData

/// Compares the requests of a route with a description.
struct RequestRule: Sendable {
  /// The name of the function that decides whether a request is rejected, and that rejects it.
  let name: String
  let request: OpenAPIRequest
  /// The place in the script that requests the comparison.
  let place: ScriptLocation?
  /// Whether a wrong request gets the status 400.
  ///
  /// Otherwise it's a failure of the test.
  let rejects: Bool

  /// Returns the name for a route.
  static func name(of service: String, _ method: String) -> String {
    "\(service).\(method)\(suffix)"
  }

  static let suffix = "#request"

  /// The response that rejects a wrong request, before all others.
  var rejection: MockResponse {
    var response = MockResponse(result: .callback)
    response.callback = name
    response.match = try? MatchPattern(["$where": .string(name)])
    response.optional = true
    return response
  }

  /// Returns the response for a wrong request: the problems as described by RFC 9457.
  func rejection(of arguments: AnyCodableValue) -> MockResponse {
    let problems = request.problems(of: arguments).map(\.description)
    var answer = RoutedValue(
      .body([
        "type": "about:blank", "title": "Bad Request", "status": 400,
        "detail": .string(problems.first ?? "the request is wrong"),
        "errors": .array(problems.map { .string($0) }),
      ]), status: 400)
    answer.headers["Content-Type"] = ["application/problem+json"]
    return MockResponse(result: .success, value: answer.value)
  }

  /// Returns a failure for each problem with a request.
  func failures(of arguments: AnyCodableValue) -> [MockFailure] {
    request.problems(of: arguments).map {
      MockFailure(.wrongRequest, $0.description, at: place)
    }
  }
}
