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

private struct User: Codable, Equatable {
  var id: String
  var name = "Ada"
}

/// A request of a test, and its response.
private struct Exchange {
  var status = 0
  var text = ""
  var type: String?
  var error: URLError.Code?

  init(
    _ path: String, _ method: String = "GET", body: String? = nil,
    type: String = "application/json",
    headers: [String: String] = [:], host: String = "api.example.com",
    by session: URLSession = URLSession(configuration: .mocked)
  ) async throws {
    var request = URLRequest(url: try #require(URL(string: "https://\(host)\(path)")))
    request.httpMethod = method
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    if let body {
      request.httpBody = Data(body.utf8)
      request.setValue(type, forHTTPHeaderField: "Content-Type")
    }
    do {
      let (data, response) = try await session.data(for: request)
      let http = try #require(response as? HTTPURLResponse)
      (status, text) = (http.statusCode, String(decoding: data, as: UTF8.self))
      self.type = http.value(forHTTPHeaderField: "Content-Type")
    } catch let error as URLError {
      self.error = error.code
    }
  }
}

private struct Unencodable: Encodable {
  func encode(to encoder: any Encoder) throws { throw CancellationError() }
}

/// A scenario without a script, whose reports are kept.
private final class Reporting: Sendable {
  private let messages = Locked<[String]>([])
  let sequencers: MockSequencers

  var reports: [String] { messages.withLock { $0 } }
  var session: URLSession { URLSession(configuration: .mocked(by: sequencers)) }

  init() {
    let messages = messages
    let handler = MockFailureHandler { failure in
      messages.withLock { $0.append(failure.message) }
    }
    sequencers = MockSequencers(
      MockServiceConfiguration(services: [:]),
      context: MockCallContext(clock: .virtual(), failureHandler: handler))
  }
}

@Suite("Routes in Swift answer the requests of a test")
struct SwiftRouteTests {
  @Test("A closure has path, query, headers, and body of a request", .mocked)
  func request() async throws {
    MockHTTP.routes {
      get("/users/{id}/{rest...}") { request in
        .json([
          request.method, request.path["id"], request.path["rest"], request.query["q"],
          request.headers["accept"], request.text, request.url,
        ])
      }
      put("/users/{id}") { request in
        let user = try request.json(User.self)
        return .json(user, status: request.path["id"] == user.id ? 200 : 409)
      }
      post("/form") { request in
        .text(try request.json([String: String].self)["user"] ?? "none")
      }
      delete("/tags") { request in
        .text((request.query.all("t") + ["\(request.query["none"] == nil)"]).joined(separator: ","))
      }
    }
    let found = try await Exchange("/users/a%20b/c/d?q=tea%26", headers: ["Accept": "text/x"])
    #expect(
      found.text
        == #"["GET","a b","c/d","tea&","text/x",null,"https://api.example.com/users/a%20b/c/d?q=tea%26"]"#
    )
    let body = #"{"id":"7","name":"Bob"}"#
    #expect(try await Exchange("/users/7", "PUT", body: body).text == body)
    #expect(try await Exchange("/users/8", "PUT", body: body).status == 409)
    let form = "application/x-www-form-urlencoded"
    #expect(try await Exchange("/form", "POST", body: "user=ada", type: form).text == "ada")
    #expect(try await Exchange("/tags?t=1&t=2", "DELETE").text == "1,2,true")
  }

  @Test("Every method has its function", .mocked)
  func methods() async throws {
    MockHTTP.routes {
      get("/a").returns(.text("get"))
      post("/a").returns(.text("post"))
      put("/a").returns(.text("put"))
      patch("/a").returns(.text("patch"))
      delete("/a").returns(.text("delete"))
      head("/a").returns(status: 299)
    }
    for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
      #expect(try await Exchange("/a", method).text == method.lowercased())
    }
    #expect(try await Exchange("/a", "HEAD").status == 299)
    verify(.get("/a"), called: 1)
    verify(.head("/a"), called: 1)
  }

  @Test("Responses have a status, a body, and a type, or are failures", .mocked)
  func responses() async throws {
    MockHTTP.routes {
      get("/json").returns(.json(User(id: "7"), status: 201, headers: ["X-A": "1"]))
      get("/text").returns(.text("Grüße"))
      get("/data").returns(.data(Data([0xFF, 0x00]), contentType: "image/png"))
      get("/raw").returns(.data(Data(#"{ "a":1 }"#.utf8), contentType: "application/json"))
      get("/status").returns(.status(404))
      get("/failure").returns(.failure(.notConnectedToInternet))
    }
    let json = try await Exchange("/json")
    #expect(
      (json.status, json.text, json.type) == (201, #"{"id":"7","name":"Ada"}"#, "application/json"))
    let text = try await Exchange("/text")
    #expect((text.text, text.type) == ("Grüße", "text/plain; charset=utf-8"))
    #expect(try await Exchange("/data").type == "image/png")
    #expect(try await Exchange("/raw").text == #"{ "a":1 }"#)
    let status = try await Exchange("/status")
    #expect((status.status, status.text) == (404, ""))
    #expect(try await Exchange("/failure").error == .notConnectedToInternet)
  }

  @Test("Several responses come one after the other, and the last one again", .mocked)
  func sequence() async throws {
    MockHTTP.routes {
      get("/a").returns(.failure(.timedOut), .status(503)).returns(.text("a"), times: 2)
        .returns(.text("b"))
      get("/b") { _ in .text("closure") }.returns(.text("then"))
    }
    #expect(try await Exchange("/a").error == .timedOut)
    #expect(try await Exchange("/a").status == 503)
    var texts: [String] = []
    for _ in 0..<4 { texts.append(try await Exchange("/a").text) }
    #expect(texts == ["a", "a", "b", "b"])
    #expect(try await Exchange("/b").text == "closure")
    #expect(try await Exchange("/b").text == "then")
  }

  @Test("Tests at the same time have their own routes for one address", .mocked, arguments: 0..<50)
  func isolated(_ number: Int) async throws {
    MockHTTP.routes { get("/number") { _ in .text("\(number)") } }
    for _ in 0..<3 { #expect(try await Exchange("/number").text == "\(number)") }
    verify(.get("/number"), called: 3)
  }

  #if os(Linux)
    @Test("`URLSession.shared` is answered as well", .mocked)
    func shared() async throws {
      MockHTTP.routes(host: "swift-routes.example.com") { get("/a").returns(.text("a")) }
      let found = try await Exchange("/a", host: "swift-routes.example.com", by: .shared)
      #expect(found.text == "a")
    }
  #endif

  @Test("A host, or an address, limits the routes", .mocked)
  func hosts() async throws {
    MockHTTP.routes { get("/v1/name").returns(.text("any")) }
    MockHTTP.routes(host: "a.example.com") { get("/v1/name").returns(.text("a")) }
    MockHTTP.routes(host: "https://b.example.com/v1/") { get("/name").returns(.text("b")) }
    #expect(try await Exchange("/v1/name", host: "c.example.com").text == "any")
    #expect(try await Exchange("/v1/name", host: "a.example.com").text == "a")
    #expect(try await Exchange("/v1/name", host: "b.example.com").text == "b")
    verify(.get("/v1/name"), host: "b.example.com", called: 1)
    verify(.get("/v1/name"), called: 3)
  }

  @Test(
    "Routes in Swift come before those of the script, and the latest replaces earlier ones",
    .scenario(
      source:
        #"http "https://api.example.com" { ["GET /users/{id}"] = reply "script", ["GET /a"] = reply "a" }"#
    ))
  func precedence() async throws {
    #expect(try await Exchange("/users/7").text == #""script""#)
    MockHTTP.routes { get("/users/{id}").returns(.text("first")) }
    #expect(try await Exchange("/users/7").text == "first")
    MockHTTP.routes { get("/users/{name}") { .text($0.path["name"]) } }
    #expect(try await Exchange("/users/7").text == "7")
    #expect(try await Exchange("/a").text == #""a""#)
    verify(.get("/users/7"), called: 3)
    try await ScenarioRuntime.current.reset()
    #expect(try await Exchange("/users/7").text == #""script""#)
  }

  @Test("A port answers by them as well", .mocked)
  func port() async throws {
    MockHTTP.routes(host: "api.example.com") { get("/users/{id}") { .text($0.path["id"]) } }
    let server = try ScenarioRuntime.current.httpServer()
    let address = server.baseURL(of: "api.example.com").appending(path: "users/7")
    let data = try await URLSession(configuration: .ephemeral).data(from: address).0
    #expect(String(decoding: data, as: UTF8.self) == "7")
  }

  @Test("The log has the same calls as for a script")
  func log() async throws {
    let scripted = try ScenarioRuntime(
      source:
        #"http { ["GET /users/{id}"] = reply { id = "7", name = "Ada" }, ["POST /a"] = status(401) }"#,
      name: "s.lua")
    let inSwift = Reporting()
    MockHTTP.routes(in: inSwift.sequencers) {
      get("/users/{id}") { request in .json(User(id: request.path["id"])) }
      post("/a").returns(status: 401)
    }
    var logs: [[MockCallRecord]] = []
    for source in [scripted, inSwift.sequencers] as [any MockSequencerSource] {
      let session = URLSession(configuration: .mocked(by: source))
      _ = try await Exchange("/users/7?q=1", by: session)
      _ = try await Exchange("/a", "POST", body: "{}", by: session)
      logs.append(source.log.calls())
    }
    for (scripted, inSwift) in zip(logs[0], logs[1]) {
      #expect(scripted.qualifiedMethod == inSwift.qualifiedMethod)
      #expect(scripted.arguments == inSwift.arguments)
      #expect(scripted.outcome == inSwift.outcome)
      #expect(inSwift.place?.file == "SwiftRouteTests.swift")
    }
    #expect(inSwift.reports == [])
  }

  @Test("An unanswered request is an issue that names the nearest route")
  func unanswered() async throws {
    let scenario = Reporting()
    MockHTTP.routes(in: scenario.sequencers) {
      get("/names/{id}").returns(.text("a"))
    }
    await #expect(throws: MockServiceError.self) {
      try await Exchange("/nmes/7", by: scenario.session)
    }
    await #expect(throws: MockServiceError.self) {
      try await Exchange("/names/7", "PUT", by: scenario.session)
    }
    #expect(
      scenario.reports == [
        "no route matches `GET https://api.example.com/nmes/7`; did you mean `GET /names/{id}`?",
        "no route matches `PUT https://api.example.com/names/7`; did you mean `GET /names/{id}`? It has another method.",
      ])
  }

  @Test("A strict test reports routes without requests, unless they are optional")
  func unused() async throws {
    let session = try ScenarioSession(source: "", strict: true)
    try await session.withCurrent {
      MockHTTP.routes {
        get("/a").returns(.text("a"), .text("b"))
        get("/b") { _ in .text("b") }
        get("/c").returns(.text("c")).optional()
      }
      _ = try await Exchange("/a")
      verify(.get("/a"))
    }
    let issues = session.finish().map(\.description)
    #expect(issues.count == 2)
    #expect(
      issues.first?.hasSuffix(
        "response 2 of `//*.GET /a` was never used; make a call that uses it, or add `.optional()`")
        == true)
    #expect(issues.first?.contains("SwiftRouteTests.swift:") == true)
    #expect(issues.last?.contains("response 1 of `//*.GET /b` was never used") == true)
  }
}

@Suite("Routes in Swift wait, fail, and are explored as those of scripts")
struct SwiftRouteWaitingTests {
  @Test("Delays hold on the scenario's clock", .mocked, arguments: 0..<10)
  func delays(_ round: Int) async throws {
    MockHTTP.routes {
      get("/a").returns(.text("a")).after(.seconds(300))
      get("/b") { _ in .text("b") }.after(.seconds(100))
    }
    let session = URLSession(configuration: .mocked)
    session.configuration.timeoutIntervalForRequest = 1000
    var order: [String] = []
    try await withThrowingTaskGroup(of: String.self) { group in
      for path in ["/a", "/b"] {
        group.addTask {
          #if os(Linux)
            // The clock also waits for a request that is made late, which it can know only there.
            if path == "/b" { for _ in 0..<1000 { await Task {}.value } }
          #endif
          var request = URLRequest(
            url: try #require(URL(string: "https://api.example.com\(path)")))
          request.timeoutInterval = 1000
          return String(decoding: try await session.data(for: request).0, as: UTF8.self)
        }
      }
      for try await text in group { order.append(text) }
    }
    #expect(order == ["b", "a"])
  }

  @Test("A gate holds a request until the test opens it", .mocked)
  func gate() async throws {
    MockHTTP.routes { get("/a") { _ in .text("a") }.gate("network") }
    let runtime = try ScenarioRuntime.current
    async let found = Exchange("/a")
    try await runtime.gates.waitForCalls(at: "network")
    #expect(runtime.log.calls().first?.outcome == .running)
    try runtime.gates.open("network")
    #expect(try await found.text == "a")
  }

  private static let wrongRoutes: [(path: String, method: String, message: String)] = [
    (
      "/wrong", "GET",
      "the closure of the route threw Wrong(); return a response, or throw a `URLError`"
    ),
    ("/user", "POST", "the request has no body to decode as User"),
    (
      "/status", "GET",
      "the `status` of a route is 99, which isn't a number from 200 to 599; write a status such as 404"
    ),
  ]

  /// Returns the message of the error with which a request fails.
  private func message(
    of path: String, _ method: String, body: String? = nil, by scenario: Reporting
  ) async -> String {
    let error = await #expect(throws: MockServiceError.self) {
      _ = try await Exchange(path, method, body: body, by: scenario.session)
    }
    return error?.message ?? ""
  }

  @Test("An error that a closure throws is the failure of the request, or an issue")
  func errors() async throws {
    struct Wrong: Error {}
    let scenario = Reporting()
    MockHTTP.routes(in: scenario.sequencers) {
      get("/url") { (_: MockHTTPRequest) -> MockHTTPResponse in throw URLError(.cannotFindHost) }
      get("/wrong") { (_: MockHTTPRequest) -> MockHTTPResponse in throw Wrong() }
      post("/user") { (request: MockHTTPRequest) -> MockHTTPResponse in
        .json(try request.json(User.self))
      }
      get("/status") { (_: MockHTTPRequest) -> MockHTTPResponse in .status(99) }
      get("/{id}/name") { (request: MockHTTPRequest) -> MockHTTPResponse in
        .text(request.path["ID"])
      }
    }
    #expect(try await Exchange("/url", by: scenario.session).error == .cannotFindHost)
    for (path, method, message) in Self.wrongRoutes {
      let found: String = await self.message(of: path, method, by: scenario)
      #expect(found.hasPrefix("SwiftRouteTests.swift:"))
      #expect(found.hasSuffix(": \(message)"))
    }
    let found: String = await message(of: "/user", "POST", body: #"{"name":"Ada"}"#, by: scenario)
    #expect(found.contains("the body of the request is not User"))
    _ = try await Exchange("/7/name", by: scenario.session)
    #expect(scenario.reports == ["the route has no parameter `ID`; known: id"])
  }

  @Test("Exploring lets a request fail with an error and with a status")
  func explored() async throws {
    for code in ["notConnectedToInternet", "500", "malformed", "reset", "truncated"] {
      await #expect(throws: (any Error).self) {
        try await ScenarioSession(source: "").explore(.failures([.code(code)])) {
          MockHTTP.routes { get("/a") { _ in .text("a") } }
          let found = try await Exchange("/a")
          guard found.status == 200 else { throw CancellationError() }
        }
      }
    }
    try await ScenarioSession(source: "").explore(.failures) {
      MockHTTP.routes { get("/a").returns(.text("a")) }
      let found = try await Exchange("/a")
      guard found.status == 200 || found.status == 500 || found.error != nil else {
        throw CancellationError()
      }
    }
  }

  @Test("Exploring finds that an older response replaces a newer one", .timeLimit(.minutes(30)))
  func orders() async throws {
    await #expect(throws: (any Error).self) {
      try await ScenarioSession(source: "").explore(.orders) {
        MockHTTP.routes { get("/{text}") { .text($0.path["text"]) } }
        let shown = Locked("")
        await withThrowingTaskGroup(of: Void.self) { group in
          for path in ["/a", "/b"] {
            group.addTask {
              let text = try await Exchange(path).text
              shown.withLock { $0 = text }
            }
          }
        }
        guard shown.withLock({ $0 }) == "b" else { throw CancellationError() }
      }
    }
  }
}

@Suite("Errors in routes in Swift are issues at their lines")
struct SwiftRouteErrorTests {
  private static let errors: [(route: MockHTTPRoute, message: String)] = [
    (
      get("users").returns(status: 204),
      #"the path `users` doesn't begin with a slash; write `get("/users")`; to name a host, use `MockHTTP.routes(host:)`"#
    ),
    (
      get("/users?q=tea").returns(status: 204),
      "the path `/users?q=tea` has a `?`; write only the path, and read `request.query` in a closure"
    ),
    (get("/a b").returns(status: 204), "the path `/a b` has a ` `; write `%20`"),
    (
      get("/users/{id").returns(status: 204),
      "the part `{id` of the route `GET /users/{id` isn't a valid parameter; write `{name}`, with or without text around it, or only `{name...}` to match all remaining parts"
    ),
    (
      get("/users"),
      "the route `GET /users` has no response; give it a closure, or `.returns(.status(204))`"
    ),
    (
      get("/users").returns(status: 99),
      "the `status` of a route is 99, which isn't a number from 200 to 599; write a status such as 404"
    ),
    (
      get("/users").returns(.json(1, status: 204)),
      "a response with the status 204 cannot have a body; remove it, or use another status"
    ),
    (get("/users").returns(.json([Double.nan])), "the value of `.json` can't be encoded"),
    (
      get("/users").returns(.json(Unencodable())),
      "the value of `.json` can't be encoded"
    ),
    (
      get("/users").returns(.status(200), times: 0),
      "`times: 0` never uses the response; write at least 1, or remove `times:`"
    ),
    (
      get("/users").returns(status: 204).after(.seconds(-1)),
      "`.after(-1.0 seconds)` is not a valid delay; write 0 or more"
    ),
  ]

  @Test("A route that can't be", arguments: errors.indices)
  func route(_ index: Int) {
    let (route, message) = Self.errors[index]
    let scenario = Reporting()
    MockHTTP.routes(in: scenario.sequencers) { route }
    #expect(scenario.reports.count == 1)
    #expect(scenario.reports.first?.hasPrefix(message) == true)
  }

  @Test("Two equal routes, and a host with too much")
  func declarations() {
    let scenario = Reporting()
    MockHTTP.routes(in: scenario.sequencers) {
      get("/users/{id}").returns(status: 204)
      get("/users/{name}").returns(status: 204)
    }
    MockHTTP.routes(host: "https://api.example.com/v1?a=1", in: scenario.sequencers) {
      get("/users").returns(status: 204)
    }
    MockHTTP.routes(host: "ftp://api.example.com", in: scenario.sequencers) {
      get("/users").returns(status: 204)
    }
    #expect(scenario.reports.count == 3)
    #expect(
      scenario.reports[0].hasPrefix(
        "the route `GET /users/{name}` matches the same requests as the one at SwiftRouteTests.swift:"
      ))
    #expect(
      scenario.reports[1]
        == "the address `https://api.example.com/v1?a=1` has more than a host and a path; write `https://api.example.com/v1`"
    )
    #expect(scenario.reports[2].hasPrefix("the scheme of `ftp://api.example.com` is neither"))
  }

  @Test("Without a scenario, routes and verification fail the test")
  func withoutScenario() {
    var context = MockCallContext()
    context.hasNoScenario = true
    let none = MockSequencers(MockServiceConfiguration(services: [:]), context: context)
    for body in [
      { MockHTTP.routes { get("/a").returns(status: 204) } }, { verify(.get("/a"), called: 1) },
    ] {
      withKnownIssue {
        // Another test may have configured the process.
        MockCurrentSource.$override.withValue(none) { body() }
      } matching: { issue in
        issue.comments.first?.rawValue
          == "no scenario is running in this task; add `.mocked` or `.scenario(...)` to the test, and call this from the test's own task"
      }
    }
  }
}
