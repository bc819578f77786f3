import MockLua
import MockScenarios
import MockServices
import Testing

/// Joining a session, and the errors that prevent it.
@Suite struct SessionLaunchTests {
  private func scenario() throws -> ScenarioRuntime {
    try ScenarioRuntime(source: SessionCallTests.script, name: "bank.lua", clock: .virtual())
  }

  @Test("A preset and a session together are an error, in either order")
  func presetBesideSession() throws {
    let session = try LiveSession(try scenario())
    let app = LaunchedProcess(executable: "/bin/true")
    let problem = #expect(throws: SessionProblem.self) {
      try MockScenario.build().with(service: "Bank", MockServiceEntry()).with(session)
        .apply(to: app, log: { _ in })
    }
    #expect(
      problem?.description
        == "the app was launched with Bank and a session; in a session, the test's scenario responds to all"
        + " calls, so add these responses to its script"
    )
    #expect(app.launchEnvironment == [:])
  }

  @Test("A configuration and a session together are an error in the test and in the app")
  func configurationBesideSession() async throws {
    let session = try LiveSession(try scenario())
    let app = LaunchedProcess(product: "SessionApp")
    app.launchEnvironment["MOCK_SERVICE_CONFIG"] = "e30="
    #expect(throws: SessionProblem.configuredTwice(variable: "MOCK_SERVICE_CONFIG")) {
      try MockScenario.build().with(session).apply(to: app, log: { _ in })
    }
    app.launchEnvironment.merge(session.environment) { $1 }
    try app.launch()
    #expect(try await app.exit() != .code(0))
    #expect(
      app.standardError.contains(
        "MOCK_SERVICE_CONFIG is set as well; an app has one scenario, so set only one of them"
          + " (the app stops rather than run with its real services)"))
  }

  @Test("A mocked app's output arrives line by line, even though it is a pipe")
  func printedLines() async throws {
    let session = try LiveSession(try scenario())
    let app = LaunchedProcess(product: "SessionApp", environment: ["APP_PRINTS": "1"])
    try MockScenario.build().with(session).apply(to: app, log: { _ in })
    try app.launch()
    #expect(try await app.nextLine() == "printed")
    #expect(try await app.nextLine() == "ready Bank")
    await app.terminate()
  }

  @Test(
    "An app that finds no session stops and reports the reason",
    arguments: [
      ("nonsense", "MOCK_SERVICE_SESSION (8 bytes): this is not the address of a session"),
      (
        "127.0.0.1:1/00000000000000000000000000000000",
        "cannot connect to 127.0.0.1:1: Connection refused; keep the LiveSession in the test"
      ),
    ])
  func noSession(address: String, message: String) async throws {
    let app = LaunchedProcess(
      product: "SessionApp", environment: ["MOCK_SERVICE_SESSION": address])
    try app.launch()
    #expect(try await app.exit() != .code(0))
    #expect(app.standardError.contains(message))
    #expect(!app.standardOutput.contains("ready"))
  }

  @Test("An app with a wrong token stops and reports the reason")
  func wrongToken() async throws {
    let session = try LiveSession(
      try scenario(), failureHandler: MockFailureHandler { _ in })
    let app = LaunchedProcess(
      product: "SessionApp",
      environment: [
        "MOCK_SERVICE_SESSION": "127.0.0.1:\(session.port)/00000000000000000000000000000000"
      ])
    try app.launch()
    #expect(try await app.exit() != .code(0))
    #expect(
      app.standardError.contains("refused this app: the token does not belong to this session"))
  }

  @Test("A session lives as long as its scenario, and other launches don't inherit it")
  func lifetime() async throws {
    let scenario = try scenario()
    let app = LaunchedProcess(product: "SessionApp")
    try MockScenario.build().with(try LiveSession(scenario)).apply(to: app, log: { _ in })
    try app.launch()
    try await app.line { $0.hasPrefix("ready") }
    try app.writeLine("1 async Bank.rate")
    #expect(try await app.line { $0.hasPrefix("1 ") } == "1 7")
    try scenario.log.verify("Bank.rate", called: 1)
    withExtendedLifetime(scenario) {}
  }

  @Test("64 apps in 64 sessions of one process never receive each other's calls")
  func parallel() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<64 {
        group.addTask {
          let scenario = try scenario()
          let session = try LiveSession(scenario)
          let app = try await LaunchedApp(session)
          let answer = try await app.ask(
            1, #"burst Bank.echo {"calls":100,"salt":"\#(number)"}"#)
          #expect(answer == "burst of 100, 0 crossed")
          #expect(scenario.log.count == 100)
          try scenario.log.verify(
            "Bank.echo", arguments: try MatchPattern(["salt": .string("\(number)")]), called: 100)
          #expect(await app.process.terminate() != nil)
        }
      }
      try await group.waitForAll()
    }
  }
}
