import Foundation
import MockHTTP
import MockHTTPServer
import MockLua
import MockLuaTesting
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that a test records, from a missing script to one that needs no network.
@Suite(.serialized, .enabled(if: RouteServer.isAvailable, "libmicrohttpd isn't available"))
struct RecordedRequestTests {
  static let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).lua").path

  /// A stateful server, and its address.
  private static let server = Result {
    let runtime = try ScenarioRuntime(
      source: """
        shared { count = 0 }
        http "//*" {
          ["GET /users/{id}"] = function(request) return { id = request.path.id, page = request.query.page } end,
          ["POST /items"] = function(request)
            state.count = state.count + 1
            return status(201, { name = request.body.name, count = state.count })
          end,
          ["GET /count"] = function() return { count = state.count, token = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8" } end,
          ["GET /missing"] = status(404, { error = "none" }),
        }
        """, name: "server.lua", failureHandler: MockFailureHandler { _ in })
    return (runtime, try runtime.httpServer())
  }

  /// Makes an app's requests, and returns all responses.
  private func flow(_ session: URLSession) async throws -> [String] {
    let port = try Self.server.get().1.port
    func ask(_ method: String, _ path: String, _ body: String? = nil) async throws -> String {
      var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
      request.httpMethod = method
      if let body {
        request.httpBody = Data(body.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      }
      let (data, response) = try await session.data(for: request)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      return "\(status) \(String(decoding: data, as: UTF8.self))"
    }
    var got = [try await ask("GET", "/users/1?page=1"), try await ask("GET", "/users/1?page=2")]
    got.append(try await ask("GET", "/count"))
    got.append(try await ask("POST", "/items", #"{"name":"tea"}"#))
    got.append(try await ask("POST", "/items", #"{"name":"mate"}"#))
    got.append(try await ask("GET", "/count"))
    got.append(try await ask("GET", "/missing"))
    return got
  }

  private static let expected = [
    #"200 {"id":"1","page":"1"}"#, #"200 {"id":"1","page":"2"}"#, "",
    #"201 {"count":1,"name":"tea"}"#,
    #"201 {"count":2,"name":"mate"}"#, "", #"404 {"error":"none"}"#,
  ]

  @Test(
    "The first run sends all requests that the script doesn't know to the network",
    .scenario(path, recording: .missing))
  func recording() async throws {
    let session = URLSession(configuration: .mocked)
    defer { session.finishTasksAndInvalidate() }
    let got = try await flow(session)
    for (got, expected) in zip(got, Self.expected) where expected != "" { #expect(got == expected) }
    #expect(got[2].contains("ghp_") && got[2].contains(#""count":0"#))
  }

  @Test("The next run doesn't need the network, and gets the same responses except for secrets")
  func replaying() async throws {
    let (server, _) = try Self.server.get()
    let asked = server.log.count
    let text = try String(contentsOfFile: Self.path, encoding: .utf8)
    #expect(!text.contains("ghp_"), "\(text)")
    #expect(text.contains(#"["GET /users/1"] = {"#), "\(text)")
    #expect(
      text.contains(#"when({ query = { page = "1" } }, reply { id = "1", page = "1" })"#), "\(text)"
    )
    let scenario = try ScenarioSession(path: Self.path)
    let session = URLSession(configuration: .mocked(by: scenario.runtime))
    defer { session.finishTasksAndInvalidate() }
    let got = try await flow(session)
    for (got, expected) in zip(got, Self.expected) where expected != "" { #expect(got == expected) }
    #expect(got[2].contains(#""count":0"#) && got[5].contains(#""count":2"#))
    #expect(server.log.count == asked)
    #expect(scenario.finish() == [])
    try FileManager.default.removeItem(atPath: Self.path)
  }
}
