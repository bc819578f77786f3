package import MockCalls
internal import MockConfiguration
package import MockData

/// The call for a request.
package struct RoutedCall: Sendable {
  /// The name of the service, which is the host.
  package var service: String
  /// The name of the method, which is the route.
  package var method: String
  package var arguments: AnyCodableValue

  /// The call for the sequencer of its service.
  package var call: Call { Call(method, MockArguments(data: arguments)) }

  /// The error code for a request whose body exceeds the server's limits.
  package static let tooLarge = "contentTooLarge"
  /// The name of the argument that contains the reason why `body` doesn't match the request's headers.
  static let bodyProblem = "bodyProblem"

  /// Returns the value of the argument `bodyProblem`, if any.
  static func statedProblem(in arguments: AnyCodableValue) -> String? {
    arguments.member(at: [bodyProblem])?.string
  }

  /// Returns why the body of a request doesn't match its headers, or nil if it does.
  ///
  /// If handwritten arguments include headers, a body that is a string is checked like the body of a real request.
  package static func bodyProblem(of arguments: AnyCodableValue) -> String? {
    if let problem = statedProblem(in: arguments) { return problem }
    // A string may be valid JSON, too. Text that begins with a bracket should have been an object or a list.
    guard case .string(let text)? = arguments.member(at: ["body"]),
      let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[",
      case .string(let type)? = arguments.member(at: ["headers", "content-type"])
    else { return nil }
    return (try? RequestBody(Array(text.utf8), type: type))?.problem
  }
}

extension RoutedCall {
  /// Returns whether a method is safe, which means that its requests change nothing (RFC 9110, 9.2.1).
  ///
  /// A request with a safe method can also be sent to the live service just to compare its response.
  package static func isSafe(_ method: String) -> Bool { ["GET", "HEAD"].contains(method) }

  /// Creates the call for a request without a route, from the request's path, or returns nil if no route can have that
  /// path.
  ///
  /// `method` is the first word of the call's name. The default is the request's method.
  init?(unrouted request: RoutedRequest, _ routes: RouteTable, method: String? = nil) {
    let word = method ?? request.method
    var request = request
    request.origin = routes.completed(request.origin)
    let port = request.origin.port.flatMap { port in
      ["http": 80, "https": 443][request.origin.scheme ?? ""] == port ? nil : ":\(port)"
    }
    let host =
      "\(request.origin.scheme.map { "\($0)://" } ?? "//")\(request.origin.host)\(port ?? "")"
    let path = RouteTemplate.literal(request.path.prefix { $0 != "?" })
    guard let service = try? HTTPHost(host).service,
      (try? RouteTemplate("\(request.method) \(path)")) != nil,
      let body = try? request.readBody()
    else { return nil }
    self.init(
      service: service, method: "\(word) \(path)", arguments: request.arguments([:], body))
  }
}

extension MockCallLog {
  /// The maximum length of a path in the name of a call, in characters.
  private static var pathLengthLimit: Int { 200 }

  /// Records a request without a route, under its host and path.
  func append(unrouted request: RoutedRequest, with error: MockServiceError) {
    let port = request.origin.port.map { ":\($0)" } ?? ""
    let service = "\(request.origin.scheme.map { "\($0):" } ?? "")//\(request.origin.host)\(port)"
    let path = request.path.prefix { $0 != "?" }.prefix(Self.pathLengthLimit)
    // A body that exceeds the limits isn't kept.
    guard let body = try? request.readBody() else { return }
    append(
      refused: "\(request.method) \(path)", of: service, request.arguments([:], body),
      with: error.ofUnroutedRequest)
  }
}

extension MockServiceError {
  /// A copy of the error, marked as the error of a call that has no response.
  ///
  /// The log and the report use equal errors, so that a test shows only one issue.
  var ofUnroutedRequest: MockServiceError {
    MockServiceError(
      code: code, message: message, details: nil, problem: .unconfigured, place: nil)
  }
}
