import MockServices
import MockSessions
import Testing

@testable import MockLua

/// Which apps are given up after a lost connection.
@Suite struct LostConnectionTests {
  @Test("A reconnected app isn't given up because of its lost connection")
  func generations() {
    // Process 1 runs as long as the machine, and the time limit for reconnecting is zero.
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
  let isStrict = false
  let passesUnknown = false

  func sequencer(for service: String) -> MockCallSequencer {
    MockCallSequencer(methods: [:], service: service)
  }

  func appWillJoin(_ app: SessionApp, contracts: [String: _MockContract], isRelaunch: Bool) {}
  func appDidJoin(_ app: SessionApp) {}
  func appDidLeave(_ app: SessionApp) {}
  func report(_ failure: MockFailure) {}
}
