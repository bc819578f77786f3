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

@Mocked
protocol InboxTool: Sendable {
  static func version() -> Int
}

/// Mocks made with `@Mocked` in tests with a scenario.
///
/// They know their protocol, and failures don't stop the process.
@Suite("Mocks with a known protocol")
struct MockedTests {
  @Test(
    "A mock uses its test's scenario without a name",
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
    "A method, argument, or wait that doesn't fit the protocol is an issue at the script's line",
    .issues(
      "script.lua:5: `InboxService.refresh` is not async, so it skips `:after(...)`; remove the wait,"
        + " or make the method async",
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
    "A similar service name is an issue",
    .issues(
      "the script has no service `InboxService`, which a mock implements; did you misspell it as"
        + " `InboxServise`?"),
    .scenario(source: "service \"InboxServise\" { count = reply(1) }", name: "script.lua"))
  func missingService() {
    let inbox = MockInboxService()
    inbox.on.unread { 4 }
    #expect(inbox.unread() == 4)
  }

  @Test(
    "Skipped waits of a function, and of the services that it calls, are issues at their lines",
    .issues(
      "script.lua:3: the caller is not async, so this function skips `sleep(50)`",
      "script.lua:7: `Other.slow` is not async, so it skips `:gate \"door\"`; remove the wait,"
        + " or make the method async"),
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
    "A nonthrowing requirement without a response is an issue, and returns a placeholder",
    .issues(
      "`InboxService.first` has no responses; write `first = reply(...)` in the service",
      "`InboxService.unread` with {} returns a value and cannot throw the error: full",
      "`InboxService.clear` with {} throws only InboxError, so it cannot throw the error: unheardOf;"
        + " use one of its codes: `full`, `gone`"),
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
    "A static requirement without a stub is an issue that names the type",
    .issues(
      "no stub of `InboxTool.version` accepts the call; add `MockInboxTool.on.version { ... }` before the call"
    ), .mocked)
  func staticCall() {
    #expect(MockInboxTool.version() == 0)
  }

  @Test("A session with an empty script suggests only stubs")
  func emptyScript() throws {
    let session = try ScenarioSession(source: "")
    #expect(MockInboxService(session.runtime).unread() == 0)
    #expect(
      session.finish().map(\.problem) == [
        "no stub of `InboxService.unread` accepts the call; add `mock.on.unread { ... }` before the call"
      ])
  }

  @Test(
    "Verifying an unknown method fails, even for no calls",
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
        "neither the scenario nor a mock has a method `InbxService.count`; did you mean `InboxService.count`?"
          + "\n  (no calls)",
        "neither the scenario nor a mock has a method `InboxService.cout`; did you mean `InboxService.count`?"
          + "\n  (no calls)",
      ])
  }

  @Test(
    "Using a service that the scenario doesn't declare is an issue at that line",
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
      "a call still waits at the gate `door`, but the test has ended; open the gate, and await the response"
    ),
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
    // The gate opens after the issue is found, so that the call doesn't wait forever.
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
    "A strict test reports a property that isn't configured",
    .issues(
      "`InboxService.owner` has no value; bind it with `:bind`, or give it a value with"
        + " `:initial { owner = ... }`"),
    .scenario(
      source: "service \"InboxService\" { count = reply(1):optional() }", name: "script.lua",
      strict: true))
  func defaultProperty() {
    #expect(MockInboxService().owner == "")
  }

  @Test(
    "A strict test reports a value for a method without a result",
    .issues(
      "script.lua:1: `InboxService.refresh` with {} returns nothing, but its response has the value 1; write `reply()`"
    ),
    .scenario(
      source: "service \"InboxService\" { refresh = reply(1) }", name: "script.lua", strict: true))
  func droppedValue() {
    MockInboxService().refresh()
  }
}
