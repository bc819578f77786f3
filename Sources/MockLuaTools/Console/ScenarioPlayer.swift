package import MockCalls
package import MockConfiguration
internal import MockContainer
internal import MockData
package import MockLua
internal import MockRoutes

/// Makes calls to a scenario without an app, to show the responses of its services.
///
/// The scenario can be a script or a configuration. All gates are open until you close them, because no app or test
/// would open them. A method whose responses are used up returns the error `exhausted`, even if its `exhaustBehavior`
/// is `fatalError`.
///
/// ```swift
/// let player = ScenarioPlayer(try ScenarioRuntime(path: "login.lua", clock: .virtual()))
/// if let request = MockCallRequest("OTP.verify", arguments: ["code": "1"]) {
///   let call = await player.play(request)
/// }
/// ```
package struct ScenarioPlayer: Sendable {
  private let runtime: ScenarioRuntime
  private let sequencers: [String: MockCallSequencer]
  private let routes: RouteTable

  /// The gates stay open from now on.
  package init(_ runtime: ScenarioRuntime) {
    runtime.gates.openByDefault()
    self.runtime = runtime
    sequencers = Dictionary(
      uniqueKeysWithValues: runtime.configuration.services.keys.map {
        ($0, runtime.sequencer(for: $0))
      })
    routes = RouteTable(runtime.configuration.hosts)
  }

  package var configuration: MockServiceConfiguration { runtime.configuration }
  package var sharedState: MockSharedState { runtime.sharedState }
  package var gates: MockGates { runtime.gates }

  /// The call can also be a request with its URL.
  package func play(
    _ given: MockCallRequest, reporting handler: MockFailureHandler = quiet
  ) async -> MockPlayedCall {
    let request: MockCallRequest
    do throws(MockServiceError) {
      request = try routed(given)
    } catch {
      return MockPlayedCall(name: given.name, count: 1, duration: .zero, answer: .error(error))
    }
    guard let sequencer = sequencers[request.service] else {
      return MockPlayedCall(
        name: request.name, count: 1, duration: .zero, answer: .error(unknownService(request)))
    }
    return await MockFailureHandler.$override.withValue(handler) {
      await sequencer.play(request.method, arguments: MockArguments(request.arguments))
    }
  }

  /// The call is neither counted nor recorded.
  ///
  /// - Throws: `MockServiceError` for a method without responses, or if a condition of the script fails.
  package func explain(_ request: MockCallRequest) async throws -> MockExplanation {
    let request = try routed(request)
    guard let sequencer = sequencers[request.service] else { throw unknownService(request) }
    var explanation = try sequencer.explanation(
      of: request.method, arguments: MockArguments(request.arguments))
    if HTTPHost.isName(request.service) {
      explanation.note = RoutedCall.bodyProblem(of: request.arguments)
    }
    return explanation
  }

  /// Returns the call of the route that responds to a request; any other call is returned unchanged.
  ///
  /// The call keeps the other arguments of the request.
  private func routed(_ call: MockCallRequest) throws(MockServiceError) -> MockCallRequest {
    guard let (method, given) = call.request else { return call }
    let url = given.hasPrefix("/") ? try address(ofPath: given, of: call, method) : given
    guard let request = RoutedRequest(method, url: url) else {
      throw MockServiceError(
        code: MockErrorCode.unconfigured.rawValue,
        message: "`\(url.escaped)` isn't an HTTP URL; write `GET https://api.example.com/path`")
    }
    let operation = operation(in: call, of: request)
    let found: RoutedCall
    if let operation { found = operation } else { found = try routes.call(for: request) }
    var routed = call
    (routed.service, routed.method) = (found.service, found.method)
    let isRaw = configuration.services[found.service]?.raw == true
    if operation != nil {
      routed.arguments = found.arguments
    } else if case .dictionary(let known) = found.arguments,
      case .dictionary(let given) = call.arguments
    {
      let pattern = RoutePattern(found.service, found.method, isRaw: isRaw)
      for name in given.keys.sorted() {
        guard let problem = pattern?.problem(in: [name: ["$exists": true]]),
          !["path", "query", "headers"].contains(name)
        else { continue }
        throw MockServiceError(
          code: MockErrorCode.unconfigured.rawValue, message: problem.description)
      }
      routed.arguments = .dictionary(
        GraphQLOperation.split(found.method) == nil
          ? RoutedRequest.arguments(known, adding: given) : known.merging(given) { $1 })
    }
    return routed
  }

  /// Returns the call of the GraphQL operation in the body of a request, as a server reads it; nil without an operation.
  private func operation(in call: MockCallRequest, of request: RoutedRequest) -> RoutedCall? {
    guard request.operation == nil, let body = call.arguments.member(at: ["body"]) else {
      return nil
    }
    var sent = request
    (sent.headers, sent.body) = ([("Content-Type", "application/json")], body.compactJSON)
    guard let found = try? routes.call(for: sent), GraphQLOperation.split(found.method) != nil
    else { return nil }
    return found
  }

  /// Returns the URL of a path on the only host that responds to it, or otherwise on the only host.
  private func address(
    ofPath path: String, of call: MockCallRequest, _ method: String
  ) throws(MockServiceError) -> String {
    let hosts = configuration.hosts.keys.sorted()
    let known = hosts.compactMap(Self.origin).map { $0 + path }
    // A socket without an event is found, too, so that the error can name the events.
    let isEventless = method == SocketEvent.word && SocketEvent.split("\(method) \(path)") == nil
    let event = isEventless ? " \(SocketEvent.message.rawValue)" : ""
    // The routes for any host respond on each known host.
    let routed = known.compactMap { url -> (url: String, service: String)? in
      guard let request = RoutedRequest(method, url: url + event),
        let found = operation(in: call, of: request) ?? (try? routes.call(for: request))
      else { return nil }
      return (url, found.service)
    }
    let services = Set(routed.map(\.service)).count
    if services == 1 {
      return (routed.first { $0.url == Self.origin($0.service).map { $0 + path } } ?? routed[0]).url
    }
    let candidates = routed.isEmpty ? known : routed.map(\.url)
    if candidates.count == 1 { return candidates[0] }
    let problem =
      switch (services, known.count) {
      case (0, 0): "the script has no host for"
      case (0, _): "no host has a route for"
      default: "\(services) hosts have a route for"
      }
    let example = candidates.first ?? "https://api.example.com" + path
    throw MockServiceError(
      code: MockErrorCode.unconfigured.rawValue,
      message: "\(problem) `\(method) \(path.escaped)`; "
        + "write the whole address, such as `\(method) \(example.escaped)`")
  }

  /// Returns the start of a host's URLs, or nil if the name of the host has a placeholder.
  private static func origin(_ host: String) -> String? {
    if host == "//*" { return "http://localhost" }
    guard !host.contains("*") else { return nil }
    return host.hasPrefix("//") ? "https:\(host)" : host
  }

  private func unknownService(_ request: MockCallRequest) -> MockServiceError {
    let isAddress = HTTPHost.isName(request.service) && !request.name.contains(" ")
    let hint =
      isAddress
      ? "write `GET \(request.name.escaped)` for a request"
      : NearestName.hint(for: request.service, candidates: sequencers.keys)
    return MockServiceError(
      code: MockErrorCode.unconfigured.rawValue,
      message: "unknown service `\(request.service.escaped)`; "
        + (hint ?? "the script declares no services"))
  }

  /// A failure handler that ignores exhausted sequences, because the player shows them as responses.
  ///
  /// All other reports are passed to the handler of the process.
  package static let quiet = MockFailureHandler { failure in
    if failure.severity == .report { MockFailureHandler.shared.report(failure) }
  }
}
