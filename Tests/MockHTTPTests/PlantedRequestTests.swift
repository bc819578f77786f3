import Foundation
import MockCalls
import MockHTTP
import MockHTTPServer
import MockLua
import MockServices
import TestSupport
import Testing

@testable import MockLuaTesting
@testable import MockRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets in all parts of a recorded request.
@Suite(.enabled(if: RouteServer.isAvailable, "libmicrohttpd isn't available"))
struct PlantedRequestTests {
  @Test(
    "All secrets in requests and responses are redacted, and the script replays",
    arguments: 0..<PlantedSecret.kinds)
  func planted(kind: Int) async throws {
    try ProjectFile(json: #"{"secrets": {"patterns": ["ACME-[0-9]{8}"]}}"#, file: "").apply()
    let server = try ScenarioRuntime(
      source: """
        http "//*" {
          ["* /{path...}"] = function(request)
            return reply { path = request.path, query = request.query, body = request.body, note = request.headers["x-note"] }
              :headers { ["X-Answer"] = request.headers["x-note"] or "none", ["Set-Cookie"] = "id=" .. (request.query.n or "0") }
          end,
        }
        """, name: "server.lua", failureHandler: MockFailureHandler { _ in })
    let listening = try server.httpServer()
    let port = listening.port
    let folder = FileManager.default.temporaryDirectory.appending(path: "planted-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "planted.lua").path
    let recording = TestRecording(.missing, path: path, beside: #filePath, keepsErrors: false)
    let scenario = try MockPassing.$current.withValue(.missing) {
      Result { try ScenarioSession(source: "", name: path) }
    }.get()
    let secrets = (0..<6).map { PlantedSecret(kind: kind, number: 100 + $0) }
    let session = URLSession(configuration: .mocked(by: scenario.runtime))
    defer { session.finishTasksAndInvalidate() }
    func ask(_ url: String, _ change: (inout URLRequest) -> Void = { _ in }) async throws {
      var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(url)")))
      change(&request)
      _ = try await session.data(for: request)
    }
    let shown = secrets.map { $0.shown.urlEscaped }
    try await ask("/a/\(shown[0])?n=1")
    try await ask("/b?q=\(shown[1])&n=2")
    try await ask("/c?n=3") {
      // A header value is a single line.
      let isOneLine = !secrets[2].shown.contains(where: \.isNewline)
      $0.setValue(isOneLine ? secrets[2].shown : "none", forHTTPHeaderField: "X-Note")
    }
    for (index, type) in [
      (3, "application/json"), (4, "application/x-www-form-urlencoded"), (5, "text/plain"),
    ] {
      try await ask("/d\(index)?n=\(index)") {
        $0.httpMethod = "POST"
        $0.setValue(type, forHTTPHeaderField: "Content-Type")
        let text = secrets[index].shown
        let json = (try? JSONEncoder().encode(["inner": text])) ?? Data()
        $0.httpBody = index == 3 ? json : index == 4 ? Data("a=\(shown[4])".utf8) : Data(text.utf8)
      }
    }
    withExtendedLifetime(listening) {}
    let notes = await recording.write(scenario.runtime, hasFailed: false)
    #expect(notes == [])
    var texts: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      texts[name] = try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
    }
    #expect(texts["planted.lua"]?.contains("POST /d5") == true)
    let trace = MockTrace(of: scenario.runtime, test: "planted", issues: [])
    texts["trace"] = String(decoding: trace.utf8, as: UTF8.self)
    texts["log"] = scenario.runtime.log.calls().map(\.description).joined(separator: "\n")
    for (name, text) in texts {
      for (index, secret) in secrets.enumerated() {
        #expect(!secret.isLeft(in: text), "\(name) \(index): \(secret.shown)")
        #expect(!text.contains(secret.secret.urlEscaped), "\(name) \(index): \(secret.shown)")
      }
    }
  }
}
