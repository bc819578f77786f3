import MockServices
import Testing

@testable import MockSessions

/// Which apps are given up when a connection is lost.
@Suite struct LostConnectionTests {
  @Test("An app that is back already is not given up for the connection that it has lost")
  func generations() {
    // Process 1 lives as long as the machine runs, and the time that an app may be away is over at once.
    let connection = AppConnection(
      SessionApp(name: "App", process: 1, services: []), [:], host: EmptyHost(), redialLimit: .zero)
    connection.state.withLock { $0.generation = 2 }
    #expect(!connection.isGone(since: 1))
    #expect(connection.isGone(since: 2))
    connection.leave()
    #expect(!connection.isGone(since: 2))
  }
}

/// A host without services.
private final class EmptyHost: SessionHost {
  let sharedState = MockSharedState(properties: [:])
  let log = MockCallLog()
  let services: [String: MockServiceEntry] = [:]
  let isWatched = false
  let passesUnknown = false

  func sequencer(for service: String) -> MockCallSequencer {
    MockCallSequencer(methods: [:], service: service)
  }

  func appWillJoin(_ app: SessionApp, contracts: [String: _MockContract], isRelaunch: Bool) {}
  func appDidJoin(_ app: SessionApp) {}
  func appDidLeave(_ app: SessionApp) {}
  func report(_ failure: MockFailure) {}
}
