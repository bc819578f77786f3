import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

enum InboxError: String, MockErrorConvertible, CaseIterable {
  case full, gone
}

@Mocked
protocol InboxService: Sendable {
  func count(of user: String) async throws -> Int
  func refresh()
  func clear() throws(InboxError)
  func unread() -> Int
  func first() -> [String]
  var owner: String { get }
}

/// Mocks by `@Mocked` in tests with a scenario: they know their protocol, and nothing stops the process.
@Suite("Mocks that know their protocol")
struct MockedTests {
  @Test(
    "A mock joins the scenario of its test without a name",
    .scenario(
      source: """
        service "InboxService" { count = function(args) return #args.of end }
        """, name: "script.lua"))
  func joins() async throws {
    #expect(try await MockInboxService().count(of: "Ada") == 3)
    #expect(try await MockInboxService(try ScenarioRuntime.current).count(of: "Bo") == 2)
    verify("InboxService.count", called: 2)
  }

  @Test(
    "A method, an argument and a wait that the protocol lacks are issues at the script's lines",
    .issues(
      "script.lua:5: `InboxService.refresh` is not async, and skips `:after(...)`; remove it, or make"
        + " the method async",
      "script.lua:4: `InboxService.count` has no argument `off`; did you mean `of`?",
      "script.lua:3: `InboxService` doesn't require `cuont`; did you mean `count`?"),
    .scenario(
      source: """
        default_delay(5)
        service "InboxService" {
          cuont = reply(1),
          count = { when({ off = "x" }, reply(1)), reply(2) },
          refresh = reply() :after(10),
          unread = reply(1),
        }
        """, name: "script.lua"))
  func contract() async throws {
    let inbox = MockInboxService()
    #expect(try await inbox.count(of: "Ada") == 2)
    inbox.refresh()
    #expect(inbox.unread() == 1)
  }

  @Test(
    "A service of nearly the same name is an issue",
    .issues(
      "the script has no service `InboxService`, which a mock is for; did you misspell it as"
        + " `InboxServise`?"),
    .scenario(source: "service \"InboxServise\" { count = reply(1) }", name: "script.lua"))
  func missingService() {
    let inbox = MockInboxService()
    inbox.on.unread { 4 }
    #expect(inbox.unread() == 4)
  }

  @Test(
    "Waits that a function meant are issues at their lines, in services that it asks too",
    .issues(
      "script.lua:3: the caller is not async, so this function skips `sleep(50)`",
      "script.lua:7: `Other.slow` is not async, and skips `:gate \"door\"`; remove it, or make the"
        + " method async"),
    .scenario(
      source: """
        service "InboxService" {
          unread = function()
            sleep(50)
            return services.Other.slow()
          end,
        }
        service "Other" { slow = reply(7) :gate "door" }
        """, name: "script.lua"))
  func skippedWaits() {
    #expect(MockInboxService().unread() == 7)
  }

  @Test(
    "A requirement that cannot throw and has no answer is an issue, and returns a placeholder",
    .issues(
      "`InboxService.first` has no responses; known: clear, unread",
      "`InboxService.unread` with {} returns a value and cannot throw: full",
      "`InboxService.clear` with {} throws InboxError only: unheardOf; use one of its codes: `full`,"
        + " `gone`"),
    .scenario(
      source: """
        service "InboxService" { unread = fail("full"), clear = fail("unheardOf") }
        """, name: "script.lua"))
  func placeholders() throws {
    let inbox = MockInboxService()
    #expect(inbox.unread() == 0)
    #expect(inbox.first() == [])
    #expect(throws: InboxError.full) { try inbox.clear() }
  }

  @Test(
    "Verifying a method that nobody knows fails, also that it was never called",
    .scenario(source: "service \"InboxService\" { count = reply(1) }", name: "script.lua"))
  func unknownNames() async throws {
    _ = MockInboxService()
    let found = try await recordedIssues {
      verify("InbxService.count", called: .never)
      verify("InboxService.cout", called: .never)
      verify("InboxService.refresh", called: .never)
    }
    #expect(
      found.map(\.text) == [
        "neither the scenario nor a mock has `InbxService.count`; did you mean `InboxService.count`?\n  (no calls)",
        "neither the scenario nor a mock has `InboxService.cout`; did you mean `InboxService.count`?\n  (no calls)",
      ])
  }

  @Test(
    "Asking for a service that the scenario does not declare is an issue at the asking line",
    .scenario(source: "service \"InboxService\" { count = reply(1) }", name: "script.lua"))
  func undeclared() async throws {
    let runtime = try ScenarioRuntime.current
    let found = try await recordedIssues {
      _ = runtime.sequencer(for: "InboxServce")
      _ = runtime.sequencer(for: "InboxService")
      _ = runtime.sequencer(for: "Anything", declared: false)
    }
    #expect(
      found.map(\.text) == [
        "the scenario declares no service `InboxServce`; did you mean `InboxService`?"
      ])
    #expect(found.first?.sourceLocation?.fileName == "MockedTests.swift")
  }

  @Test(
    "A call that still waits at a gate when its test ends is an issue",
    .issues(
      "a call waits at the gate `door`, but the test has ended; open it, and await the response"),
    .scenario(
      source: "service \"InboxService\" { count = reply(1) :gate \"door\" }", name: "script.lua"))
  func waiting() async throws {
    let inbox = MockInboxService()
    let task = Task { try await inbox.count(of: "Ada") }
    let gates = try ScenarioRuntime.current.gates
    try await gates.waitForCalls(at: "door")
    try gates.open("door")
    #expect(try await task.value == 1)
    try gates.close("door")
    #expect(!gates.isOpen("door"))
    let waiting = Task { try await inbox.count(of: "Bo") }
    try await gates.waitForCalls(at: "door")
    // Once the issue is found, so that the call doesn't wait forever.
    let session = try #require(CurrentScenario.session)
    Task.detached {
      while !session.ending.withLock(\.isReported) {
        try await Task.sleep(for: .milliseconds(100))
      }
      try await Task.sleep(for: .seconds(1))
      waiting.cancel()
    }
  }

  @Test(
    "A strict test hears of a property that nothing configured",
    .issues(
      "`InboxService.owner` has no value; bind it with `:bind`, or give it one with"
        + " `:initial { owner = ... }`"),
    .scenario(
      source: "service \"InboxService\" { count = reply(1):optional() }", name: "script.lua",
      strict: true))
  func defaultProperty() {
    #expect(MockInboxService().owner == "")
  }

  @Test(
    "A strict test hears of a value for a method that returns nothing",
    .issues(
      "script.lua:1: `InboxService.refresh` with {} returns nothing, but is given 1; write `reply()`"
    ),
    .scenario(
      source: "service \"InboxService\" { refresh = reply(1) }", name: "script.lua", strict: true))
  func droppedValue() {
    MockInboxService().refresh()
  }
}
