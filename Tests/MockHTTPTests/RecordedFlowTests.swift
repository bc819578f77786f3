import Foundation
import MockCalls
import MockHTTP
import MockHTTPServer
import MockLearning
import MockLua
import MockLuaTools
import MockRecording
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Flows of requests to stateful servers, each recorded as a script.
@Suite(.serialized, .enabled(if: LocalServers.isAvailable, "python3 isn't available"))
struct RecordedFlowTests {
  /// A flow in the table, which is a file.
  struct Flow: Decodable, CustomTestStringConvertible, Sendable {
    var name: String
    var app: String
    /// The recordings, each starting with a fresh server.
    var recorded: [[String]]
    /// Whether to learn state.
    var learns: Bool?
    /// Flows that weren't recorded.
    var heldOut: [[String]]?

    var testDescription: String { name }
  }

  static let flows: [Flow] = {
    let file = LocalServers.fixtures.appending(path: "recorded-flows.json")
    return (try? JSONDecoder().decode([Flow].self, from: Data(contentsOf: file))) ?? []
  }()

  /// Returns the server's own responses.
  private static func live(_ steps: [String], of app: String) async throws -> [String] {
    let client = FlowClient(session: .shared, base: try LocalServers.forRequests.get().base(app))
    _ = try await client.send("POST /__reset")
    return try await client.send(steps)
  }

  /// Returns the script's responses.
  private static func replayed(_ steps: [String], of app: String, by path: String) async throws
    -> [String]
  {
    let runtime = try ScenarioRuntime(path: path, failureHandler: MockFailureHandler { _ in })
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    return try await FlowClient(
      session: session, base: try LocalServers.forRequests.get().base(app)
    ).send(steps)
  }

  /// Records the calls of a flow, like a session that passes through what the script doesn't know.
  private static func recording(_ steps: [String], of app: String) async throws -> Recording {
    let base = try LocalServers.forRequests.get().base(app)
    _ = try await FlowClient(session: .shared, base: base).send("POST /__reset")
    let runtime = try MockPassing.$current.withValue(.missing) {
      Result {
        try ScenarioRuntime(
          source: "", name: "empty.lua", failureHandler: MockFailureHandler { _ in })
      }
    }.get()
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    _ = try await FlowClient(session: session, base: base).send(steps)
    return Recording(runtime.log.calls())
  }

  @Test("The table has the expected number of flows")
  func table() {
    #expect(Self.flows.count >= 30)
    #expect(Self.flows.count { $0.learns == true && $0.heldOut != nil } >= 10)
  }

  @Test(
    "A recorded flow replays unchanged, and an unrecorded one gets the server's responses",
    arguments: flows)
  func flow(_ flow: Flow) async throws {
    var recording = Recording([])
    for steps in flow.recorded { recording.add(try await Self.recording(steps, of: flow.app)) }
    var learner = Learner(recording)
    let script = await learner.script(name: "flow")
    #expect(learner.recording.notes == [])
    #expect(learner.learned.isEmpty == (flow.learns != true), "\(learner.learned)")
    let folder = FileManager.default.temporaryDirectory.appending(path: "flow-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "flow.lua").path
    try RecordingFile(path: path).write(script, replaces: true)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for steps in flow.recorded + (flow.heldOut ?? []) {
      let live = try await Self.live(steps, of: flow.app)
      let replayed = try await Self.replayed(steps, of: flow.app, by: path)
      for ((step, live), replayed) in zip(zip(steps, live), replayed) {
        #expect(replayed == live, "\(step)\n\(text)")
      }
    }
    // The script is formatted and passes `check` without warnings.
    #expect(try ScriptFormat.text(of: text, name: "flow.lua") == text)
    let found = StaticCheck.issues(source: text, name: "flow.lua", directory: folder.path)
    #expect(found.map(\.description) == [], "\(text)")
  }
}
