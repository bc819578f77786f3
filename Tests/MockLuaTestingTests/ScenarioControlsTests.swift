// No other import of the package: a test file needs none.
import MockLuaTesting
import Testing

@Suite("The controls of the current scenario")
struct ScenarioControlsTests {
  static let script = """
    service "Loader" {
      load = reply(1) :gate("network"),
      wait = reply(2) :after(1000),
    }
    """

  @Test("A gate opens and closes by its name", .scenario(source: script))
  func gates() async throws {
    let first = Task { try await call("Loader.load") }
    await waitForCalls(at: "network")
    verify("Loader.load", called: 1)
    openGate("network")
    #expect(try await first.value == 1)
    closeGate("network")
    let second = Task { try await call("Loader.load") }
    await waitForCalls(1, at: "network")
    openGate("network")
    #expect(try await second.value == 1)
  }

  @Test("The clock advances", .scenario(source: script, clock: .virtual(manual: true)))
  func clock() async throws {
    let waiting = Task { try await call("Loader.wait") }
    try await ScenarioRuntime.current.clock.waitForSleepers(1)
    await advance(by: .milliseconds(999))
    let clock = try ScenarioRuntime.current.clock
    #expect(clock.elapsed == .milliseconds(999))
    await advance(by: .milliseconds(1))
    #expect(try await waiting.value == 2)
  }

  @Test("An unknown gate is an issue at the line of the call", .scenario(source: script))
  func unknownGate() async throws {
    let issues = try await recordedIssues {
      openGate("netwrok")
      closeGate("netwrok")
      await waitForCalls(at: "netwrok")
    }
    #expect(issues.count == 3)
    for issue in issues {
      #expect(issue.text.contains("netwrok") && issue.text.contains("`network`"))
      #expect(issue.sourceLocation?.fileName == "ScenarioControlsTests.swift")
    }
  }

  @Test("Without a scenario, each is an issue")
  func noScenario() async throws {
    let issues = try await recordedIssues {
      openGate("network")
      await advance(by: .seconds(1))
    }
    #expect(issues.count == 2)
    #expect(issues.allSatisfy { $0.text.contains("no scenario is running") })
  }
}

@Suite("A scenario for part of a test")
struct WithScenarioTests {
  static let script = """
    service "Loader" { load = reply(1) }
    variant("broken", function()
      override "Loader" { load = fail "offline" }
    end)
    """

  @Test("An argument of the test chooses it", arguments: [nil, "broken"])
  func argument(name: String?) async throws {
    try await withScenario(.scenario(source: Self.script, variant: name)) {
      let value = try? await call("Loader.load")
      #expect(value == (name == nil ? 1 : nil))
      verify("Loader.load", called: 1)
    }
  }

  @Test(
    "It takes the place of the test's own, which is there again afterwards",
    .scenario(source: script))
  func nested() async throws {
    let outer = try ScenarioRuntime.current
    try await call("Loader.load")
    try await withScenario(.mocked) {
      let inner = try ScenarioRuntime.current
      #expect(inner !== outer)
      verify("Loader.load", called: .never)
    }
    let again = try ScenarioRuntime.current
    #expect(again === outer)
    verify("Loader.load", called: 1)
  }

  @Test("Its issues are those of the test", .scenario(source: script))
  func issues() async throws {
    let issues = try await recordedIssues {
      try await withScenario(.scenario(source: Self.script)) {
        verify("Loader.load", called: 1)
      }
      try await withScenario(.scenario(source: "service 1")) {
        Issue.record("the body of a broken script has run")
      }
    }
    #expect(issues.count == 2, "\(issues.map(\.text))")
    #expect(issues.first?.text.contains("expected 1 call to Loader.load, found 0") == true)
    #expect(issues.last?.text.contains("script") == true)
  }
}
