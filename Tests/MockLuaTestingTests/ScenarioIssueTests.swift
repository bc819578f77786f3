import MockLua
import MockLuaTesting
import MockServices
import Testing

/// A status bound to shared state.
private enum Status: Int, Sendable {
  case open
}

@Suite("Mock failures are issues in the test")
struct ScenarioIssueTests {
  static let script = """
    shared { status = 0 }

    service "S" :bind "status" {
      mocked = { fail("exhausted", "Mocked"), fail("scriptError", "Mocked") },
      computed = function() return fail("circularCall", "Mocked") end,
      broken = function(args)
        return args.user.name
      end,
      passes = function() return services.S.broken() end,
      once = { reply(1), exhausted = "error" },
      fatal = { reply(1), reply(2), exhausted = "fatalError" },
      round = function() return services.S.about() end,
      about = function() return services.S.round() end,
      matched = { when({ id = 1 }, reply(1)) },
      text = reply "text",
      nothing = reply(),
      close = reply() :set { status = 9 },
    }
    """

  static let brokenText =
    "script.lua:7: attempt to index a nil value (field 'user') (in `S.broken`, call 1)"

  @Test(
    "A mocked error with any code isn't an issue", .issues(),
    .scenario(source: script, name: "script.lua"))
  func mocked() async throws {
    for (method, code) in [
      ("mocked", "exhausted"), ("mocked", "scriptError"), ("computed", "circularCall"),
    ] {
      let error = await #expect(throws: MockServiceError.self) { try await call("S.\(method)") }
      #expect(error?.code == code)
      #expect(error?.message == "Mocked")
    }
  }

  @Test(
    "An error in a function, even if the thrown error is swallowed",
    .issues(brokenText), .scenario(source: script, name: "script.lua"))
  func scriptError() async {
    _ = try? await call("S.broken")
  }

  @Test(
    "An error that passes through other services, once", .issues(brokenText),
    .scenario(source: script, name: "script.lua")
  )
  func passed() async {
    let error = await #expect(throws: MockServiceError.self) { try await call("S.passes") }
    #expect(error?.code == "scriptError")
  }

  @Test(
    "A cycle of calls, once",
    .issues(
      "script.lua:12: services call each other in a cycle: S.round -> S.about -> S.round; make one of them"
        + " respond without calling the other (in `S.round`, call 17)"),
    .scenario(source: script, name: "script.lua"))
  func circle() async {
    _ = try? await call("S.round")
  }

  @Test(
    "An exhausted sequence, once for all calls",
    .issues(
      "script.lua:10: `S.once` has 1 response and was called 2 times; add a `reply(...)`, or set"
        + " `exhausted` to another value"),
    .scenario(source: script, name: "script.lua"))
  func exhausted() async throws {
    try await call("S.once")
    for _ in 1...3 { _ = try? await call("S.once") }
  }

  @Test(
    "An exhausted sequence with `fatalError` throws and doesn't stop the process",
    .issues(
      "script.lua:11: `S.fatal` has 2 responses and was called 3 times; add a `reply(...)`, or set"
        + " `exhausted` to another value"), .scenario(source: script, name: "script.lua"))
  func fatalError() async throws {
    let runtime = try ScenarioRuntime.current
    for _ in 1...2 { try await runtime.call("S.fatal") }
    let error = await #expect(throws: MockServiceError.self) {
      try await Task.detached { try await runtime.call("S.fatal") }.value
    }
    #expect(error?.code == "exhausted")
  }

  @Test(
    "A method without responses",
    .issues("script.lua:15: `S.text2` has no responses; did you mean `text`?"),
    .scenario(source: script, name: "script.lua"))
  func unconfigured() async {
    _ = try? await call("S.text2")
  }

  @Test(
    "An unimplemented closure, once",
    .issues(
      "`S.closure` was called with {\"id\":2}, but nothing implements it; give the service a closure"
        + " for `closure`, or remove the call"),
    .scenario(source: script, name: "script.lua"))
  func unimplemented() async {
    let closure: @Sendable (Int) async throws -> Void = unimplementedClosure("S.closure(id:)")
    for _ in 1...2 { _ = try? await closure(2) }
  }

  @Test(
    "An expected unimplemented closure isn't an issue", .issues(),
    .scenario(source: script, name: "script.lua", except: [.unimplementedCalls]))
  func expectedUnimplemented() async {
    let closure: @Sendable (Int) async throws -> Void = unimplementedClosure("S.closure(id:)")
    _ = try? await closure(2)
  }

  @Test(
    "Arguments that no rule matches",
    .issues(
      "script.lua:14: no `when` of `S.matched` accepts { id = 2 }; add a `reply(...)` to the list,"
        + " or a `when` for these arguments:\n  script.lua:14: `id`: expected 1, found 2"),
    .scenario(source: script, name: "script.lua"))
  func unmatched() async {
    _ = try? await call("S.matched", ["id": 2])
  }

  @Test(
    "Values of the wrong type, and missing values",
    .issues(
      "script.lua:15: `S.text`, response 1, `reply`: expected a whole number, found a string",
      "script.lua:16: `S.nothing`, response 1, has no value, but a value of type Int is expected; write"
        + " `reply(value)`"), .scenario(source: script, name: "script.lua"))
  func values() async throws {
    let sequencer = try ScenarioRuntime.current.sequencer(for: "S")
    await #expect(throws: MockServiceError.self) {
      try await sequencer.nextDecodedValue(for: "text", as: Int.self)
    }
    await #expect(throws: MockServiceError.self) {
      try await sequencer.nextDecodedValue(for: "nothing", as: Int.self)
    }
  }

  @Test(
    "A state of the wrong type for its binding, in any task",
    .issues("script.lua:17: shared state `status`: the value 9 is not a Status"),
    .scenario(source: script, name: "script.lua"))
  func state() async throws {
    let runtime = try ScenarioRuntime.current
    let subject = runtime.sharedState.subject(
      for: "status", as: _MockPropertyCodec(Status.self), default: .open)
    await Task.detached { _ = try? await runtime.call("S.close") }.value
    #expect(subject?.value == .open)
  }

  @Test(
    "An invalid state set by the test, which has no location in the script",
    .issues("shared state `status`: the value 8 is not a Status"),
    .scenario(source: script, name: "script.lua"))
  func ownState() async throws {
    let runtime = try ScenarioRuntime.current
    let subject = runtime.sharedState.subject(
      for: "status", as: _MockPropertyCodec(Status.self), default: .open)
    runtime.sharedState.applyUpdates(["status": 8])
    #expect(subject?.value == .open)
  }

  @Test(
    "Failures of sequencers created by the test",
    .issues(
      "`Own.f` has 1 response and was called 2 times; add a response, or set `exhaustBehavior` to another value"
    ),
    .scenario(source: script, name: "script.lua"))
  func ownSequencer() async throws {
    let method = MockMethodConfig(
      responses: [MockResponse(result: .success)], exhaustBehavior: .fatalError)
    let sequencer = MockCallSequencer(methods: ["f": method], service: "Own")
    try await sequencer.recordVoidCall(for: "f")
    await #expect(throws: MockServiceError.self) { try await sequencer.recordVoidCall(for: "f") }
  }

  @Test(
    "Several issues are in call order",
    .issues("script.lua:15: `S.text2` has no responses; did you mean `text`?", brokenText),
    .scenario(source: script, name: "script.lua"))
  func several() async {
    for method in ["text2", "nothing", "broken"] { _ = try? await call("S.\(method)") }
  }

  @Test(
    "A test that rethrows the error records it once",
    .issues("scriptError: script.lua:7: attempt to index a nil value (field 'user')"),
    .scenario(source: script, name: "script.lua"))
  func thrown() async throws {
    try await call("S.broken")
  }

  @Test(
    "A test that throws another error records both, without the strict checks",
    .issues(brokenText, "own"), .scenario(source: script, name: "script.lua", strict: true))
  func thrownOther() async throws {
    _ = try? await call("S.broken")
    throw MockServiceError(code: "own", message: "own")
  }

  @Test(
    "A test's failed expectation of another mock, at its own line",
    .scenario(source: script, name: "script.lua"))
  func expectation() async throws {
    let issues = try await recordedIssues {
      MockFailureHandler.report(
        MockFailure(severity: .expectation, message: "odd", sourceLocation: MockSourceLocation()))
    }
    #expect(issues.map(\.text) == ["odd"])
    #expect(issues.first?.sourceLocation?.line == #line - 3)
  }

  @Suite("With exceptions")
  struct Excepted {
    @Test(
      "An exception in the trait",
      .issues(),
      .scenario(source: script, name: "script.lua", except: [.scriptErrors, .exhaustedSequences]))
    func inTrait() async {
      for method in ["broken", "round", "once", "once"] { _ = try? await call("S.\(method)") }
    }

    @Test(
      "An exception in another trait", .issues(ScenarioIssueTests.brokenText),
      .scenario(source: script, name: "script.lua"),
      .scenarioExcept(.unconfiguredCalls))
    func inOwnTrait() async {
      for method in ["text2", "broken"] { _ = try? await call("S.\(method)") }
    }

    @Suite(.scenario(source: script, name: "script.lua"), .scenarioExcept(.scriptErrors))
    struct OfSuite {
      @Test("Exceptions in the suite and the test", .scenarioExcept(.exhaustedSequences))
      func inherited() async {
        for method in ["broken", "once", "once"] { _ = try? await call("S.\(method)") }
      }
    }
  }
}
