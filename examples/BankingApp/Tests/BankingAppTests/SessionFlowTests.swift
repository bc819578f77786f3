import BankingKit
import MockLua
import MockScenarios
import MockServices
import Testing

/// Tests of the app in a separate process.
///
/// The test's process responds to the app's calls, verifies them, and changes the state.
///
/// The same code works with an `XCUIApplication`. Here the app is a process that prints its screens.
@Suite("An app that uses the test's scenario") struct SessionFlowTests {
  private func scenario(
    _ name: String? = nil, clock: MockClock = .virtual()
  ) throws -> ScenarioRuntime {
    var options = ScenarioOptions()
    options.variant = name
    return try ScenarioRuntime(path: LaunchedBank.script, options: options, clock: clock)
  }

  @Test("A user signs in, and the test sees every call and its arguments")
  func signIn() async throws {
    let scenario = try scenario()
    let bank = try LaunchedBank(try LiveSession(scenario))
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "sign-in ada secret", shows: "sign-in: loading", "session: signedIn", "sign-in: signed in")
    try await bank.perform(
      "verify", shows: "sign-in: loading", "session: established", "sign-in: welcome")
    try await bank.quit()
    try scenario.log.verify(
      "PrimaryServiceProtocol.performAction",
      arguments: try MatchPattern(["input": "ada", "secret": "secret"]), called: 1)
    try scenario.log.verify("PrimaryServiceProtocol.finalizeSession", called: 1)
    #expect(scenario.sharedState["sessionStatus"] == 7)
  }

  @Test("Script functions respond to an app that doesn't link Lua, and keep state")
  func functions() async throws {
    let bank = try LaunchedBank(try LiveSession(try scenario("live")))
    try await bank.expect("session: established")
    try await bank.perform(
      "transfer current savings 1000", shows: "transfers: loading",
      "transfers: live1 10.00 to savings pending")
    try await bank.perform(
      "accounts", shows: "accounts: loading", "accounts: Current 32.00, Savings 1010.00")
    try await bank.perform(
      "transfer current savings 3201", shows: "transfers: loading",
      "transfers: failed, insufficientFunds: There are only 3200 cents.")
    try await bank.quit()
  }

  @Test("State set by the test appears on the screen at once")
  func state() async throws {
    let scenario = try scenario()
    let bank = try LaunchedBank(try LiveSession(scenario))
    try await bank.expect("session: signedOut")
    scenario.sharedState["sessionStatus"] = 7
    try await bank.expect("session: established")
    scenario.sharedState["sessionStatus"] = 0
    try await bank.expect("session: signedOut")
    try await bank.quit()
  }

  @Test("A spinner stays until the test opens the gate")
  func gate() async throws {
    let scenario = try scenario()
    await scenario.replace(
      service: "QuaternaryServiceProtocol", method: "quote",
      with: MockMethodConfig(responses: [
        MockResponse(result: .success, value: ["fee": 10, "total": 510], gate: "quote")
      ]))
    let bank = try LaunchedBank(try LiveSession(scenario))
    try await bank.expect("session: signedOut")
    try await bank.perform("quote current savings 500", shows: "transfers: loading")
    try await scenario.log.verifyEventually(
      "QuaternaryServiceProtocol.quote", within: .seconds(30))
    try scenario.gates.open("quote")
    #expect(try await bank.app.nextLine(within: .seconds(1200)).hasPrefix("transfers: "))
    try await bank.quit()
  }

  @Test("Advancing the test's clock delivers a response without waiting in real time")
  func clock() async throws {
    let scenario = try scenario("slow", clock: .virtual(manual: true))
    let bank = try LaunchedBank(try LiveSession(scenario))
    try await bank.expect("session: signedOut")
    try await bank.perform("sign-in ada secret", shows: "sign-in: loading")
    await scenario.clock.waitForSleepers(1)
    #expect(scenario.sharedState["sessionStatus"] == 0)
    await scenario.clock.advance(by: .milliseconds(100))
    try await bank.expect("session: signedIn")
    try await bank.expect("sign-in: signed in")
    try await bank.quit()
  }

  @Test("A response is replaced while the app runs")
  func replacing() async throws {
    let scenario = try scenario()
    let bank = try LaunchedBank(try LiveSession(scenario))
    try await bank.expect("session: signedOut")
    await scenario.replace(service: "PrimaryServiceProtocol", method: "performAction") { call in
      let user = try call.arguments.decoded(as: [String: String].self)["input"] ?? "nobody"
      return .response(
        MockResponse(result: .error, error: .init(code: "invalidInput", message: "No: \(user)")))
    }
    try await bank.perform(
      "sign-in eve secret", shows: "sign-in: loading",
      "sign-in: failed, invalidInput: No: eve")
    try await bank.quit()
  }

  @Test("A stream delivers messages one after another")
  func stream() async throws {
    let scenario = try scenario()
    let bank = try LaunchedBank(try LiveSession(scenario))
    try await bank.expect("session: signedOut")
    try bank.write("listen")
    let first = try await bank.app.nextLine(within: .seconds(1200))
    let second = try await bank.app.nextLine(within: .seconds(1200))
    #expect(first.contains("Rates rise"))
    #expect(second.contains("Rates fall"))
    try await bank.expect("news: no more")
    try await bank.quit()
    try scenario.log.verify("QuinaryServiceProtocol.updates", called: 1)
  }
}
