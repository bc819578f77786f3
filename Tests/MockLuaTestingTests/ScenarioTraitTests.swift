import MockLua
import MockLuaTesting
import MockServices
import Testing

@Suite("A test with a scenario")
struct ScenarioTraitTests {
  @Test("The script is found next to the test's source file", .scenario("Scripts/login.lua"))
  func besideTheTest() async throws {
    #expect(try await call("OTP.resend") == "first")
    #expect(try ScenarioRuntime.current.scenario.script.name == "login.lua")
  }

  @Test(
    "The script is found in the working directory",
    .scenario("Tests/MockLuaTestingTests/Scripts/login.lua"))
  func workingDirectory() async throws {
    #expect(try await call("OTP.resend") == "first")
  }

  @Test(
    "Each argument has its own scenario, even in parallel",
    .scenario("Scripts/login.lua"), arguments: 0..<50)
  func parallel(number: Int) async throws {
    let runtime = try ScenarioRuntime.current
    #expect(runtime.sharedState["attempts"] == 0)
    for attempt in 1...(number + 1) {
      await Task.yield()
      let value = try await call("OTP.verify", ["code": "123456"])
      #expect(value == ["attempts": .int(attempt), "mode": "none"])
    }
    #expect(try ScenarioRuntime.current === runtime)
    #expect(runtime.sharedState["attempts"] == .int(number + 1))
    verify("OTP.verify", called: number + 1)
  }

  @Test(
    "A variant and a mode can be chosen",
    .scenario("Scripts/login.lua", variant: "locked", mode: .debug))
  func options() async throws {
    await #expect(throws: MockServiceError(code: "locked", message: "Too many codes")) {
      try await call("OTP.resend")
    }
    #expect(
      try await call("OTP.verify", ["code": "123456"]) == ["attempts": 1, "mode": "debug"])
  }

  @Test("Waiting uses a virtual clock at full speed", .scenario("Scripts/login.lua"))
  func fullSpeed() async throws {
    try await call("OTP.resend")
    #expect(try await call("OTP.resend") == "second")
    #expect(try ScenarioRuntime.current.clock.elapsed == .seconds(3600))
  }

  @Test(
    "Another clock can be used, with a new one for each argument",
    .scenario("Scripts/login.lua", clock: .virtual(manual: true, start: .seconds(5))),
    arguments: [1, 2])
  func clock(number: Int) async throws {
    let clock = try ScenarioRuntime.current.clock
    #expect(clock.mode == .manual)
    #expect(clock.sinceEpoch == .seconds(5))
    await clock.advance(by: .seconds(number))
  }

  static let random = #"service "S" { roll = function() return random(1, 1000000000) end }"#

  @Test(
    "A seed determines all random values",
    .scenario(source: random, seed: 7), arguments: [1, 2])
  func seed(number: Int) async throws {
    let rolled = try await call("S.roll")
    let same = try ScenarioSession(source: Self.random, seed: 7).runtime
    let other = try ScenarioSession(source: Self.random, seed: 8).runtime
    #expect(try await same.call("S.roll") == rolled)
    #expect(try await other.call("S.roll") != rolled)
  }

  @Test(
    "The script can be inline, with modules next to the test",
    .scenario(source: #"service "S" { user = reply(fixture "Scripts/user.json") }"#))
  func source() async throws {
    #expect(try await call("S.user") == ["name": "Ann"])
  }

  @Test("Child tasks inherit the scenario", .scenario("Scripts/login.lua"))
  func childTasks() async throws {
    let runtime = try ScenarioRuntime.current
    async let inChild = ScenarioRuntime.current
    #expect(try await inChild === runtime)
    #expect(try await Task { try ScenarioRuntime.current }.value === runtime)
    await #expect(throws: NoCurrentScenario.self) {
      try await Task.detached { try ScenarioRuntime.current }.value
    }
  }

  static let outsideText =
    "no scenario is running in this task; add `.scenario(\"login.lua\")` or `.mocked` to the test, read"
    + " `ScenarioRuntime.current` before a detached task begins, or in XCTest keep a `ScenarioSession` until the test"
    + " ends"

  @Test("Without the trait, accessing the scenario fails with a suggestion")
  func outside() async throws {
    let error = #expect(throws: NoCurrentScenario.self) { try ScenarioRuntime.current }
    #expect(error?.description == Self.outsideText)
  }

  @Suite("In a suite", .scenario(source: #"service "S" { f = { reply(1), reply(2) } }"#))
  struct Inner {
    @Test("A suite has its own scenario", arguments: [1, 2])
    func fresh(number: Int) async throws {
      #expect(try await call("S.f") == 1)
    }

    @Suite struct Deeper {
      @Test("A nested suite has it too")
      func fresh() async throws {
        #expect(try await call("S.f") == 1)
      }
    }

    @Test(
      "A test can replace its suite's scenario",
      .scenario(source: #"service "S" { f = reply(9) }"#))
    func replaced() async throws {
      #expect(try await call("S.f") == 9)
    }
  }

  @Suite(.scenario(source: #"service "S" { f = reply(1) }"#, strict: true))
  struct ReplacedStrict {
    @Test(
      "A replaced scenario isn't checked for unused responses",
      .scenario(source: #"service "S" { g = reply(9) }"#))
    func replaced() async throws {
      try await call("S.g")
    }
  }

  @Suite struct OwnInstance {
    let runtime: ScenarioRuntime

    init() throws { runtime = try ScenarioRuntime.current }

    @Test("The scenario is available in the suite's initializer", .scenario("Scripts/login.lua"))
    func instance() throws {
      #expect(try ScenarioRuntime.current === runtime)
    }
  }
}
