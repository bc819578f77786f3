import MockLua
import MockScenarios
import MockServices
import Testing

/// Responses of the test's scenario to an app in a separate process.
@Suite struct SessionCallTests {
  static let script = """
    shared { balance = 1, status = 0 }

    service "Bank" :bind "status" {
      rate = reply(7),
      greet = function(args) return "hello " .. args.name end,
      open = reply(true) :set { status = 2 },
      fail = fail("locked", "The account is locked", { left = 2 }),
      upload = reply "stored" :gate "upload",
      slow = reply "late" :after(60000),
      news = stream { 1, 2, 3 } :every(100),
      echo = function(args) return args end,
    }
    """

  private func scenario(clock: MockClock = .virtual()) throws -> ScenarioRuntime {
    try ScenarioRuntime(source: Self.script, name: "bank.lua", clock: clock)
  }

  @Test("Every kind of call gets a response from the test's scenario, which records it")
  func ways() async throws {
    let scenario = try scenario()
    let session = try LiveSession(scenario)
    let app = try await LaunchedApp(session)
    #expect(try await app.ask(1, "async Bank.rate") == "7")
    #expect(try await app.ask(2, "now Bank.rate") == "7")
    #expect(try await app.ask(3, #"async Bank.greet {"name":"Ann"}"#) == #""hello Ann""#)
    #expect(try await app.ask(4, #"now Bank.greet {"name":"Bob"}"#) == #""hello Bob""#)
    #expect(try await app.ask(5, "void Bank.open") == "done")
    #expect(try await app.ask(6, "voidnow Bank.nothing") == "done")
    #expect(try await app.ask(7, "async Bank.fail") == "threw locked: The account is locked")
    #expect(try await app.ask(8, "now Bank.fail") == "threw locked: The account is locked")
    #expect(try await app.ask(9, "async Bank.slow") == #""late""#)
    #expect(try await app.ask(10, "count Bank.rate") == "2")
    #expect(try await app.ask(11, "int Bank.rate") == "7")
    try scenario.log.verify("Bank.greet", arguments: try MatchPattern(["name": "Ann"]), called: 1)
    try scenario.log.verify("Bank.rate", called: 3)
    #expect(
      scenario.log.calls().allSatisfy {
        $0.app == "SessionApp (process \(app.process.identifier ?? 0))"
      })
    #expect(await app.process.terminate() != nil)
  }

  @Test("A missing response is reported as in a single process")
  func problems() async throws {
    let session = try LiveSession(try scenario())
    let app = try await LaunchedApp(session)
    let unknown = try await app.ask(1, "async Bank.rat")
    #expect(unknown.contains("`Bank.rat` has no responses; did you mean `rate`?"))
    let undecodable = try await app.ask(2, #"int Bank.greet {"name":"Ann"}"#)
    #expect(undecodable.contains("`Bank.greet`, response 1, `reply`"))
    // The test receives the app's decoding error.
    #expect(
      try await eventually {
        if case .threw(let error) = session.scenario.log.calls("Bank.greet").first?.outcome {
          return error.code == "decodingFailed"
        }
        return false
      })
  }

  @Test("A response too large for the connection only fails its own call")
  func unsendable() async throws {
    let scenario = try scenario()
    let session = try LiveSession(scenario)
    await scenario.replace(
      service: "Bank", method: "rate",
      with: MockMethodConfig(responses: [
        MockResponse(result: .success, value: .double(.nan)),
        MockResponse(result: .success, value: .string(String(repeating: "x", count: 65 << 20))),
        MockResponse(result: .success, value: 7),
      ]))
    let app = try await LaunchedApp(session)
    #expect(
      try await app.ask(1, "async Bank.rate")
        == "threw unsendable: the response of `Bank.rate`: value: JSON cannot represent the number nan; write a finite number or null"
    )
    let large = try await app.ask(2, "now Bank.rate")
    #expect(large.hasPrefix("threw unsendable: the response of `Bank.rate`: the frame has 681"))
    #expect(large.hasSuffix("bytes, but a frame can have at most 64 MiB; send less data"))
    #expect(try await app.ask(3, "async Bank.rate") == "7")
  }

  @Test("A gate holds back an app's call until the test opens it")
  func gates() async throws {
    let session = try LiveSession(try scenario())
    let app = try await LaunchedApp(session)
    try app.send(1, "async Bank.upload")
    try await session.scenario.gates.waitForCalls(at: "upload")
    #expect(try await app.ask(2, "async Bank.rate") == "7")
    try session.scenario.gates.open("upload")
    #expect(try await app.answer(1) == #""stored""#)
  }

  @Test("The test's manual clock controls the app's calls")
  func clock() async throws {
    let scenario = try scenario(clock: .virtual(manual: true))
    let session = try LiveSession(scenario)
    let app = try await LaunchedApp(session)
    try app.send(1, "async Bank.slow")
    await scenario.clock.waitForSleepers(1)
    #expect(try await app.ask(2, "async Bank.rate") == "7")
    await scenario.clock.advance(by: .seconds(60))
    #expect(try await app.answer(1) == #""late""#)
  }

  @Test("A stream arrives value by value")
  func streams() async throws {
    let session = try LiveSession(try scenario())
    let app = try await LaunchedApp(session)
    try app.send(1, "stream Bank.news")
    var lines: [String] = []
    while lines.last != "end" { lines.append(try await app.answer(1)) }
    #expect(lines == ["1", "2", "3", "end"])
  }

  @Test("A cancelled call is cancelled in the test")
  func cancellation() async throws {
    let session = try LiveSession(try scenario())
    let app = try await LaunchedApp(session)
    try app.send(1, "async Bank.upload")
    try await session.scenario.gates.waitForCalls(at: "upload")
    try app.send(2, "cancel 1")
    #expect(try await app.answer(1) == "threw CancellationError()")
    #expect(try await session.scenario.log.outcome(of: "Bank.upload") == .cancelled)
  }

  @Test(
    "Replacements made in the app apply in the app, and those made in the test apply in the test")
  func replacements() async throws {
    let scenario = try scenario()
    let session = try LiveSession(scenario)
    let app = try await LaunchedApp(session)
    await scenario.replace(service: "Bank", method: "rate") { call in
      .response(MockResponse(result: .success, value: .int(call.count * 100)))
    }
    #expect(try await app.ask(1, "async Bank.rate") == "100")
    #expect(try await app.ask(2, "replace Bank.rate 5") == "replaced")
    #expect(try await app.ask(3, "async Bank.rate") == "5")
    #expect(try await app.ask(4, "now Bank.rate") == "5")
    #expect(scenario.log.count(of: "Bank.rate") == 1)
  }

  @Test("A reset in the test cancels the app's calls and restarts")
  func reset() async throws {
    let scenario = try scenario()
    let session = try LiveSession(scenario)
    let app = try await LaunchedApp(session)
    #expect(try await app.ask(1, "void Bank.open") == "done")
    try app.send(2, "async Bank.upload")
    try await scenario.gates.waitForCalls(at: "upload")
    try await scenario.reset()
    #expect(try await app.answer(2) == "threw CancellationError()")
    #expect(try await app.ask(3, "async Bank.rate") == "7")
    #expect(try await app.ask(4, "state status") == "0")
    #expect(scenario.log.count == 1)
  }
}
