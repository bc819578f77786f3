import MockLua
import MockScenarios
import MockServices
import Testing

/// How an app gets into a session, and what keeps it out.
@Suite struct SessionLaunchTests {
  private func scenario() throws -> ScenarioRuntime {
    try ScenarioRuntime(source: SessionCallTests.script, name: "bank.lua", clock: .virtual())
  }

  @Test("A preset beside a session is an error, in whatever order")
  func presetBesideSession() throws {
    let session = try LiveSession(try scenario())
    let app = LaunchedProcess(executable: "/bin/true")
    let problem = #expect(throws: SessionProblem.self) {
      try MockScenario.build().with(service: "Bank", MockServiceEntry()).with(session)
        .apply(to: app, log: { _ in })
    }
    #expect(
      problem?.description
        == "the launch has Bank in addition to a session; the scenario of the test responds to all calls, so"
        + " put it there"
    )
    #expect(app.launchEnvironment == [:])
  }

  @Test("A configuration beside a session is an error of the test, and of the app")
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
        "MOCK_SERVICE_CONFIG is set as well; an app has one scenario, so set one of them"
          + " (the app stops rather than run with its real services)"))
  }

  @Test("What a mocked app prints arrives line by line, though it is a pipe that it prints to")
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
    "An app that finds no session stops and says why",
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

  @Test("An app with a wrong token stops and says why")
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
    #expect(app.standardError.contains("refused this app: the token does not belong to this session"))
  }

  @Test("A session lives as long as its scenario, and is not handed down to other launches")
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

  @Test("64 apps in 64 sessions of one process: no call crosses over")
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
