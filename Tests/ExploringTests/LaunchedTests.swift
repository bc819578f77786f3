import MockLua
import MockScenarios
import MockServices
import Testing

@testable import MockLuaTesting

/// Exploration of apps in separate processes.
///
/// Each run launches `SessionApp`, which prints each response as it arrives.
@Suite("Exploration of apps in separate processes", .serialized)
struct LaunchedTests {
  private static let script = """
    shared { searches = 0 }
    service "Search" {
      find = { reply "old", reply "new", fail "offline" },
      count = function()
        local before = state.searches
        sleep(10)
        state.searches = before + 1
        return state.searches
      end,
    }
    """

  @Sendable private static func launch(_ session: LiveSession) async throws -> LaunchedProcess {
    let app = LaunchedProcess(product: "SessionApp", environment: ["APP_SERVICES": "Search"])
    try MockScenario.build().with(session).apply(to: app, log: { _ in })
    try app.launch()
    try await app.line(within: .seconds(1200)) { $0.hasPrefix("ready") }
    return app
  }

  /// Searches twice, and returns the app's output once the app is quiet.
  @Sendable private static func search(_ app: LaunchedProcess) async throws -> [String] {
    try app.writeLine("1 async Search.find")
    await Explored.step()
    try app.writeLine("2 async Search.find")
    await Explored.settle()
    return [
      try await app.nextLine(within: .seconds(1200)),
      try await app.nextLine(within: .seconds(1200)),
    ]
  }

  @Test(
    "A bug is found if the last response wins, and each run has its own app and scenario",
    .fails(
      "with the response of Search.find #2 (search.lua:3) before the response of #1"
        + " (run 3 of exploring; replay: \"g-2\")"),
    .scenario(source: script, name: "search.lua"))
  func staleAnswer() async throws {
    let processes = Locked<[Int32?]>([])
    try await explore(launching: Self.launch, limit: 20, time: .hour) {
      app in
      processes.withLock { $0.append(app.identifier) }
      let shown = try await Self.search(app)
      #expect(shown.last == #"2 "new""#)
    }
    let all = processes.withLock { $0 }
    #expect(all.count == 4)
    #expect(Set(all).count == 4)
  }

  @Test(
    "No bug is found in an app that shows the latest search",
    .scenario(source: script, name: "search.lua"))
  func mended() async throws {
    let runs = AtomicNumber()
    try await explore(launching: Self.launch, limit: 20, time: .hour) {
      app in
      runs.add(1)
      let shown = try await Self.search(app)
      #expect(Set(shown) == [#"1 "old""#, #"2 "new""#])
      #expect(Explored.isBaseline == (runs.value == 1))
    }
    // The runs are the baseline, the first response before the second call, and the responses in reverse order.
    #expect(runs.value == 3)
  }

  @Test(
    "Each call fails with its service's error codes, and the test checks an invariant",
    .scenario(source: script, name: "search.lua"))
  func failures() async throws {
    let shown = Locked<[[String]]>([])
    try await explore(.failures, launching: Self.launch, time: .hour) {
      app in
      let lines = try await Self.search(app)
      shown.withLock { $0.append(lines) }
      #expect(Explored.failed("Search.find") == lines.contains { $0.contains("offline") })
    }
    #expect(shown.withLock { $0.count } == 3)
    #expect(shown.withLock { $0 }.dropFirst().allSatisfy { "\($0)".contains("offline") })
  }

  @Test(
    "A single schedule can be run, and time advances when the schedule says so",
    .fails(
      "with time passing before the response of Search.count #1 (search.lua:4), and the response of"
        + " Search.count #2 (search.lua:4) before the response of #1; replay: \"g-t-2\""),
    .scenario(source: script, name: "search.lua"))
  func replay() async throws {
    let runs = AtomicNumber()
    try await explore(launching: Self.launch, rest: .milliseconds(300), replay: "g-t-2") { app in
      runs.add(1)
      try app.writeLine("1 async Search.count")
      await Explored.step()
      try app.writeLine("2 async Search.count")
      await Explored.settle()
      let first = try await app.nextLine(within: .seconds(1200))
      #expect(first == "2 2")
    }
    #expect(runs.value == 1)
  }

  @Test(
    "An app that never joins is reported in the first run",
    .fails(
      "no app has joined the session; write `MockScenario.build().with(session).apply(to: app)` before the"
        + " launch\nwithout reordering or injected failures (run 1 of exploring)",
      "SessionApp is not launched\nwithout reordering or injected failures (run 1 of exploring)"),
    .scenario(source: script, name: "search.lua"))
  func missing() async throws {
    struct NotLaunched: Error, CustomStringConvertible {
      let description = "SessionApp is not launched"
    }
    let launch: @Sendable (LiveSession) async throws -> LaunchedProcess = { _ in throw NotLaunched()
    }
    try await explore(launching: launch) { _ in }
  }

  @Test("Without a scenario, one sentence explains the limitation")
  func withoutScenario() async {
    await #expect {
      try await explore(launching: Self.launch) { _ in }
    } throws: { error in
      "\(error)"
        == "exploring an app requires a scenario on the test; write `@Test(.scenario(\"app.lua\"))`"
    }
  }

  @Test(
    "An explored test explores no app", .exploring(), .scenario(source: script))
  func nested() async {
    _ = try? await ScenarioRuntime.current.sequencer(for: "Search").answer(for: "find")
    await #expect {
      try await explore(launching: Self.launch) { _ in }
    } throws: { error in
      "\(error)".hasPrefix("a test that explores an app cannot be explored itself; ")
    }
  }

  @Test("In XCTest, a found bug is an error with its schedule")
  func errors() async throws {
    struct Stale: Error {}
    let session = try ScenarioSession(source: Self.script, name: "search.lua")
    await #expect {
      try await session.explore(
        launching: Self.launch, limit: 20, time: .hour
      ) {
        app in
        if try await Self.search(app).last != #"2 "new""# { throw Stale() }
      }
    } throws: { error in
      "\(error)".hasPrefix(
        "with the response of Search.find #2 (search.lua:3) before the response of #1 (run 3 "
      )
        && "\(error)".hasSuffix("replay: \"g-2\"):\n  Stale()")
    }
  }
}
