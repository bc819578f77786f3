import MockLua
import MockLuaTesting
import MockServices
import Testing

@Suite("A strict test")
struct StrictTests {
  static let script = """
    service "S" {
      steps = {
        reply(1),
        reply(2),
        reply(3) :optional(),
      },
      orders = { by = "id", reply "placed" },
      spare = reply(0) :optional(),
    }
    """

  @Test(
    "A test without problems has no issues", .issues(),
    .scenario(source: script, name: "script.lua", strict: true))
  func clean() async throws {
    for _ in 1...2 { try await call("S.steps") }
    try await call("S.orders", ["id": 1])
  }

  @Test(
    "Every response must be used, unless it is optional",
    .issues(
      "script.lua:4: response 2 of `S.steps` was never used; make a call that uses it, or add `:optional()`",
      "script.lua:7: response 1 of `S.orders` was never used; make a call that uses it, or add `:optional()`"
    ),
    .scenario(source: script, name: "script.lua", strict: true))
  func unused() async throws {
    try await call("S.steps")
  }

  @Test(
    "Error codes must be known to the app's own error",
    .issues(
      "script.lua:2: `Door.open` fails with the code `jammed`, which `DoorError` doesn't have;"
        + " use one of its codes: `locked`"),
    .scenario(
      source: """
        service "Door" {
          open = { fail "jammed", fail "locked" },
        }
        """, name: "script.lua", strict: true))
  func unknownCodes() async throws {
    let door = MockDoor()
    #expect(throws: MockServiceError.self) { try door.open() }
    #expect(throws: DoorError.locked) { try door.open() }
    // Codes thrown by a stub are up to the test.
    let stub = door.on.open { throw MockServiceError(code: "mine", message: "Mine") }
    #expect(throws: MockServiceError.self) { try door.open() }
    stub.remove()
  }

  @Test(
    "A sequence needs its key",
    .issues(
      "script.lua:7: `S.orders` has one sequence for each `id`, but `id` was missing or null in call 1;"
        + " pass it"),
    .scenario(source: script, name: "script.lua", strict: true, except: [.unusedResponses]))
  func keys() async throws {
    try await call("S.orders")
    try await call("S.orders", ["id": .null])
    try await call("S.orders", ["id": 1])
  }

  @Test(
    "Methods without a result must be configured too",
    .issues(
      "`Tracker.track` has no responses, so the call did nothing; give it `reply()`"),
    .scenario(source: script, name: "script.lua", strict: true), .scenarioExcept(.unusedResponses))
  func ignored() async throws {
    let sequencer = try ScenarioRuntime.current.sequencer(for: "Tracker", declared: false)
    for _ in 1...2 { try await sequencer.recordVoidCall(for: "track") }
  }

  @Test(
    "The reported line is that of the similar method, or the service's first line",
    .issues(
      "script.lua:7: `S.order` has no responses, so the call did nothing; give it `reply()`, or call `orders`",
      "script.lua:3: `S.x` has no responses, so the call did nothing; give it `reply()`"),
    .scenario(source: script, name: "script.lua", strict: true), .scenarioExcept(.unusedResponses))
  func ignoredLines() async throws {
    let sequencer = try ScenarioRuntime.current.sequencer(for: "S")
    for method in ["order", "x"] { try await sequencer.recordVoidCall(for: method) }
  }

  @Test(
    "Without strict checking, nothing is reported", .issues(),
    .scenario(source: script, name: "script.lua"))
  func lenient() async throws {
    try await call("S.orders")
    try await ScenarioRuntime.current.sequencer(for: "Tracker", declared: false).recordVoidCall(
      for: "track")
  }

  @Test(
    "Unverified calls are reported on request",
    .issues("expected no more calls, found 1\n  #2 S.spare {} -> 0"),
    .scenario(source: script, name: "script.lua", also: [.unverifiedCalls]))
  func unverified() async throws {
    try await call("S.steps")
    try await call("S.spare")
    verify("S.steps")
  }

  @Test(
    "Calls dropped from the log are reported",
    .issues(
      "the call log dropped the first 2 calls, so they can't be verified; raise `logLimit`"),
    .scenario(
      source: #"service "S" { f = reply(1) }"#, name: "script.lua", logLimit: 3, strict: true))
  func dropped() async throws {
    for _ in 1...5 { try await call("S.f") }
  }

  @Test(
    "Responses replaced by a reset aren't reported as unused", .issues(),
    .scenario(source: script, name: "script.lua", strict: true))
  func reset() async throws {
    try await ScenarioRuntime.current.reset()
    try await clean()
  }
}

@Mocked(errors: DoorError.self)
protocol Door: Sendable {
  func open() throws
}

enum DoorError: String, MockErrorConvertible, CaseIterable {
  case locked
}
