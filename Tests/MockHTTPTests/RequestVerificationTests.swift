import Foundation
import MockHTTP
import MockLua
import MockLuaTesting
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Requests are verified by method, path, query, headers, and body")
struct RequestVerificationTests {
  private struct Login: Encodable {
    var user: String
  }

  /// Makes some requests in a scenario, and returns the reports of verifications in it.
  private func reports(
    _ verifications: (any MockSequencerSource) -> Void
  ) async throws -> [String] {
    let reports = Locked<[String]>([])
    let handler = MockFailureHandler { failure in
      reports.withLock { $0.append(failure.message) }
    }
    let runtime = try ScenarioRuntime(
      source:
        #"http "https://api.example.com" { ["GET /search"] = reply {}, ["POST /login"] = status(204) }"#,
      name: "s.lua", failureHandler: handler)
    MockHTTP.routes(in: runtime) { get("/users/{id}").returns(status: 204) }
    let session = URLSession(configuration: .mocked(by: runtime))
    for path in ["/search?q=coffee&t=1&t=2", "/users/7"] {
      _ = try await session.data(
        from: try #require(URL(string: "https://api.example.com\(path)")))
    }
    var login = URLRequest(url: try #require(URL(string: "https://api.example.com/login")))
    login.httpMethod = "POST"
    login.httpBody = Data(#"{"user":"ada","age":36}"#.utf8)
    login.setValue("application/json", forHTTPHeaderField: "Content-Type")
    login.setValue("text/html", forHTTPHeaderField: "Accept")
    _ = try await session.data(for: login)
    verifications(runtime)
    return reports.withLock { $0 }.map { String($0.prefix { $0 != "\n" }) }
  }

  @Test("Requests of routes in scripts and in Swift are counted")
  func found() async throws {
    let reports = try await reports { source in
      verify(.get("/search"), in: source)
      verify(.get("/search"), query: ["q": "coffee", "t": "2"], called: 1, in: source)
      verify(.get("/search"), query: ["q": "tea"], called: .never, in: source)
      verify(.get("/users/7"), host: "api.example.com", called: 1, in: source)
      verify(.get("/users/{id}"), called: 1...2, in: source)
      verify(.get("/users/8"), called: .never, in: source)
      verify(
        .post("/login"), headers: ["ACCEPT": "text/html"], body: Login(user: "ada"), called: 1,
        in: source)
      verify(.post("/login"), body: ["age": 36], called: 1, in: source)
    }
    #expect(reports == [])
  }

  @Test("The message names the nearest request, and its differences")
  func messages() async throws {
    let reports = try await reports { source in
      verify(.get("/search"), query: ["q": "tea"], called: 1, in: source)
      verify(.get("/login"), in: source)
      verify(.get("/serach"), called: 1, in: source)
      verify(.get("/users/7"), host: "other.example.com", called: 1, in: source)
      verify(
        .post("/login"), headers: ["Accept": "text/plain"], body: Login(user: "bob"), in: source)
      verify(.get("/search"), called: 2, in: source)
      verify(.get("/serach"), called: .never, in: source)
      verify(.get("search"), in: source)
      verify(.get("/search"), called: .atLeast(0), in: source)
    }
    #expect(
      reports == [
        #"expected 1 call to GET /search {"query":{"q":"tea"}}, found 0; the nearest request is #1 `GET https://api.example.com/search?q=coffee&t=1&t=2`: `query.q`: expected "tea", found "coffee""#,
        "expected at least 1 call to GET /login, found 0; the nearest request is #3 `POST https://api.example.com/login`: expected the method GET, found POST",
        "expected 1 call to GET /serach, found 0; the nearest request is #1 `GET https://api.example.com/search?q=coffee&t=1&t=2`: it has another path",
        #"expected 1 call to GET /users/7 {"host":"other.example.com"}, found 0; the nearest request is #2 `GET https://api.example.com/users/7`: it went to another host"#,
        #"expected at least 1 call to POST /login {"body":{"user":"bob"},"headers":{"accept":"text/plain"}}, found 0; the nearest request is #3 `POST https://api.example.com/login`: `headers.accept`: expected "text/plain", found "text/html", `body.user`: expected "bob", found "ada""#,
        "expected 2 calls to GET /search, found 1",
        "the scenario has no route for `GET /serach`, so this verifies nothing; did you mean `GET /search`?",
        #"`search` is not a path; write `.get("/search")`, and a query as `query: ["q": "tea"]`"#,
        "any number of calls is at least 0, so this verifies nothing; write `.atLeast(1)`, or remove the verification",
      ])
  }

  @Test("A request beyond what was verified before is found")
  func late() async throws {
    let runtime = try ScenarioRuntime(source: "", name: "s.lua")
    MockHTTP.routes(in: runtime) { get("/a").returns(status: 204) }
    let session = URLSession(configuration: .mocked(by: runtime))
    let url = try #require(URL(string: "https://api.example.com/a"))
    _ = try await session.data(from: url)
    verify(.get("/a"), called: 1, in: runtime)
    #expect(runtime.log.callsBeyondBounds(from: 2).isEmpty)
    _ = try await session.data(from: url)
    #expect(
      runtime.log.callsBeyondBounds(from: 2).map(\.problem) == [
        "`//*.GET /a` was called after the body of its test had ended, but a verification expected"
          + " 1 call to GET /a; await the code that calls it, and then verify"
      ])
  }

  @Test("A verified request isn't one that `verifyNoMoreCalls` finds", .mocked)
  func marked() async throws {
    MockHTTP.routes { get("/a").returns(status: 204) }
    let session = URLSession(configuration: .mocked)
    _ = try await session.data(from: try #require(URL(string: "https://api.example.com/a")))
    verify(.get("/a"), called: 1)
    verifyNoMoreCalls()
  }
}
