public import MockCalls
public import MockConfiguration
internal import MockData
internal import MockPlatform
internal import MockSessions

#if canImport(os)
  internal import os
#endif

/// Replaces the services of an app with mocks if the app was launched with a configuration.
///
/// ```swift
/// DependencyContainer.shared.register(LoginClient(), for: (any LoginService).self)
/// MockServiceRegistry.shared.register(MockLoginService.self)
/// MockServiceBootstrap.configureIfNeeded()
/// ```
///
/// Production code doesn't change. You register services as usual, and the bootstrap then replaces the services that
/// the configuration names. Without a configuration, the bootstrap does nothing.
@MainActor
public enum MockServiceBootstrap {
  /// Writes a line to the system log in the category `mocks`, or to standard error on Linux.
  ///
  /// This is the bootstrap's default log.
  public nonisolated static let standardLog: @Sendable (String) -> Void = { line in
    #if canImport(os)
      Logger(subsystem: "MockLua", category: "mocks").notice("\(line, privacy: .public)")
    #else
      standardErrorLog(line)
    #endif
  }

  /// Writes a line to standard error, for an app whose output is read by another process.
  public nonisolated static let standardErrorLog: @Sendable (String) -> Void = { line in
    StandardError.write("\(line)\n")
  }

  /// The sessions, which keep the runtimes of scripts alive.
  private static var sessions: [MockBootstrapSession] = []
  /// The session of the process's own environment.
  private static var launched: MockBootstrapSession?

  /// Mocks the services that the environment configures, either directly or through a live session with a test.
  ///
  /// If the environment contains the address of a session, the app connects to it before the call returns, within 30
  /// seconds. If the app can't connect, the process stops with an error message.
  ///
  /// Call this method after you register the app's services, and before any of them is resolved. If the configuration
  /// can't be read, the process stops, so that no test runs with real services. Other problems, such as a service that
  /// has no mock or was resolved earlier, are reported to the ``MockFailureHandler``. If you call the method again with
  /// the process's environment, it only returns the same session.
  ///
  /// To compute dynamic responses, pass a responder:
  ///
  /// ```swift
  /// MockServiceBootstrap.configureIfNeeded(responder: { try ScenarioRuntime(configuration: $0) })
  /// ```
  ///
  /// - Parameters:
  ///   - responder: Creates the responder that computes dynamic responses (default: none). The closure is called only if
  ///     the configuration has a script or dynamic responses. If the responder is also a ``MockSequencerSource``, the
  ///     mocks use its sequencers. If the closure throws, the process stops.
  ///   - container: The container that the app resolves its services from (default: the shared
  ///     ``DependencyContainer``).
  ///   - registry: The available mocks, by service name (default: the shared registry).
  ///   - environment: The variables that may contain a configuration (default: the process's environment).
  ///   - log: Receives a line that lists the mocked services (default: ``standardLog``).
  /// - Returns: The session with the mocked services, or `nil` if nothing is configured.
  @discardableResult
  public static func configureIfNeeded(
    responder: ((MockServiceConfiguration) throws -> any MockResponder)? = nil,
    container: any MockServiceReceiver = DependencyContainer.shared,
    registry: MockServiceRegistry = .shared, environment: [String: String]? = nil,
    log: @Sendable (String) -> Void = standardLog
  ) -> MockBootstrapSession? {
    SecondCopy.report()
    if environment == nil, let launched { return launched }
    var session: MockBootstrapSession
    if let address = variables(of: environment)[MockSessionVariable.name] {
      do throws(SessionProblem) {
        session = try join(address, in: environment, registry: registry)
      } catch {
        report(.session(error))
        return nil
      }
    } else {
      guard let configuration = read(environment),
        let sequencers = sequencers(for: configuration, responder)
      else { return nil }
      session = MockBootstrapSession(configuration: configuration, sequencers: sequencers)
    }
    let services = session.configuration.services.keys
    // The process that launched the app may be waiting for a line of its output.
    if environment == nil { StandardOutput.writeLines() }
    for name in services.sorted(by: { $0.precedesInBytes($1) }) {
      if HTTPHost.isName(name) {
        if RequestInterception.isOn {
          session.mocked.append(name)
        } else {
          session.unregistered.append(name)
          report(.notIntercepted(name))
        }
        continue
      }
      let sequencer = session.sequencers.sequencer(for: name)
      let (isMocked, wasResolved) = install(name, sequencer, in: container, from: registry)
      if isMocked { session.mocked.append(name) } else { session.unregistered.append(name) }
      if wasResolved { session.resolvedEarlier.append(name) }
    }
    if environment == nil { reportEarlyCalls(of: services) }
    let names = session.mocked.isEmpty ? "none" : session.mocked.joined(separator: ", ")
    log("mocked services: \(names)")
    sessions.append(session)
    if environment == nil { launched = session }
    MockCurrentSource.shared = session.sequencers
    return session
  }

  /// Mocks a single service.
  ///
  /// - Parameters:
  ///   - name: The name of the service, which is the name of its protocol.
  ///   - entry: The configuration of the service.
  ///   - sharedState: The state that the service shares with other services, if any.
  ///   - container: The container that the app resolves its services from (default: the shared
  ///     ``DependencyContainer``).
  ///   - registry: The available mocks, by service name (default: the shared registry).
  /// - Returns: Whether a mock is registered for the service. If there isn't one, the method also reports this to the
  ///   ``MockFailureHandler``.
  @discardableResult
  public static func registerMockService(
    named name: String, with entry: MockServiceEntry, sharedState: MockSharedState?,
    container: any MockServiceReceiver = DependencyContainer.shared,
    registry: MockServiceRegistry = .shared
  ) -> Bool {
    let sequencer = MockCallSequencer(entry: entry, sharedState: sharedState, service: name)
    return install(name, sequencer, in: container, from: registry).isMocked
  }

  /// Reports mocks that were requested before they were configured.
  private static func reportEarlyCalls(of services: some Sequence<String>) {
    let early = MockCurrentSource.askedUnconfigured
    for name in services.sorted(by: { $0.precedesInBytes($1) }) where early.contains(name) {
      report(.calledEarlier(name))
    }
  }

  private static func read(_ environment: [String: String]?) -> MockServiceConfiguration? {
    do throws(MockConfigurationError) {
      let variables = variables(of: environment)
      guard var configuration = try MockServiceConfiguration.fromEnvironment(variables) else {
        return nil
      }
      CoverageLaunch.count(responsesOf: &configuration, in: variables)
      return configuration
    } catch {
      report(.unreadable(error))
      return nil
    }
  }

  /// Returns the responder's own sequencers if it has any, so that there is only one state and one log.
  private static func sequencers(
    for configuration: MockServiceConfiguration,
    _ responder: ((MockServiceConfiguration) throws -> any MockResponder)?
  ) -> (any MockSequencerSource)? {
    let computed = configuration.computedMethods
    guard configuration.script != nil || !computed.isEmpty else {
      return MockSequencers(configuration)
    }
    guard let responder else {
      if !computed.isEmpty { report(.noResponder(methods: computed)) }
      return MockSequencers(configuration)
    }
    do {
      let responder = try responder(configuration)
      return responder as? any MockSequencerSource
        ?? MockSequencers(configuration, context: MockCallContext(responder: responder))
    } catch {
      report(.responder(error))
      return nil
    }
  }

  private static func install(
    _ name: String, _ sequencer: MockCallSequencer, in container: any MockServiceReceiver,
    from registry: MockServiceRegistry
  ) -> (isMocked: Bool, wasResolved: Bool) {
    guard let registration = registry[name] else {
      report(.unregistered(name, known: registry.services))
      return (false, false)
    }
    let wasResolved = container.wasResolved(registration.type)
    if wasResolved { report(.resolvedEarlier(name)) }
    let live = container.liveService(registration.type).map(LiveServiceSource.init)
    LiveServiceSource.$current.withValue(live) {
      registration.install(sequencer, in: container)
    }
    return (true, wasResolved)
  }

  private static func report(_ issue: BootstrapIssue) {
    MockFailureHandler.report(issue.failure)
  }
}
