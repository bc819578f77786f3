import Foundation
import MockHTTP
import MockLua
import MockLuaTesting
import MockScenarios
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Bodies near the maximum frame size of a live session.
///
/// The test and the app share one separate process, because an app that joins a session uses it for the whole process.
@Suite struct LargeBodyTests {
  private static let limit = 64 << 20
  /// More than everything else in a frame besides the body.
  private static let margin = 2 << 10

  private static let script = #"""
    http "https://api.example.com" {
      ["PUT /body"] = { when({ body = is.exists }, reply "stored"), status(400) },
      ["GET /answer"] = reply(1),
      ["GET /stream"] = stream { 1 },
    }
    """#

  /// Sends responses of a size that would be too large for a script.
  private func answer(_ test: ScenarioSession, _ size: Int) async {
    let text = AnyCodableValue.string(String(repeating: "x", count: size))
    await test.runtime.replace(
      service: "https://api.example.com", method: "GET /answer",
      with: MockMethodConfig(responses: [
        MockResponse(
          result: .success, value: ["body": text, "headers": ["Content-Type": "text/plain"]])
      ]))
    await test.runtime.replace(
      service: "https://api.example.com", method: "GET /stream",
      with: MockMethodConfig(responses: [
        MockResponse(result: .stream, values: [["event": 1], ["event": text], ["event": 3]])
      ]))
  }

  private func join(
    _ test: ScenarioSession
  ) async throws -> (LiveSession, any MockSequencerSource) {
    let live = try LiveSession(test.runtime)
    // The handler reports that nothing handles requests of other sessions.
    let joined = await MockFailureHandler.$override.withValue(MockFailureHandler { _ in }) {
      await MockServiceBootstrap.configureIfNeeded(
        container: DependencyContainer(), registry: MockServiceRegistry(),
        environment: live.environment, log: { _ in })
    }
    return (live, try #require(joined).sequencers)
  }

  private func request(_ path: String, body: Int? = nil) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
    request.timeoutInterval = 300
    if let body {
      request.httpMethod = "PUT"
      request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(repeating: UInt8(ascii: "x"), count: body)
    }
    return request
  }

  @Test("Bodies up to the limit get through", .timeLimit(.minutes(30)))
  func fitting() async {
    await #expect(processExitsWith: .success) { try await LargeBodyTests().checkFitting() }
  }

  @Test(
    "Larger bodies are reported on both sides, and the session continues", .timeLimit(.minutes(30)))
  func tooLarge() async {
    await #expect(processExitsWith: .success) { try await LargeBodyTests().checkTooLarge() }
  }

  private func checkFitting() async throws {
    let test = try ScenarioSession(source: Self.script, name: "large.lua")
    let (live, sequencers) = try await join(test)
    defer { live.close() }
    let session = URLSession(configuration: .mocked(by: sequencers))
    defer { session.finishTasksAndInvalidate() }
    let size = Self.limit - Self.margin
    await answer(test, size)
    let (text, _) = try await session.data(for: request("/body", body: size))
    #expect(String(decoding: text, as: UTF8.self) == #""stored""#)
    #expect(try await session.data(for: request("/answer")).0.count == size)
    #expect(try await session.data(for: request("/stream")).0.count == size + 26)
    #expect(test.finish().isEmpty)
  }

  private func checkTooLarge() async throws {
    let test = try ScenarioSession(source: Self.script, name: "large.lua")
    let (live, sequencers) = try await join(test)
    defer { live.close() }
    let session = URLSession(configuration: .mocked(by: sequencers))
    defer { session.finishTasksAndInvalidate() }
    await answer(test, Self.limit)
    let host = "https://api.example.com"
    let answers = [
      ("/body", Self.limit, "the arguments of `\(host).PUT /body`"),
      ("/answer", nil, "a value of `\(host).GET /answer`"),
      ("/stream", nil, "a value of `\(host).GET /stream`"),
    ]
    for (path, body, what) in answers {
      let error = await #expect(throws: MockServiceError.self) {
        _ = try await session.data(for: request(path, body: body))
      }
      let message = try #require(error).message
      #expect(message.hasPrefix("\(what): the frame has 6710"))
      #expect(
        message.hasSuffix(" bytes, but a frame can have at most 64 MiB; send less data"))
    }
    let (text, _) = try await session.data(for: request("/body", body: 1))
    #expect(String(decoding: text, as: UTF8.self) == #""stored""#)
    let issues = test.finish().map { "\($0)" }
    for (_, _, what) in answers {
      #expect(issues.count { $0.contains("\(what): the frame has 6710") } == 1)
    }
    #expect(issues.count == answers.count)
  }
}
