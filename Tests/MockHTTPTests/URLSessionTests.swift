import Foundation
import MockHTTP
import MockLua
import MockLuaTesting
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct URLSessionTests {
  private static let script = """
    http "https://api.example.com" {
      ["GET /users/{id}"] = function(request) return { id = request.path.id, name = "Ada" } end,
      ["POST /login"] = {
        when({ body = { password = "open" } }, reply { token = "t" } :headers { ["Set-Cookie"] = "a=1; Path=/" }),
        status(401, { error = "wrong" }),
      },
      ["GET /feed"] = { by = "query.page", reply { page = 1 }, fail "notConnectedToInternet" },
      ["GET /events"] = stream { { event = "tick", data = 1 }, { event = "tick", data = 2 } } :every(10),
      ["GET /old"] = status(302) :headers { Location = "/users/9" },
      ["* /echo/{rest...}"] = function(request) return request end,
    }
    """

  private func session(_ runtime: ScenarioRuntime) -> URLSession {
    URLSession(configuration: .mocked(by: runtime))
  }

  private func get(_ session: URLSession, _ path: String) async throws -> (String, HTTPURLResponse) {
    let url = try #require(URL(string: "https://api.example.com\(path)"))
    let (data, response) = try await session.data(from: url)
    return (String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse))
  }

  @Test func routes() async throws {
    let runtime = try ScenarioRuntime(source: Self.script, name: "api.lua")
    let session = session(runtime)
    let (body, response) = try await get(session, "/users/7")
    #expect(body == #"{"id":"7","name":"Ada"}"#)
    #expect(response.statusCode == 200)
    #expect(response.value(forHTTPHeaderField: "Content-Type") == "application/json")
    #expect(try await get(session, "/old").0 == #"{"id":"9","name":"Ada"}"#)
    let events = try await get(session, "/events").0
    #expect(events == "event: tick\ndata: 1\n\nevent: tick\ndata: 2\n\n")
    _ = try await get(session, "/feed?page=1")
    let error = await #expect(throws: URLError.self) { try await get(session, "/feed?page=1") }
    #expect(error?.code == .notConnectedToInternet)
    #expect(runtime.log.count(of: "https://api.example.com.GET /feed") == 2)
  }
}
