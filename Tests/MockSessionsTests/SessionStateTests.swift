import MockLua
import MockScenarios
import MockServices
import Testing

/// The shared state of the test and its copies in apps.
@Suite struct SessionStateTests {
  private func session() throws -> LiveSession {
    try LiveSession(
      try ScenarioRuntime(
        source: SessionCallTests.script, name: "bank.lua", clock: .virtual()))
  }

  @Test("The app's copy has a response's updates before the response arrives")
  func pushBeforeAnswer() async throws {
    let session = try session()
    let app = try await LaunchedApp(session)
    #expect(try await app.ask(1, "state status") == "0")
    #expect(try await app.ask(2, "voidnow Bank.open") == "done")
    #expect(try await app.ask(3, "state status") == "2")
  }

  @Test("Observers in the app see the test's changes in order")
  func setter() async throws {
    let session = try session()
    let app = try await LaunchedApp(session)
    #expect(try await app.ask(1, "observe balance") == "is 1")
    for value in 2...20 { session.scenario.sharedState["balance"] = .int(value) }
    for value in 2...20 { #expect(try await app.answer(1) == "is \(value)") }
    session.scenario.sharedState["balance"] = nil
    #expect(try await app.answer(1) == "is 1")
  }

  @Test("The app's observers see a change before a caller gets a later response")
  func observersFirst() async throws {
    let session = try session()
    let app = try await LaunchedApp(session)
    #expect(try await app.ask(1, "observe balance slowly") == "is 1")
    try app.send(2, "async Bank.upload")
    try await session.scenario.gates.waitForCalls(at: "upload")
    session.scenario.sharedState["balance"] = 2
    // The change arrives on its own, and the response arrives while the observer is still running.
    try await Task.sleep(for: .milliseconds(20))
    try session.scenario.gates.open("upload")
    #expect(try await app.process.nextLine(within: .seconds(1200)) == "1 is 2")
    #expect(try await app.process.nextLine(within: .seconds(1200)) == #"2 "stored""#)
  }

  @Test("The app's changes reach the test and other apps, and the app sees them at once")
  func appWrites() async throws {
    let session = try session()
    let (app, other) = (try await LaunchedApp(session), try await LaunchedApp(session))
    #expect(try await other.ask(1, "observe balance") == "is 1")
    try app.send(1, "set balance 5")
    #expect(try await app.ask(2, "state balance") == "5")
    #expect(try await other.answer(1) == "is 5")
    #expect(session.scenario.sharedState["balance"] == 5)
    // A change made before a call has arrived when the call gets its response.
    try app.send(3, "set balance 6")
    #expect(try await app.ask(4, "now Bank.rate") == "7")
    #expect(session.scenario.sharedState["balance"] == 6)
  }

  @Test("An unknown key is reported and stays unknown")
  func unknownKey() async throws {
    let scenario = try ScenarioRuntime(source: SessionCallTests.script, name: "bank.lua")
    let reported = Locked<[MockFailure]>([])
    let handler = MockFailureHandler { failure in reported.withLock { $0.append(failure) } }
    MockFailureHandler.$override.withValue(handler) { scenario.sharedState["balence"] = 3 }
    #expect(
      reported.withLock { $0.map(\.message) }
        == ["there is no shared key `balence`; did you mean `balance`?"])
    #expect(scenario.sharedState["balence"] == nil)
  }
}
