import MockServices
import MockSessions
import Testing

@testable import MockLua

/// Which apps are given up after a lost connection.
@Suite struct LostConnectionTests {
  @Test("A reconnected app isn't given up because of its lost connection")
  func generations() throws {
    // Process 1 runs as long as the machine, and the time limit for reconnecting is zero.
    let host = LiveSessionHost(try ScenarioRuntime(source: "", name: "empty.lua"), .keep, nil)
    let connection = AppConnection(
      SessionApp(name: "App", process: 1, services: []), [:], host: host, redialLimit: .zero)
    connection.state.withLock { $0.generation = 2 }
    #expect(!connection.isGone(since: 1))
    #expect(connection.isGone(since: 2))
    connection.leave()
    #expect(!connection.isGone(since: 2))
  }
}
