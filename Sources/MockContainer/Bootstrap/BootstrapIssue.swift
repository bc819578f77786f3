internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform
internal import MockSessions

enum BootstrapIssue: Sendable {
  /// The environment contains a configuration that can't be read.
  case unreadable(MockConfigurationError)
  /// The environment contains the address of a session that the app couldn't join.
  case session(SessionProblem)
  /// The responder for the script couldn't be created.
  case responder(any Error)
  /// There are dynamic responses, but the app has no responder.
  case noResponder(methods: [String])
  /// No mock is registered for the service.
  case unregistered(String, known: [String])
  /// The configuration responds to requests to a host, but the app's requests aren't intercepted.
  case notIntercepted(String)
  /// Other code may have a reference to the service that the mock replaces.
  case resolvedEarlier(String)
  /// A mock was created, or one of its static requirements was called, before the bootstrap.
  case calledEarlier(String)

  var diagnostic: MockDiagnostic {
    switch self {
    case .unreadable(let error):
      var diagnostic = error.diagnostic
      if let suggestion = diagnostic.suggestion {
        diagnostic.suggestion = "\(suggestion) \(Self.notReal)"
      } else {
        diagnostic.problem += " \(Self.notReal)"
      }
      return diagnostic
    case .session(let problem):
      return MockDiagnostic(code: "session", sentence: "\(problem) \(Self.notReal)")
    case .responder(let error):
      return MockDiagnostic(
        code: "script", at: Self.variable,
        problem: "the script in the configuration does not run: \(error)")
    case .noResponder(let methods):
      let names = methods.map { "`\($0)`" }.joined(separator: ", ")
      return MockDiagnostic(
        code: "no-responder", at: Self.variable,
        problem:
          "\(names) \(methods.count == 1 ? "is" : "are") computed at run time, but this app "
          + "does not have a responder",
        suggestion:
          "write `configureIfNeeded(responder: { try ScenarioRuntime(configuration: $0) })`")
    case .unregistered(let service, let known):
      return MockDiagnostic(
        .warning, code: "unregistered", at: Self.variable,
        problem: "the real `\(service)` is used, because no mock is registered for it",
        suggestion: NearestName.likelyTypo(of: service, candidates: known).map {
          "did you mean `\($0)`?"
        }
          ?? "write `MockServiceRegistry.shared.register(Mock\(service).self)`")
    case .notIntercepted(let host):
      return MockDiagnostic(
        .warning, code: "not-intercepted", at: Self.variable,
        problem:
          "requests to `\(host)` go to the network, because nothing in this app intercepts them",
        suggestion:
          "call `MockHTTP.intercept()` of the product MockHTTP before `configureIfNeeded()`")
    case .resolvedEarlier(let service):
      return MockDiagnostic(
        .warning, code: "resolved-earlier", at: Self.variable,
        problem:
          "`\(service)` was resolved before it was mocked, so other code may hold the real "
          + "one",
        suggestion: "call `configureIfNeeded()` directly after the services are registered")
    case .calledEarlier(let service):
      return MockDiagnostic(
        .warning, code: "called-earlier",
        problem:
          "a mock of `\(service)` was created or called before the bootstrap, so it "
          + "isn't configured",
        suggestion: "call `configureIfNeeded()` before anything creates or calls a mock")
    }
  }

  /// The failure to report for the issue.
  ///
  /// If the configuration can't be used at all, the failure stops the app, because the app would otherwise run with its
  /// real services. Otherwise, the app continues.
  var failure: MockFailure {
    switch self {
    case .unreadable, .session:
      MockFailure(severity: .stop, message: diagnostic.description).ofLaunch
    case .responder: failure(.stop).ofLaunch
    case .noResponder, .unregistered, .notIntercepted, .resolvedEarlier, .calledEarlier:
      failure(.report)
    }
  }

  /// The reason why the process stops.
  private static let notReal = "(the app stops rather than run with its real services)"

  private static let variable = ScriptLocation(file: MockServiceConfiguration.environmentVariable)

  private func failure(_ severity: MockFailure.Severity) -> MockFailure {
    let diagnostic = diagnostic
    return MockFailure(
      severity: severity, message: diagnostic.message, place: diagnostic.place)
  }
}

/// Reports a library that is loaded twice in a process.
package enum SecondCopy {
  /// Reports the problem to the failure handler, once, if the caller belongs to the second copy in the process.
  ///
  /// Code with process-wide state calls this method before it uses the state, because each copy has its own state.
  package static func report() {
    guard let (first, second) = LoadedCopy.findSecond() else { return }
    MockFailureHandler.report(MockFailure(severity: .report, message: message(first, second)))
  }

  /// Returns a message that describes the problem and lists what to link where.
  static func message(_ first: String, _ second: String) -> String {
    "MockServices is in this process twice, in \(first) and in \(second), and the copies do not share"
      + " registrations, configurations, or responses; link libraries of MockLua into only one of the two, or run"
      + " unit tests without a host application"
  }
}

extension MockServiceConfiguration {
  /// The sorted names, as `Service.method`, of the methods with a response or a pattern that is computed at run time.
  var computedMethods: [String] {
    services.flatMap { service, entry in
      entry.methods.filter { $0.value.responses.contains(where: \.isComputed) }
        .map { "\(service).\($0.key)" }
    }
    .sorted { $0.precedesInBytes($1) }
  }
}

extension MockResponse {
  /// Whether the response or its selection is computed at run time.
  fileprivate var isComputed: Bool {
    callback != nil || match.map { !$0.predicates.isEmpty } ?? false
  }
}
