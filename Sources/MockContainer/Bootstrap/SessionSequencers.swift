internal import MockCalls
internal import MockConfiguration
internal import MockPlatform
internal import MockSessions

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
    context.contracts.isWatched = client.isWatched
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
