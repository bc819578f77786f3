package import MockCalls
package import MockConfiguration
internal import MockContainer
internal import MockData
internal import MockRoutes

/// Plays calls on a scenario from outside of an app: what its services would answer, one after the other.
///
/// It plays scripts as well as configurations. Gates stand open until they are closed, because nobody else is
/// there to open them, and a method whose responses are used up answers `exhausted`, also where `exhaustBehavior` is
/// `fatalError`.
///
/// ```swift
/// let player = ScenarioPlayer(try ScenarioRuntime(path: "login.lua", clock: .virtual()))
/// if let request = MockCallRequest("OTP.verify", arguments: ["code": "1"]) {
///   let call = await player.play(request)
/// }
/// ```
package struct ScenarioPlayer: Sendable {
  /// The configuration that is played.
  package let configuration: MockServiceConfiguration
  /// The state that the services share.
  package let sharedState: MockSharedState
  /// The gates at which responses wait; a call that waits at a closed one goes on when that is opened.
  package let gates: MockGates

  /// Keeps the script alive; nil where there is none.
  private let runtime: ScenarioRuntime?
  private let sequencers: [String: MockCallSequencer]
  private let routes: RouteTable

  /// Plays on a script that runs; its gates stand open from now on.
  package init(_ runtime: ScenarioRuntime) {
    runtime.gates.standOpen()
    let sequencers = runtime.configuration.services.keys.map { ($0, runtime.sequencer(for: $0)) }
    self.init(
      configuration: runtime.configuration, sharedState: runtime.sharedState,
      gates: runtime.gates, runtime: runtime,
      sequencers: Dictionary(uniqueKeysWithValues: sequencers))
  }

  /// Plays on a configuration, with the script that it carries if there is one.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - clock: Where delays wait.
  ///   - seed: The start of random delays where no script says it.
  /// - Throws: ``ScenarioError`` where the configuration's script makes mistakes.
  package init(
    configuration: MockServiceConfiguration, clock: MockClock, seed: UInt64 = 0
  ) throws(ScenarioError) {
    guard configuration.script == nil else {
      self.init(try ScenarioRuntime(configuration: configuration, clock: clock))
      return
    }
    let made = MockSequencers(
      configuration, context: MockCallContext(clock: clock, seed: seed))
    made.gates.standOpen()
    let sequencers = configuration.services.keys.map { ($0, made.sequencer(for: $0)) }
    self.init(
      configuration: configuration, sharedState: made.sharedState, gates: made.gates, runtime: nil,
      sequencers: Dictionary(uniqueKeysWithValues: sequencers))
  }

  private init(
    configuration: MockServiceConfiguration, sharedState: MockSharedState, gates: MockGates,
    runtime: ScenarioRuntime?, sequencers: [String: MockCallSequencer]
  ) {
    self.configuration = configuration
    self.sharedState = sharedState
    self.gates = gates
    self.runtime = runtime
    self.sequencers = sequencers
    routes = RouteTable(configuration.hosts)
  }

  /// Makes a call and gives its whole answer.
  ///
  /// - Parameters:
  ///   - given: The call, or a request by its address.
  ///   - handler: Who hears what the answer cannot tell; by default who hears it in this process.
  /// - Returns: The call as it was answered.
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

  /// What a call would be answered with, and why; nothing is counted, recorded or updated.
  ///
  /// - Throws: `MockServiceError` for a method that has no responses, and where a condition of the
  ///   script fails.
  package func explain(_ request: MockCallRequest) async throws -> MockExplanation {
    let request = try routed(request)
    guard let sequencer = sequencers[request.service] else { throw unknownService(request) }
    var explanation = try await sequencer.explanation(
      of: request.method, arguments: MockArguments(request.arguments))
    if HTTPHost.isName(request.service) {
      explanation.note = RoutedCall.bodyProblem(of: request.arguments)
    }
    return explanation
  }

  /// The call that a request is: by its route, with whatever arguments were given besides.
  private func routed(_ call: MockCallRequest) throws(MockServiceError) -> MockCallRequest {
    guard let (method, url) = call.request else { return call }
    guard let request = RoutedRequest(method, url: url) else {
      throw MockServiceError(
        code: MockErrorCode.unconfigured.rawValue,
        message: "`\(url.escaped)` isn't an HTTP URL; write `GET https://api.example.com/path`")
    }
    let found = try routes.call(for: request)
    var routed = call
    (routed.service, routed.method) = (found.service, found.method)
    if case .dictionary(let known) = found.arguments, case .dictionary(let given) = call.arguments {
      routed.arguments = .dictionary(
        GraphQLOperation.split(found.method) == nil
          ? RoutedRequest.arguments(known, adding: given) : known.merging(given) { $1 })
    }
    return routed
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
        + (hint ?? "the script declares none"))
  }

  /// A sequence that is used up is an answer here, and no reason to stop.
  package static let quiet = MockFailureHandler { failure in
    if failure.severity == .report { MockFailureHandler.shared.report(failure) }
  }
}
