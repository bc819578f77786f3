package import MockCalls
package import MockConfiguration
package import MockContainer
package import MockData

extension RouteSource {
  /// Responds to a request with its route, and returns a function that cancels the call.
  ///
  /// It runs on the caller's thread until the call has to wait. Without `live`, requests can't be passed through to the
  /// network. `whenBegun` is called after the call has begun, or even ended. `receive` gets the parts of the response
  /// in order, which are the same for `HEAD` as for `GET`. `finish` is called once at the end, with an error if the
  /// request fails.
  ///
  /// Throws `MockServiceError` if no route matches the request, and the request isn't sent to the network instead. The
  /// error is also recorded and reported.
  package func answer(
    _ request: RoutedRequest, live: LiveRequest? = nil,
    whenBegun: @escaping @Sendable () -> Void = {},
    receive: @escaping @Sendable (RoutedPart) -> Void,
    finish: @escaping @Sendable (RoutedFailure?) -> Void
  ) throws(MockServiceError) -> @Sendable () -> Void {
    let call: RoutedCall
    do throws(MockServiceError) {
      call = try routes.call(for: request)
    } catch {
      if let live, !passesUnknown, routes.passes(request, because: error) {
        return pass(request, live, whenBegun, RoutedResponse(receive, finish, bodyProblem: nil))
      }
      guard live != nil, passesUnknown, let unrouted = RoutedCall(unrouted: request, routes) else {
        log.append(unrouted: request, with: error)
        report(MockFailure(.unanswered, because: error.ofUnroutedRequest, error.message))
        guard context.hasNoScenario else { throw error }
        throw MockServiceError(code: error.code, message: MockCallContext.noScenarioForRequests)
      }
      call = unrouted
    }
    let answer = RoutedResponse(
      receive, finish, bodyProblem: RoutedCall.statedProblem(in: call.arguments))
    let sequencer = sequencer(for: call.service)
    let calling = StreamCancellation()
    let begin = { @Sendable (call: Call) in
      calling.set(
        sequencer.stream(call, beginsAtOnce: true) { value, item in
          if !answer.take(value, item.liveValue as? LiveResponse) { calling.cancel() }
        } finish: { end in
          answer.end(end)
        })
      whenBegun()
    }
    // A log counts the bytes that it keeps, because bodies can be large.
    let made = call.call
    if let live, sequencer.mayPass(call.method) {
      let work = Task(priority: .high) {
        begin(
          await sequencer.begun(made, comparing: RoutedCall.isSafe(request.method)) {
            let response = try await live(request)
            return LiveServiceResponse(returning: response, as: response.value.value)
          })
      }
      return {
        work.cancel()
        calling.cancel()
      }
    }
    begin(made)
    return { calling.cancel() }
  }

  /// Sends a request without a route to the network, because its host passes such requests through.
  ///
  /// It isn't a call, so it isn't recorded.
  private func pass(
    _ request: RoutedRequest, _ live: @escaping LiveRequest, _ whenBegun: @Sendable () -> Void,
    _ answer: RoutedResponse
  ) -> @Sendable () -> Void {
    let work = Task(priority: .high) {
      do {
        answer.end(try await live(request))
      } catch {
        answer.end(error)
      }
    }
    whenBegun()
    return { work.cancel() }
  }
}

extension RouteTable {
  /// Returns the call for a request, with its route.
  ///
  /// - Throws: `MockServiceError` with the code `unconfigured` if no route matches. The message contains the most
  ///   similar route.
  package func call(for request: RoutedRequest) throws(MockServiceError) -> RoutedCall {
    if request.method == SocketEvent.word, let call = RoutedSocket.call(for: request, self) {
      return call
    }
    let path = request.target.path
    let body = try request.readBody()
    let sent = hasOperations ? GraphQLRequest.operations(in: body) : nil
    let graphQLRequest = hasOperations ? GraphQLRequest(request, sent: sent) : nil
    guard
      let match = match(
        request.method, path, operation: graphQLRequest?.operation, at: request.origin)
    else {
      if let problem = batchProblem(request, path, sent) { throw problem }
      let operation = graphQLRequest.map { " \($0.operation.description)" } ?? ""
      let route = "/" + path.joined(separator: "/")
      let host = (request.origin.scheme.map { "\($0)://" } ?? "") + request.origin.host
      let declaration =
        request.isHandshake
        ? "[\"WS \(route.escaped)\"] = socket { ... }"
        : "[\"\(request.method.escaped) \(route.escaped)\"] = reply()"
      let hint =
        socketHint(for: request) ?? hint(for: request.method, route + operation, at: request.origin)
        ?? "declare it: `http \"\(host.escaped)\" { \(declaration) }`"
        + (request.isHandshake ? "" : ", or in Swift by `MockHTTP.routes`")
      throw MockServiceError(
        code: MockErrorCode.unconfigured.rawValue,
        message:
          "no route matches `\(request.method.escaped) \((request.url + operation).escaped)`; "
          + hint + (hasOperations ? body.problem.map { "; \($0)" } ?? "" : ""))
    }
    var request = request
    // A request to the server's own port doesn't show the scheme and port that the client would have used without the
    // server, so the script determines them.
    if request.origin.scheme == nil {
      request.origin.scheme = match.host.scheme ?? "http"
      request.origin.port = match.host.port ?? request.origin.namedPort
    }
    return RoutedCall(
      service: match.service, method: match.method,
      arguments: match.operation == nil
        ? request.arguments(match.parameters, body, isRaw: match.isRaw)
        : graphQLRequest?.variables ?? [:])
  }

  /// Returns the suggestion for a call of a socket that doesn't name an event, or nil for any other request.
  private func socketHint(for request: RoutedRequest) -> String? {
    guard request.method == SocketEvent.word,
      socket(at: request.target.path, of: request.origin) != nil
    else { return nil }
    let name = "\(request.method) \(request.path)".escaped
    return "name an event of the socket, as in `\(name) message` or `\(name) open`"
  }

  /// Decides whether a request goes to the network, because it has no route and its host passes such requests through.
  ///
  /// `error` is the error of ``call(for:)``.
  func passes(_ request: RoutedRequest, because error: MockServiceError) -> Bool {
    guard error.code == MockErrorCode.unconfigured.rawValue, !request.isHandshake,
      passes(at: request.origin)
    else { return false }
    guard hasOperations, let body = try? request.readBody() else { return true }
    let sent = GraphQLRequest.operations(in: body)
    return batchProblem(request, request.target.path, sent) == nil
  }

  /// Returns the error for a batch of operations, or nil for any other request.
  private func batchProblem(
    _ request: RoutedRequest, _ path: [String], _ sent: AnyCodableValue?
  ) -> MockServiceError? {
    guard hasOperations, let batch = GraphQLRequest.batch(in: sent),
      batch.contains(where: {
        match(request.method, path, operation: $0, at: request.origin) != nil
      })
    else { return nil }
    let names = batch.prefix(5).map { "`\($0.description.escaped)`" }.joined(separator: ", ")
    let route = "\(request.method) /\(path.joined(separator: "/"))"
    return MockServiceError(
      code: MockErrorCode.unconfigured.rawValue,
      message:
        "`\(request.method.escaped) \(request.url.escaped)` requests \(batch.count) operations in one body: \(names); "
        + "let the client send each separately, or declare `http \"\(request.origin.host.escaped)\" "
        + "{ [\"\(route.escaped)\"] = function(request) ... end }`, which gets the list as `request.body`"
    )
  }
}

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
