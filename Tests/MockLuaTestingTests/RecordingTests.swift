import Foundation
import MockLua
import MockPlatform
import MockRecording
import MockServices
import Testing

@testable import MockLuaTesting

struct RecordedTask: Codable, Equatable, Sendable {
  var id: Int
  var title: String
}

enum RecordedFailure: String, Error, MockErrorConvertible { case offline }

@Mocked(errors: RecordedFailure.self)
protocol RecordedTasks: Sendable {
  func signIn(user: String, password: String) async throws -> String
  func task(id: Int) async throws -> RecordedTask
  func search(query: String, page: Int) async throws -> [RecordedTask]
  func count() -> Int
  func remove(id: Int) async throws
  func changes() -> AsyncThrowingStream<Int, any Error>
}

/// A stateful live service.
final class LiveTasks: RecordedTasks {
  private let removed = Locked<Set<Int>>([])

  func signIn(user: String, password: String) async throws -> String {
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJlLW9mLTQy"
  }
  func task(id: Int) async throws -> RecordedTask {
    guard id < 100 else { throw RecordedFailure.offline }
    return RecordedTask(id: id, title: "task \(id)")
  }
  func search(query: String, page: Int) async throws -> [RecordedTask] {
    (0..<2).map { RecordedTask(id: page * 10 + $0, title: query) }
  }
  func count() -> Int { 3 - removed.withLock { $0.count } }
  func remove(id: Int) async throws { removed.withLock { _ = $0.insert(id) } }
  func changes() -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      for value in [1, 2, 3] { continuation.yield(value) }
      continuation.finish()
    }
  }
}

/// The scripts that tests record from live services.
@Suite struct RecordingTests {
  /// Runs a test body with a recorded scenario, as the trait does.
  private func record(
    _ mode: RecordingMode, to path: String, errors: Bool = false, hasFailed: Bool = false,
    into script: RecordedScript? = nil, _ body: (MockRecordedTasks) async throws -> Void
  ) async throws -> [String] {
    // As in a separate process that hasn't recorded anything yet.
    let recording = TestRecording(mode, script ?? RecordedScript(path), keepsErrors: errors)
    let session = try ScenarioSession(
      source: recording.text, name: path, recording: mode, filePath: recording.path)
    try await body(MockRecordedTasks(passingTo: LiveTasks(), by: session.runtime))
    return await recording.write(session.runtime, hasFailed: hasFailed)
  }

  private func temporary() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appending(path: "tasks.lua").path
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// An app's calls and the results that it shows.
  private func flow(_ tasks: some RecordedTasks) async throws -> [String] {
    var shown: [String] = []
    shown.append("\(try await tasks.task(id: 7))")
    shown.append("\(try await tasks.task(id: 8))")
    shown.append("\(try await tasks.task(id: 7))")
    for page in 1...2 { shown.append("\(try await tasks.search(query: "tea", page: page))") }
    shown.append("\(tasks.count())")
    try await tasks.remove(id: 7)
    shown.append("\(tasks.count())")
    shown.append("\(tasks.count())")
    for try await change in tasks.changes() { shown.append("\(change)") }
    return shown
  }

  @Test("Tests in one process record to the same script, each starting from its original version")
  func together() async throws {
    let path = try temporary()
    let script = RecordedScript(path)
    for id in [7, 8] {
      let notes = try await record(.missing, to: path, into: script) { tasks in
        let task = try await tasks.task(id: id)
        #expect(task.title == "task \(id)")
      }
      #expect(notes == [])
    }
    try await withThrowingTaskGroup { group in
      for id in [9, 10, 7] {
        group.addTask {
          _ = try await self.record(.missing, to: path, into: script) { tasks in
            _ = try await tasks.task(id: id)
          }
        }
      }
      try await group.waitForAll()
    }
    let replay = try ScenarioSession(path: path)
    let tasks = MockRecordedTasks(replay.runtime)
    for id in 7...10 { #expect(try await tasks.task(id: id).title == "task \(id)") }
    // The user's own change is kept.
    try "-- mine\n".write(toFile: path, atomically: true, encoding: .utf8)
    let notes = try await record(.missing, to: path, into: script) { tasks in
      _ = try await tasks.task(id: 11)
    }
    #expect(notes.count == 1 && notes[0].contains("has changed since the recording began"))
    #expect(try text(path) == "-- mine\n")
  }

  @Test("The environment can record a whole suite")
  func ofEnvironment() async {
    await #expect(processExitsWith: .success) { try RecordingTests().checkEnvironment() }
  }

  private func checkEnvironment() throws {
    setenv(RecordingMode.variable, "all", 1)
    let all = try RecordingMode.ofEnvironment()
    #expect(all == .all)
    setenv(RecordingMode.variable, "everything", 1)
    let error = #expect(throws: ScenarioError.self) { _ = try RecordingMode.ofEnvironment() }
    #expect(error?.description == "`MOCKLUA_RECORD` is `everything`; write `missing` or `all`")
    unsetenv(RecordingMode.variable)
    let none = try RecordingMode.ofEnvironment()
    #expect(none == nil)
  }

  @Test(
    "A session writes the live services' responses so far, after its own script or from scratch")
  func session() async throws {
    let path = try temporary()
    try "service \"RecordedTasks\" { count = reply(9) }\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    let session = try ScenarioSession(path: path, recording: .missing)
    let tasks = MockRecordedTasks(passingTo: LiveTasks(), by: session.runtime)
    #expect(tasks.count() == 9)
    #expect(try await tasks.task(id: 7).title == "task 7")
    let other = path.replacing("tasks.lua", with: "other.lua")
    #expect(await session.record(to: other) == [])
    // The same file under another name.
    let folder = path.dropLast("/tasks.lua".count)
    #expect(
      await session.record(to: "\(folder)/../\(folder.split(separator: "/").last ?? "")/tasks.lua")
        == [])
    let recorded = """
      -- The responses of the live services.
      -- recorded \(RecordedDate.today)

      service "RecordedTasks" {
        task = reply { id = 7, title = "task 7" },
      }

      """
    #expect(try text(other) == recorded)
    #expect(
      try text(path) == """
        service "RecordedTasks" { count = reply(9) }

        -- recorded \(RecordedDate.today)
        service "RecordedTasks" {
          task = reply { id = 7, title = "task 7" },
        }

        """)
  }

  @Test("A flow is written as rules and sequences, and replays unchanged")
  func flow() async throws {
    let path = try temporary()
    var live: [String] = []
    let notes = try await record(.missing, to: path) { live = try await flow($0) }
    #expect(notes == [])
    #expect(
      try text(path) == """
        -- The responses of the live services.
        -- Equal calls got different responses; `mocklua learn` looks for the state that explains this.
        -- recorded \(RecordedDate.today)

        service "RecordedTasks" {
          changes = stream { 1, 2, 3 },
          count   = { reply(3), reply(2) },
          remove  = reply(),
          search = {
            when({ page = 1 }, reply { { id = 10, title = "tea" }, { id = 11, title = "tea" } }),
            when({ page = 2 }, reply { { id = 20, title = "tea" }, { id = 21, title = "tea" } }),
          },
          task = {
            when({ id = 7 }, reply { id = 7, title = "task 7" }),
            when({ id = 8 }, reply { id = 8, title = "task 8" }),
          },
        }

        """)
    let session = try ScenarioSession(path: path)
    let replayed = try await flow(MockRecordedTasks(session.runtime))
    #expect(replayed == live)
    #expect(session.finish() == [])
  }

  @Test("The script's responses are kept, and missing ones are appended")
  func missing() async throws {
    let path = try temporary()
    try Data(
      "service \"RecordedTasks\" { task = when({ id = 1 }, reply { id = 1, title = \"by hand\" }) } -- mine\n"
        .utf8
    )
    .write(to: URL(fileURLWithPath: path))
    let notes = try await record(.missing, to: path) { (tasks) async throws -> Void in
      #expect(try await tasks.task(id: 1).title == "by hand")
      #expect(try await tasks.task(id: 2).title == "task 2")
      #expect(tasks.count() == 3)
    }
    let written = try text(path)
    #expect(written.hasPrefix("service \"RecordedTasks\" { task = when({ id = 1 }"))
    #expect(
      written.hasSuffix(
        "-- mine\n\n-- recorded \(RecordedDate.today)\nservice \"RecordedTasks\" {\n  count = reply(3),\n}\n"
      ))
    #expect(
      notes.count == 1
        && notes[0].contains("`RecordedTasks.task` already has responses in the script"))
    let session = try ScenarioSession(path: path)
    #expect(MockRecordedTasks(session.runtime).count() == 3)
  }

  @Test(
    "A failed test writes nothing, and neither does one whose script has changed in the meantime")
  func refusals() async throws {
    let path = try temporary()
    let failed = try await record(.missing, to: path, hasFailed: true) { _ = $0.count() }
    #expect(failed == ["the test has failed, so nothing was recorded"])
    #expect(!FileManager.default.fileExists(atPath: path))
    let changed = try await record(.all, to: path) { (tasks) async throws -> Void in
      _ = tasks.count()
      try Data("-- mine\n".utf8).write(to: URL(fileURLWithPath: path))
    }
    #expect(changed.count == 1 && changed[0].contains("has changed since the recording began"))
    #expect(try text(path) == "-- mine\n")
  }

  @Test("On request everything is recorded again, including errors")
  func all() async throws {
    let path = try temporary()
    try Data("service \"RecordedTasks\" { count = reply(9) }\n".utf8)
      .write(to: URL(fileURLWithPath: path))
    var notes = try await record(.all, to: path) { (tasks) async throws -> Void in
      #expect(tasks.count() == 3)
      _ = try? await tasks.task(id: 100)
    }
    #expect(
      notes == [
        "an error of `RecordedTasks.task` left out; `--record-errors` keeps them, in a test `errors: true`"
      ])
    #expect(try text(path).hasSuffix("\n\nservice \"RecordedTasks\" {\n  count = reply(3),\n}\n"))
    notes = try await record(.all, to: path, errors: true) { (tasks) async throws -> Void in
      _ = try? await tasks.task(id: 100)
    }
    #expect(notes == [])
    #expect(try text(path).contains("task = fail(\"offline\")"))
  }

  @Test("A long value becomes a file next to the script, and replays")
  func longValues() async throws {
    let path = try temporary()
    let notes = try await record(.all, to: path) { (tasks) async throws -> Void in
      let found = try await tasks.search(query: String(repeating: "tea ", count: 10_000), page: 1)
      #expect(found.count == 2)
    }
    #expect(notes == [])
    let written = try text(path)
    #expect(written.contains("search = reply(fixture \"fixtures/tasks-search.json\")"))
    let session = try ScenarioSession(path: path)
    let found = try await MockRecordedTasks(session.runtime).search(query: "any", page: 1)
    #expect(
      found.map(\.title) == Array(repeating: String(repeating: "tea ", count: 10_000), count: 2))
  }

  @Test("Secrets become placeholders in the file, by name and by format")
  func secrets() async throws {
    let path = try temporary()
    _ = try await record(.all, to: path) { (tasks) async throws -> Void in
      let token = try await tasks.signIn(user: "ada", password: "hunter2-and-more")
      _ = try await tasks.search(query: "Bearer \(token)", page: 1)
      _ = try await tasks.search(query: "4111 1111 1111 1111", page: 2)
    }
    let written = try text(path)
    for secret in ["hunter2", "eyJhbGci", "c2lnbmF0dXJl", "4111"] {
      #expect(!written.contains(secret), "\(secret)")
    }
    #expect(written.contains("search"))
  }
}

/// The trait, from a missing script to one that needs no live service.
@Suite(.serialized) struct RecordingTraitTests {
  static let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).lua").path

  @Test("The first run calls the live service", .scenario(path, recording: .missing))
  func recording() async throws {
    #expect(try await MockRecordedTasks(passingTo: LiveTasks()).task(id: 7).title == "task 7")
  }

  @Test("The next run doesn't need it")
  func replaying() async throws {
    let session = try ScenarioSession(path: Self.path)
    #expect(try await MockRecordedTasks(session.runtime).task(id: 7).title == "task 7")
    try FileManager.default.removeItem(atPath: Self.path)
  }
}
