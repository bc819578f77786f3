import Foundation
import MockHTTP
import MockLuaTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct User: Codable, Equatable {
  var id: String
}

@Suite(.mocked) struct HTTPFormTests {
  /// Makes a request, and returns its status and its text.
  private func send(
    _ method: String, _ path: String, body: String? = nil
  ) async throws -> (status: Int, text: String) {
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("Bearer t", forHTTPHeaderField: "Authorization")
    let (data, response) = try await URLSession(configuration: .mocked).data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
  }

  @Test func rightRoutes() async throws {
    MockHTTP.routes {
      get("/users/{id}") { request in .json(User(id: request.path["id"])) }
      post("/login").returns(status: 401)
      get("/search").returns(.text("one"), .status(503))
    }
    #expect(try await send("GET", "/users/7").text == #"{"id":"7"}"#)
    #expect(try await send("POST", "/login", body: #"{"user":"ada"}"#).status == 401)
    #expect(try await send("GET", "/search?q=tea&page=2").text == "one")
    #expect(try await send("GET", "/search?q=tea").status == 503)
    verify(.get("/search"), query: ["q": "tea"], called: 2)
    verify(.get("/search"), query: ["page": "2"], headers: ["Authorization": "Bearer t"], called: 1)
    verify(.post("/login"), body: ["user": "ada"], called: 1)
    verify(.get("/users/{id}"), called: 1...2)
    verify(.get("/users/8"), called: .never)
  }

  // expects: no route for `DELETE /users/7`, so this verifies nothing; did you mean `GET /users/{id}`?
  @Test func wrongNever() {
    MockHTTP.routes { get("/users/{id}").returns(.text("one")) }
    verify(.delete("/users/7"), called: .never)
  }

  // expects: the nearest request is
  @Test func wrongQuery() async throws {
    MockHTTP.routes { get("/search").returns(.text("one")) }
    _ = try await send("GET", "/search?q=tea")
    verify(.get("/search"), query: ["q": "coffee"], called: 1)
  }

  // expects: did you mean `GET /search`?
  @Test func wrongPath() async throws {
    MockHTTP.routes { get("/search").returns(.text("one")) }
    _ = try? await send("GET", "/serach")
  }

  // expects: write `get("/search")`
  @Test func wrongSlash() { MockHTTP.routes { get("search").returns(.text("one")) } }
}
