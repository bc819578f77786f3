import Foundation
import MockCalls
import MockLua
import MockPlatform
import MockServices
import Testing

@testable import MockLuaTesting
@testable import MockRecording

struct DriftedTask: Codable, Equatable, Sendable {
  var id: Int
  var title: String?
  var state: String
  var owner: String?
}

@Mocked
protocol DriftedTasks: Sendable {
  func task(id: Int) async throws -> DriftedTask
  func all() async throws -> [DriftedTask]
  func remove(id: Int) async throws
  func count() -> Int
  func changes() -> AsyncThrowingStream<Int, any Error>
  func ping() async throws -> Int
}

/// The live service after its changes.
private final class ChangedTasks: DriftedTasks {
  let removed = Locked(0)

  func task(id: Int) async throws -> DriftedTask {
    if id == 9 { throw MockServiceError(code: "gone", message: "gone") }
    return DriftedTask(id: id, title: nil, state: "open", owner: "Ada")
  }
  func all() async throws -> [DriftedTask] {
    [
      DriftedTask(id: 1, title: "a", state: "paused"),
      DriftedTask(id: 2, title: "b", state: "open"),
    ]
  }
  func remove(id: Int) async throws { removed.withLock { $0 += 1 } }
  func count() -> Int { 12 }
  func changes() -> AsyncThrowingStream<Int, any Error> { AsyncThrowingStream { $0.finish() } }
  func ping() async throws -> Int { throw CancellationError() }
}

/// The reports in a test whose live services respond with a different shape than its script.
@Suite struct DriftTests {
  private static let source = """
    -- recorded 2026-11-01
    service "DriftedTasks" {
      task = {
        when({ id = 7 }, reply { id = 7, title = "tea", state = "open" }),
        when({ id = 9 }, reply { id = 9, title = "tea", state = "open" }),
        fail "offline",
      },
      all = reply {
        { id = 1, title = "a", state = "open" },
        { id = 2, title = "b", state = "done" },
        { id = 3, title = "c", state = "open" },
      },
      remove = reply(),
      count = function() return 3 end,
      changes = stream { 1, 2 },
    }
    """

  /// Runs a body as the trait does, and returns the reported differences.
  private func compared(
    _ live: ChangedTasks = ChangedTasks(), _ body: (MockDriftedTasks) async throws -> Void
  ) async throws -> [String] {
    let comparison = LiveComparison()
    let session = try LiveComparison.$current.withValue(comparison) {
      Result { try ScenarioSession(source: Self.source, name: "tasks.lua") }
    }.get()
    try await body(MockDriftedTasks(passingTo: live, by: session.runtime))
    #expect(session.finish() == [])
    return CallDrift.all(in: comparison.pairs, of: session.runtime).map { difference in
      // The result doesn't depend on the current date.
      difference.description.replacing(#/recorded \d+ days ago/#, with: "recorded N days ago")
    }
  }

  @Test("The script responds, and each difference is reported once at its line")
  func differences() async throws {
    let told = try await compared { (tasks: MockDriftedTasks) async throws in
      for _ in 0..<2 {
        #expect(try await tasks.task(id: 7) == DriftedTask(id: 7, title: "tea", state: "open"))
      }
      #expect(try await tasks.task(id: 9).id == 9)
      #expect(try await tasks.all().count == 3)
      #expect(tasks.count() == 3)
    }
    #expect(
      told == [
        "tasks.lua:4: `DriftedTasks.task` doesn't have `title`, but the script does (recorded N days ago); record the response again, or fix it",
        "tasks.lua:4: `DriftedTasks.task` has `owner`, a string, but the script doesn't (recorded N days ago); record the response again, or fix it",
        "tasks.lua:5: `DriftedTasks.task` throws `gone`, but the script does not (recorded N days ago); check that the live service works, or record the response again",
        "tasks.lua:8: `DriftedTasks.all` returns `paused` for `[0].state`, but the script returns only `done`, `open` (recorded N days ago); add it to the script",
      ])
  }

  @Test("Scripted errors, streams, and methods without a result report nothing")
  func silence() async throws {
    let live = ChangedTasks()
    let told = try await compared(live) { (tasks: MockDriftedTasks) async throws in
      await #expect(throws: MockServiceError.self) { try await tasks.task(id: 1) }
      try await tasks.remove(id: 1)
      var changes: [Int] = []
      for try await change in tasks.changes() { changes.append(change) }
      #expect(changes == [1, 2])
    }
    #expect(told == [])
    #expect(live.removed.withLock { $0 } == 1)
  }

  @Test("Without the trait, no live service is called")
  func plain() async throws {
    let live = ChangedTasks()
    let session = try ScenarioSession(source: Self.source, name: "tasks.lua")
    try await MockDriftedTasks(passingTo: live, by: session.runtime).remove(id: 1)
    #expect(live.removed.withLock { $0 } == 0)
  }

  @Test(
    "The trait reports nothing for a script that matches",
    .scenario("Scripts/recorded.lua", drift: .fail)
  )
  func trait() async throws {
    let search = MockSearchService(passingTo: LiveSearch())
    #expect(try await search.find(query: "tea") == ["green tea", "black tea"])
  }

  @Test(
    "The trait records a difference as an issue on request",
    .issues(
      "Scripts/drifted.lua:1: `DriftedTasks.task` doesn't have `title`, but the script does; record the response again, or fix it",
      "Scripts/drifted.lua:1: `DriftedTasks.task` has `owner`, a string, but the script doesn't; record the response again, or fix it"
    ), .scenario("Scripts/drifted.lua", drift: .fail))
  func failing() async throws {
    let tasks = MockDriftedTasks(passingTo: ChangedTasks())
    #expect(try await tasks.task(id: 7).title == "tea")
  }
}
