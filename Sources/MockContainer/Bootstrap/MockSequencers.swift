public import MockCalls
public import MockConfiguration
package import MockData
internal import MockPlatform
internal import MockSessions

/// The sequencers that respond to the calls to a configuration's services.
public final class MockSequencers: MockSequencerSource, RouteSource {
  /// The state that the services share.
  public let sharedState: MockSharedState
  /// The clock, log, gates, and responder that the sequencers share.
  package let context: MockCallContext
  /// The log of all services' calls.
  public var log: MockCallLog { context.log }
  /// The gates that hold back responses.
  public var gates: MockGates { context.gates }

  /// The locations of a service's responses in a script, by method and index.
  package typealias Places = @Sendable (_ service: String) -> [String: [Int: ScriptLocation]]

  private let places: Places
  /// The hosts, and the table of their routes, which is sorted on first use and again after each change.
  private let hosts: Locked<(entries: [String: MockServiceEntry], table: RouteTable?)>
  private let sequencers: Locked<[String: MockCallSequencer]>

  /// Creates sequencers for the services of a configuration.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - context: The clock, log, gates, and responder that the sequencers share (default: a new context with the
  ///     system clock).
  public convenience init(
    _ configuration: MockServiceConfiguration, context: MockCallContext = MockCallContext()
  ) {
    self.init(configuration, context: context) { _ in [:] }
  }

  /// Creates the sequencers of a configuration that comes from a script.
  package init(
    _ configuration: MockServiceConfiguration, context: MockCallContext, places: @escaping Places
  ) {
    let state = MockSharedState(
      properties: configuration.sharedState ?? [:], failureHandler: context.failureHandler)
    (sharedState, self.context, self.places) = (state, context, places)
    let all = configuration.services.sorted { $0.key < $1.key }.map { service, entry in
      let sequencer = MockCallSequencer(
        entry: entry, sharedState: state, service: service, context: context,
        places: places(service))
      return (service, sequencer)
    }
    sequencers = Locked(Dictionary(uniqueKeysWithValues: all))
    hosts = Locked((configuration.hosts, nil))
  }

  package var passesUnknown: Bool { context.passing != .asConfigured }
  package var routes: RouteTable {
    hosts.withLock { hosts in
      if let table = hosts.table { return table }
      let table = RouteTable(hosts.entries, preferring: context.swiftResponses.routes)
      hosts.table = table
      return table
    }
  }

  package func add(_ routes: [RouteInSwift]) -> Bool {
    add(routes) { _ in }
    return true
  }

  /// Adds routes that a test declares in Swift.
  ///
  /// In the same step, `update` gets the names of the routes that they replace.
  package func add(
    _ routes: [RouteInSwift], _ update: ([(service: String, method: String)]) -> Void
  ) {
    context.withoutCalls {
      let replaced = hosts.withLock { hosts in
        let replaced = context.swiftResponses.add(routes)
        for (service, method) in replaced { hosts.entries[service]?.methods[method] = nil }
        for route in routes {
          hosts.entries[route.service, default: MockServiceEntry()].methods[route.method] =
            route.config
        }
        hosts.table = nil
        return replaced
      }
      update(replaced)
      for (service, method) in replaced {
        sequencer(for: service).replace(method, with: MockMethodConfig(responses: []))
      }
      for route in routes {
        sequencer(for: route.service).replace(
          route.method, with: route.config, places: route.places)
      }
    }
  }

  /// Replaces the hosts with the ones of a changed configuration.
  package func replaceHosts(with configuration: MockServiceConfiguration) {
    hosts.withLock { $0 = (configuration.hosts, nil) }
  }

  package func report(_ failure: MockFailure) {
    let text = "\(MockCallContext.noScenarioForRequests): \(failure.message)"
    if !context.failTestWithoutScenario(text) { context.report(failure) }
  }

  /// Returns the sequencer of a service.
  ///
  /// - Parameter service: The name of the service.
  /// - Returns: The sequencer. Calls with the same name return the same object. If the service isn't mocked, its
  ///   calls fail with the code `unconfigured`.
  public func sequencer(for service: String) -> MockCallSequencer {
    if let known = sequencers.withLock({ $0[service] }) { return known }
    let made = MockCallSequencer(
      methods: [:], sharedState: sharedState, service: service, context: context,
      places: places(service))
    return sequencers.withLock { sequencers in
      // Another thread may have created the sequencer in the meantime.
      if let known = sequencers[service] { return known }
      sequencers[service] = made
      return made
    }
  }

  /// The services that are configured, or whose sequencers were requested.
  var services: Set<String> { sequencers.withLock { Set($0.keys) } }

  /// Restores all sequencers to a configuration, and cancels the calls that began earlier.
  package func restore(_ configuration: MockServiceConfiguration) {
    context.swiftResponses.removeAll()
    replaceHosts(with: configuration)
    for (service, sequencer) in sequencers.withLock({ $0 }) {
      let methods = configuration.services[service]?.methods ?? [:]
      sequencer.restore(methods, places: places(service))
    }
  }
}

/// Provides sequencers for the services of a configuration.
///
/// The sequencers share their state, call log, and gates.
public protocol MockSequencerSource: Sendable {
  /// The state that the services share.
  var sharedState: MockSharedState { get }
  /// The log of all services' calls.
  var log: MockCallLog { get }
  /// The gates that hold back responses.
  var gates: MockGates { get }

  /// Returns the sequencer of a service.
  ///
  /// - Parameter service: The name of the service.
  /// - Returns: The sequencer. Calls with the same name return the same object. If the service isn't mocked, its
  ///   calls fail with the code `unconfigured`.
  func sequencer(for service: String) -> MockCallSequencer
}

/// Sequencers that forward their calls to the test's process.
final class SessionSequencers: MockSequencerSource, RouteSource {
  let log = MockCallLog()
  let gates = MockGates()
  private let client: SessionClient
  let context: MockCallContext
  /// The routes that the scenario had when the app joined.
  let routes: RouteTable
  private let sequencers = Locked<[String: MockCallSequencer]>([:])

  var sharedState: MockSharedState { client.sharedState }

  var passesUnknown: Bool { client.passesUnknown }

  var isAnsweredElsewhere: Bool { true }

  init(_ client: SessionClient) {
    self.client = client
    context = MockCallContext(log: log, gates: gates)
    routes = RouteTable(MockServiceConfiguration(services: client.services).hosts)
    context.contracts.isStrict = client.isStrict
  }

  func add(_ routes: [RouteInSwift]) -> Bool { false }

  func report(_ failure: MockFailure) {
    client.report(failure)
    context.report(failure)
  }

  func sequencer(for service: String) -> MockCallSequencer {
    if let known = sequencers.withLock({ $0[service] }) { return known }
    let made = MockCallSequencer(
      forwarding: service, entry: client.services[service] ?? MockServiceEntry(),
      sharedState: client.sharedState, context: context, to: client)
    return sequencers.withLock { sequencers in
      // Another thread may have created the sequencer in the meantime.
      if let known = sequencers[service] { return known }
      sequencers[service] = made
      return made
    }
  }
}
