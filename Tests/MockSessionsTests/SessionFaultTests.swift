import MockLua
import MockScenarios
import MockServices
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Failures between the processes of a test and its apps.
@Suite struct SessionFaultTests {
  private func scenario() throws -> ScenarioRuntime {
    try ScenarioRuntime(
      source: SessionCallTests.script, name: "bank.lua", clock: .virtual())
  }

  @Test(
    "The calls of a killed app are cancelled, the next launch joins, and the state is kept"
  )
  func killed() async throws {
    let scenario = try scenario()
    let session = try LiveSession(scenario)
    let app = try await LaunchedApp(session)
    #expect(try await app.ask(1, "void Bank.open") == "done")
    try app.send(2, "async Bank.upload")
    try await scenario.gates.waitForCalls(at: "upload")
    try app.process.send(signal: SIGKILL)
    #expect(try await app.process.exit() == .signal(SIGKILL))
    #expect(try await scenario.log.outcome(of: "Bank.upload") == .cancelled)
    try await session.waitUntilEmpty()
    let next = try await LaunchedApp(session)
    #expect(try await next.ask(1, "state status") == "2")
    #expect(try await next.ask(2, "async Bank.rate") == "7")
    #expect(session.issues == [])
  }

  @Test("A relaunch resets the scenario on request")
  func relaunchResets() async throws {
    let scenario = try scenario()
    let session = try LiveSession(scenario, relaunch: .reset)
    let app = try await LaunchedApp(session)
    #expect(try await app.ask(1, "void Bank.open") == "done")
    await app.process.terminate()
    let next = try await LaunchedApp(session)
    #expect(try await next.ask(1, "state status") == "0")
    #expect(scenario.log.count == 0)
  }

  @Test("When the session is closed, waiting and later calls fail with the reason")
  func closed() async throws {
    let scenario = try scenario()
    let session = try LiveSession(scenario)
    let app = try await LaunchedApp(session)
    try app.send(1, "async Bank.upload")
    try await scenario.gates.waitForCalls(at: "upload")
    session.close()
    let lost = "threw sessionLost: the session has ended: the test has closed it"
    #expect(try await app.answer(1) == lost)
    #expect(try await app.ask(2, "now Bank.rate") == lost)
    #expect(try await app.ask(3, "async Bank.rate") == lost)
    #expect(try await app.ask(4, "stream Bank.news") == lost)
  }

  @Test("When the test process is killed, the app's calls fail with the reason")
  func testIsKilled() async throws {
    // The session is in another process, which can be killed separately.
    let server = LaunchedProcess(product: "SessionServer")
    try server.launch()
    let line = try await server.line(within: .seconds(1200)) {
      $0.hasPrefix("MOCK_SERVICE_SESSION=")
    }
    let app = LaunchedProcess(product: "SessionApp")
    app.launchEnvironment["MOCK_SERVICE_SESSION"] = String(
      line.dropFirst("MOCK_SERVICE_SESSION=".count))
    try app.launch()
    try await app.line(within: .seconds(1200)) { $0.hasPrefix("ready") }
    try app.writeLine("1 async Bank.upload")
    try await server.line(within: .seconds(1200)) { $0 == "waiting" }
    try server.send(signal: SIGKILL)
    let answer = try await app.line(within: .seconds(1200)) { $0.hasPrefix("1 ") }
    #expect(answer.hasPrefix("1 threw sessionLost: the connection to the test at 127.0.0.1:"))
    #expect(answer.hasSuffix("was lost, and nothing is listening there anymore"))
    try app.writeLine("2 now Bank.rate")
    #expect(
      try await app.line(within: .seconds(1200)) { $0.hasPrefix("2 ") }.hasPrefix(
        "2 threw sessionLost:"))
  }

  @Test(
    "A paused app that lost its connection reconnects, and each call gets one response")
  func suspended() async throws {
    let scenario = try scenario()
    let session = try LiveSession(scenario)
    let app = try await LaunchedApp(session)
    try app.send(1, "async Bank.upload")
    try await scenario.gates.waitForCalls(at: "upload")
    try await app.stop(try #require(session.apps.first))
    session.cutConnections()
    scenario.sharedState["balance"] = 9
    try scenario.gates.open("upload")
    #expect(try await scenario.log.outcome(of: "Bank.upload") == .returned("stored"))
    try app.process.send(signal: SIGCONT)
    #expect(try await app.answer(1) == #""stored""#)
    #expect(try await app.ask(2, "state balance") == "9")
    #expect(try await app.ask(3, "async Bank.rate") == "7")
    #expect(scenario.log.count == 2)
    #expect(session.apps.count == 1)
    #expect(session.issues == [])
  }

  @Test("Repeatedly cut connections lose no call, and no call gets two responses")
  func cutAgainAndAgain() async throws {
    let scenario = try scenario()
    let session = try LiveSession(scenario)
    let app = try await LaunchedApp(session)
    try app.send(1, #"burst Bank.echo {"calls":4000,"salt":"a"}"#)
    for count in stride(from: 500, through: 3500, by: 500) {
      #expect(try await eventually { scenario.log.count(of: "Bank.echo") >= count })
      session.cutConnections()
    }
    #expect(try await app.answer(1) == "burst of 4000, 0 crossed")
    #expect(scenario.log.count(of: "Bank.echo") == 4000)
  }

  @Test("An app that is killed after reconnecting is noticed")
  func killedAfterReturn() async throws {
    let scenario = try scenario()
    let session = try LiveSession(scenario)
    let app = try await LaunchedApp(session)
    try app.send(1, "async Bank.upload")
    try await scenario.gates.waitForCalls(at: "upload")
    session.cutConnections()
    #expect(try await app.ask(2, "async Bank.rate") == "7")
    try app.process.send(signal: SIGKILL)
    try await session.waitUntilEmpty()
    #expect(try await scenario.log.outcome(of: "Bank.upload") == .cancelled)
  }

  @Test(
    "An app reconnects to a test that closes connections silently, and its call gets a response")
  func closedWithoutWord() async throws {
    let answer = try await SlowTest.answer { test in
      let welcome =
        #"{"kind":"welcome","version":1,"received":0,"services":{},"state":{},"resumed":"#
      try test.accept()
      try test.read(.hello)
      test.send(welcome + "false}")
      // The call arrives, then the connections close more often than the limit for a port without a listener.
      try test.read(.call)
      test.hangUp()
      for _ in 0..<5 {
        try test.accept()
        test.hangUp()
      }
      try test.accept()
      try test.read(.hello)
      test.send(welcome + "true}")
      try test.read(.call)
      test.send(#"{"kind":"answer","id":1,"value":7}"#)
    }
    #expect(answer == 7)
  }

  @Test("An app that stops reading doesn't block others")
  func stoppedReader() async throws {
    let scenario = try scenario()
    let session = try LiveSession(scenario)
    let (stopped, other) = (try await LaunchedApp(session), try await LaunchedApp(session))
    try stopped.process.send(signal: SIGSTOP)
    let large = AnyCodableValue.string(String(repeating: "x", count: 1 << 20))
    for value in 0..<16 {
      scenario.sharedState["balance"] = .array([large, .int(value)])
      #expect(try await other.ask(value, "async Bank.rate") == "7")
    }
    scenario.sharedState["balance"] = 4
    #expect(try await eventually { try await other.ask(99, "state balance") == "4" })
    try stopped.process.send(signal: SIGCONT)
    #expect(try await eventually { try await stopped.ask(1, "state balance") == "4" })
  }

  @Test("Two apps in one session are distinguished in the log")
  func twoApps() async throws {
    let scenario = try scenario()
    let session = try LiveSession(scenario)
    let (first, second) = (try await LaunchedApp(session), try await LaunchedApp(session))
    #expect(session.apps.count == 2)
    #expect(try await first.ask(1, "async Bank.rate") == "7")
    #expect(try await second.ask(1, "async Bank.rate") == "7")
    let names = [first, second].map { "SessionApp (process \($0.process.identifier ?? 0))" }
    #expect(scenario.log.calls("Bank.rate").map(\.app) == names)
  }

  @Test("A session without an app is reported with the launched app's output")
  func neverDialled() async throws {
    let session = try LiveSession(try scenario())
    let app = LaunchedProcess(executable: "/bin/echo", arguments: ["no mocks here"])
    try MockScenario.build().with(session).apply(to: app, log: { _ in })
    try app.launch()
    _ = try await app.exit()
    let problem = await #expect(throws: SessionProblem.self) {
      try await session.waitForApp(within: .milliseconds(20))
    }
    let text = problem?.description ?? ""
    #expect(
      text.hasPrefix("no app has joined the session within 0 seconds; call `MockServiceBootstrap"))
    #expect(text.hasSuffix("the app printed:\nno mocks here\n"))
  }

  @Test("Issues of the app are reported in the test")
  func issues() async throws {
    let scenario = try ScenarioRuntime(
      source: #"service "Bank" { rate = reply(7) } service "Bonk" { rate = reply(7) }"#,
      name: "bank.lua")
    let reported = Locked<[String]>([])
    let session = try LiveSession(
      scenario,
      failureHandler: MockFailureHandler { failure in
        reported.withLock { $0.append(failure.message) }
      })
    let app = try await LaunchedApp(session, environment: ["APP_RESOLVES_EARLY": "1"])
    #expect(try await app.ask(1, "report x by hand") == "reported")
    #expect(try await eventually { reported.withLock { $0.count == 3 } })
    let name = "SessionApp (process \(app.process.identifier ?? 0)): "
    #expect(
      reported.withLock { $0 } == [
        name
          + "`Bank` was resolved before it was mocked, so other code may hold the real one; "
          + "call `configureIfNeeded()` directly after the services are registered",
        name
          + "the real `Bonk` is used, because no mock is registered for it; did you mean `Bank`?",
        name + "by hand",
      ])
  }

  @Test("A mock called before the app's bootstrap is an issue in the test")
  func callsBeforeBootstrap() async throws {
    let scenario = try ScenarioRuntime(
      source: #"service "Vault" { size = reply { items = 3 } } service "Bank" { rate = reply(7) }"#,
      name: "vault.lua")
    let session = try LiveSession(scenario)
    let app = try await LaunchedApp(
      session, environment: ["APP_CALLS_EARLY": "1", "APP_SERVICES": "Bank,Vault"])
    #expect(try await eventually { !session.issues.isEmpty })
    #expect(
      session.issues == [
        "SessionApp (process \(app.process.identifier ?? 0)): a mock of `Vault` was created or called before the"
          + " bootstrap, so it isn't configured; call `configureIfNeeded()` before anything creates or calls a"
          + " mock"
      ])
  }
}
