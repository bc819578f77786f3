internal import MockCalls
internal import MockConfiguration
internal import MockData

/// Compares the requests of a route with a description.
struct RequestRule: Sendable {
  /// The name of the rule's condition, and of the callback that creates the response to an invalid request.
  let name: String
  let request: OpenAPIRequest
  let place: ScriptLocation?
  /// Whether an invalid request gets the status 400.
  ///
  /// Otherwise, it fails the test.
  let rejects: Bool

  static func name(of service: String, _ method: String) -> String {
    "\(service).\(method)\(suffix)"
  }

  static let suffix = "#request"

  /// The response that rejects an invalid request.
  ///
  /// It comes before all other responses.
  var rejection: MockResponse {
    var response = MockResponse(result: .callback)
    response.callback = name
    response.match = try? MatchPattern(["$where": .string(name)])
    response.optional = true
    return response
  }

  /// Returns the response to an invalid request, which contains the problems in the format of RFC 9457.
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

  func failures(of arguments: AnyCodableValue) -> [MockFailure] {
    request.problems(of: arguments).map {
      MockFailure(.wrongRequest, $0.description, at: place)
    }
  }
}
