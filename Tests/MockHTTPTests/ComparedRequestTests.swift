import Foundation
import MockCalls
import MockHTTP
import MockHTTPServer
import MockLua
import MockServices
import Testing

@testable import MockLuaTesting
@testable import MockRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests sent to both the script and the server, to compare the responses.
@Suite(.serialized, .enabled(if: RouteServer.isAvailable, "libmicrohttpd isn't available"))
struct ComparedRequestTests {
  @Test(
    "The script responds, only GET requests are sent, and the server's differences are reported")
  func comparing() async throws {
    let server = try ScenarioRuntime(
      source: """
        http "//*" {
          ["GET /users/{id}"] = reply { id = 7, name = null, mail = "a" },
          ["GET /same"] = reply { id = 8 },
          ["GET /gone"] = status(410),
          ["POST /users"] = reply(5),
        }
        """, name: "server.lua",
      failureHandler: MockFailureHandler { _ in })
    let listening = try server.httpServer()
    let comparison = LiveComparison()
    let session = try LiveComparison.$current.withValue(comparison) {
      Result {
        try ScenarioSession(
          source: """
            http {
              ["GET /users/{id}"] = reply { id = 7, name = "Ada" },
              ["GET /same"] = reply { id = 9 },
              ["GET /gone"] = reply { id = 9 },
              ["GET /broken"] = status(503),
              ["POST /users"] = reply { id = 9 },
            }
            """, name: "users.lua")
      }
    }.get()
    let network = URLSession(configuration: .mocked(by: session.runtime))
    defer { network.finishTasksAndInvalidate() }
    var got: [String] = []
    for (method, path) in [
      ("GET", "/users/7"), ("GET", "/same"), ("GET", "/gone"), ("GET", "/broken"),
      ("POST", "/users"),
    ] {
      var request = URLRequest(
        url: try #require(URL(string: "http://127.0.0.1:\(listening.port)\(path)")))
      request.httpMethod = method
      let (data, response) = try await network.data(for: request)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      got.append("\(status) \(String(decoding: data, as: UTF8.self))")
    }
    #expect(
      got == [
        #"200 {"id":7,"name":"Ada"}"#, #"200 {"id":9}"#, #"200 {"id":9}"#, "503 ",
        #"200 {"id":9}"#,
      ])
    // The server doesn't have a route for the last request.
    #expect(
      server.log.calls().map(\.method)
        == ["GET /users/{id}", "GET /same", "GET /gone", "GET /broken"])
    let told = CallDrift.all(in: comparison.pairs, of: session.runtime).map(\.description)
    let suggestion = "; record the response again, or fix it"
    #expect(
      told == [
        "users.lua:2: `GET /users/{id}` returns null for `name`, but the script returns a string"
          + suggestion,
        "users.lua:2: `GET /users/{id}` has `mail`, a string, but the script doesn't"
          + suggestion,
        "users.lua:4: `GET /gone` returns the status 410, but the script returns 200" + suggestion,
      ])
  }
}
