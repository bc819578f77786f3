public import MockCalls
public import MockConfiguration
internal import MockData
internal import MockPlatform
internal import MockSessions

#if canImport(os)
  internal import os
#endif

/// Replaces the services of an app by mocks, where it was launched with a configuration.
///
/// ```swift
/// DependencyContainer.shared.register(LoginClient(), for: (any LoginService).self)
/// MockServiceRegistry.shared.register(MockLoginService.self)
/// MockServiceBootstrap.configureIfNeeded()
/// ```
///
/// It knows nothing of production: the services are registered as ever, and single registrations are then
/// written over. Without a configuration it does nothing.
@MainActor
public enum MockServiceBootstrap {
  /// Writes a line to the system's log, where there is one (category `mocks`), else to standard error; where the
  /// bootstrap logs by default.
  public nonisolated static let standardLog: @Sendable (String) -> Void = { line in
    #if canImport(os)
      Logger(subsystem: "MockLua", category: "mocks").notice("\(line, privacy: .public)")
    #else
      standardErrorLog(line)
    #endif
  }

  /// Writes a line to standard error, for an app whose output another process reads.
  public nonisolated static let standardErrorLog: @Sendable (String) -> Void = { line in
    StandardError.write("\(line)\n")
  }

  /// Kept, since a script answers only as long as its runtime is there.
  private static var sessions: [MockBootstrapSession] = []
  /// The session of the process's own environment.
  private static var launched: MockBootstrapSession?

  /// Mocks the services that the app's environment configures, or that the live session does which it names.
  ///
  /// A session is dialled before the call returns, within 30 seconds; without it the process stops and says why.
  ///
  /// Call it after the registration of the app's services, and before anything resolves one. What of the
  /// configuration cannot be followed goes to the ``MockFailureHandler``: a service without a mock and one
  /// that was resolved earlier are reported; a configuration that cannot be read stops the process, so
  /// that no test runs with real services. Later calls do nothing.
  ///
  /// - Parameters:
  ///   - container: What resolves the app's services; the shared ``DependencyContainer`` by default.
  ///   - registry: The mocks by the names of their services; the shared one by default.
  ///   - environment: What holds the configuration; the process's own environment by default.
  ///   - log: Where a line says which services are mocked; ``standardLog`` by default.
  /// - Returns: What was mocked; nil where nothing is configured.
  @discardableResult
  public static func configureIfNeeded(
    container: any MockServiceReceiver = DependencyContainer.shared,
    registry: MockServiceRegistry = .shared, environment: [String: String]? = nil,
    log: @Sendable (String) -> Void = standardLog
  ) -> MockBootstrapSession? {
    configure(container, registry, environment, log, responder: nil)
  }

  /// Mocks the services that the app's environment configures, with computed answers.
  ///
  /// ```swift
  /// MockServiceBootstrap.configureIfNeeded(responder: { try ScenarioRuntime(configuration: $0) })
  /// ```
  ///
  /// - Parameters:
  ///   - responder: Makes what computes answers; called for a configuration with a script or with answers
  ///     that are computed. The mocks take their answers from its own sequencers where it is a
  ///     ``MockSequencerSource``. Its error stops the process.
  ///   - container: What resolves the app's services; the shared ``DependencyContainer`` by default.
  ///   - registry: The mocks by the names of their services; the shared one by default.
  ///   - environment: What holds the configuration; the process's own environment by default.
  ///   - log: Where a line says which services are mocked; ``standardLog`` by default.
  /// - Returns: What was mocked; nil where nothing is configured.
  @discardableResult
  public static func configureIfNeeded(
    responder: @escaping (MockServiceConfiguration) throws -> any MockResponder,
    container: any MockServiceReceiver = DependencyContainer.shared,
    registry: MockServiceRegistry = .shared, environment: [String: String]? = nil,
    log: @Sendable (String) -> Void = standardLog
  ) -> MockBootstrapSession? {
    configure(container, registry, environment, log, responder: responder)
  }

  /// Mocks one service.
  ///
  /// - Parameters:
  ///   - name: The name of the service, that of its protocol.
  ///   - entry: What it answers.
  ///   - sharedState: The state that it shares with others; nil for none.
  ///   - container: What resolves the app's services; the shared ``DependencyContainer`` by default.
  ///   - registry: The mocks by the names of their services; the shared one by default.
  /// - Returns: Whether a mock is registered for the service; it is reported where none is.
  @discardableResult
  public static func registerMockService(
    named name: String, with entry: MockServiceEntry, sharedState: MockSharedState?,
    container: any MockServiceReceiver = DependencyContainer.shared,
    registry: MockServiceRegistry = .shared
  ) -> Bool {
    let sequencer = MockCallSequencer(entry: entry, sharedState: sharedState, service: name)
    return install(name, sequencer, in: container, from: registry).isMocked
  }

  /// Reports the mocks that were asked for before there was anything that they could answer.
  private static func reportEarlyCalls(of services: some Sequence<String>) {
    let early = MockCurrentSource.askedUnconfigured
    for name in services.sorted(by: { $0.precedesInBytes($1) }) where early.contains(name) {
      report(.calledEarlier(name))
    }
  }

  private static func configure(
    _ container: any MockServiceReceiver, _ registry: MockServiceRegistry,
    _ environment: [String: String]?, _ log: (String) -> Void,
    responder: ((MockServiceConfiguration) throws -> any MockResponder)?
  ) -> MockBootstrapSession? {
    SecondCopy.report()
    if environment == nil, let launched { return launched }
    let configuration: MockServiceConfiguration
    let sequencers: any MockSequencerSource
    if let address = sessionAddress(in: environment) {
      do throws(SessionProblem) {
        let joined = try join(address, in: environment, registry: registry)
        (configuration, sequencers) = (joined.configuration, joined.sequencers)
      } catch {
        report(.session(error))
        return nil
      }
    } else {
      guard let read = read(environment), let made = self.sequencers(for: read, responder) else {
        return nil
      }
      (configuration, sequencers) = (read, made)
    }
    // Whoever launched the app may wait for a line that it prints.
    if environment == nil { StandardOutput.writeLines() }
    var session = MockBootstrapSession(configuration: configuration, sequencers: sequencers)
    for name in configuration.services.keys.sorted(by: { $0.precedesInBytes($1) }) {
      if HTTPHost.isName(name) {
        if RequestInterception.isOn {
          session.mocked.append(name)
        } else {
          session.unregistered.append(name)
          report(.notIntercepted(name))
        }
        continue
      }
      let sequencer = sequencers.sequencer(for: name)
      let (isMocked, wasResolved) = install(name, sequencer, in: container, from: registry)
      if isMocked { session.mocked.append(name) } else { session.unregistered.append(name) }
      if wasResolved { session.resolvedEarlier.append(name) }
    }
    if environment == nil { reportEarlyCalls(of: configuration.services.keys) }
    let names = session.mocked.isEmpty ? "none" : session.mocked.joined(separator: ", ")
    log("mocked services: \(names)")
    sessions.append(session)
    if environment == nil { launched = session }
    MockCurrentSource.shared = sequencers
    return session
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

  /// The sequencers of the responder, where it has its own, so that there is one state and one log.
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

  private static func report(_ finding: BootstrapFinding) {
    MockFailureHandler.report(finding.failure)
  }
}
