internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockSessions

/// What the bootstrap of an app can find to be wrong.
enum BootstrapFinding: Sendable {
  /// The environment holds no configuration that can be read.
  case unreadable(MockConfigurationError)
  /// The environment names a session, which the app has not got into.
  case session(SessionProblem)
  /// What shall answer for the script cannot be made.
  case responder(any Error)
  /// Answers are computed, and nothing computes them.
  case noResponder(methods: [String])
  /// Nobody registered a mock for the service.
  case unregistered(String, known: [String])
  /// Somebody may hold the service that the mock replaces.
  case resolvedEarlier(String)

  var failure: MockFailure {
    switch self {
    case .unreadable(let error):
      MockFailure(severity: .stop, message: "\(error.description) (\(Self.notReal))")
    case .session(let problem):
      MockFailure(severity: .stop, message: "\(problem) (\(Self.notReal))")
    case .responder(let error):
      failure(.stop, "the script that the configuration carries does not run: \(error)")
    case .noResponder(let methods):
      failure(
        .report,
        "\(methods.map { "`\($0)`" }.joined(separator: ", ")) \(methods.count == 1 ? "is" : "are") "
          + "computed at run time, and nothing in this app does that; "
          + "write `configureIfNeeded(responder: { try ScenarioRuntime(configuration: $0) })`")
    case .unregistered(let service, let known):
      failure(
        .report,
        "the real `\(service)` stays, since no mock is registered for it; "
          + (NearestName.nearest(to: service, among: known).map { "did you mean `\($0)`?" }
            ?? "write `MockServiceRegistry.shared.register(...)` with its mock"))
    case .resolvedEarlier(let service):
      failure(
        .report,
        "`\(service)` was resolved before it was mocked, so that somebody may hold the real one; "
          + "call `configureIfNeeded()` directly after the services are registered")
    }
  }

  /// Why the process stops instead of going on.
  private static let notReal = "the app stops rather than run with its real services"

  private func failure(_ severity: MockFailure.Severity, _ message: String) -> MockFailure {
    MockFailure(
      severity: severity, message: message, place: MockServiceConfiguration.environmentVariable)
  }
}
