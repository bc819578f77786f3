import Foundation
import MockHTTP
import MockHTTPServer
import MockLua
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that a scenario passes through to the network, here to a local server.
@Suite(.enabled(if: RouteServer.isAvailable, "libmicrohttpd isn't available"))
struct PassedRequestTests {
  /// Whether the requests come from an app in a live session, which applies to its whole process.
  var isOfApp = false

  @Test("A live session behaves the same", .timeLimit(.minutes(30)))
  func session() async {
    await #expect(processExitsWith: .success) {
      let tests = PassedRequestTests(isOfApp: true)
      try await tests.mixed()
      try await tests.changed()
      try await tests.unreachable()
    }
  }

  /// The server and the scenario in front of it.
  private struct Scene {
    let server: ScenarioRuntime
    let port: RouteServer
    let scenario: ScenarioRuntime
    let session: URLSession
    /// The live session of the app, if the requests come from one.
    let live: LiveSession?

    init(isOfApp: Bool, _ routes: (_ host: String) -> String) async throws {
      server = try ScenarioRuntime(
        source: """
          shared { count = 0 }
          http "//*" {
            ["GET /users/{id}"] = function(request)
              return reply { id = request.path.id, agent = request.headers["x-agent"] } :headers { ["X-Served"] = "live" }
            end,
            ["POST /echo"] = function(request) return status(201, { got = request.body }) end,
            ["GET /null"] = reply { a = null, b = array {} },
            ["GET /moved"] = status(302) :headers { Location = "/users/9" },
            ["GET /odd"] = status(418, "teapot") :headers { ["Content-Type"] = "text/plain" },
          }
          """, name: "server.lua", failureHandler: MockFailureHandler { _ in })
      port = try server.httpServer()
      scenario = try ScenarioRuntime(
        source: routes("http://127.0.0.1:\(port.port)"), name: "s.lua",
        failureHandler: MockFailureHandler { _ in })
      guard isOfApp else {
        live = nil
        session = URLSession(configuration: .mocked(by: scenario))
        return
      }
      let live = try LiveSession(scenario)
      // The handler reports that nothing handles requests of other sessions.
      let joined = await MockFailureHandler.$override.withValue(MockFailureHandler { _ in }) {
        await MockServiceBootstrap.configureIfNeeded(
          container: DependencyContainer(), registry: MockServiceRegistry(),
          environment: live.environment, log: { _ in })
      }
      self.live = live
      session = URLSession(configuration: .mocked(by: try #require(joined).sequencers))
    }

    func get(_ path: String, _ method: String = "GET", body: String? = nil) async throws -> (
      HTTPURLResponse, String
    ) {
      var request = URLRequest(
        url: try #require(URL(string: "http://127.0.0.1:\(port.port)\(path)")))
      request.httpMethod = method
      request.setValue("tests", forHTTPHeaderField: "X-Agent")
      if let body {
        request.httpBody = Data(body.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      }
      let (data, response) = try await session.data(for: request)
      return (try #require(response as? HTTPURLResponse), String(decoding: data, as: UTF8.self))
    }

    func end() {
      session.finishTasksAndInvalidate()
      live?.close()
      port.close()
    }
  }

  @Test("The network responds to requests passed through, and the scenario to the rest")
  func mixed() async throws {
    let scene = try await Scene(isOfApp: isOfApp) { host in
      """
      http "\(host)" {
        ["GET /users/{id}"] = { when({ path = { id = "1" } }, reply { id = "scripted" }), passthrough() },
        ["POST /echo"] = passthrough(),
        ["GET /moved"] = passthrough(),
        ["GET /odd"] = passthrough(),
      }
      """
    }
    defer { scene.end() }
    #expect(try await scene.get("/users/1").1 == #"{"id":"scripted"}"#)
    let (response, text) = try await scene.get("/users/2")
    #expect(text == #"{"agent":"tests","id":"2"}"#)
    #expect(response.value(forHTTPHeaderField: "X-Served") == "live")
    let echo = try await scene.get("/echo", "POST", body: #"{ "a": [1, 2.50] }"#)
    #expect(echo.0.statusCode == 201)
    #expect(echo.1 == #"{"got":{"a":[1,2.5]}}"#)
    // The session follows the redirect, and the scenario passes its target through too.
    #expect(try await scene.get("/moved").1 == #"{"agent":"tests","id":"9"}"#)
    let odd = try await scene.get("/odd")
    #expect(odd.0.statusCode == 418 && odd.1 == "teapot")
    #expect(scene.server.log.count == 5)
    let calls = scene.scenario.log.calls()
    #expect(calls.count == 6)
    #expect(
      calls[1].outcome
        == .returned([["body": ["agent": "tests", "id": "2"], "headers": ["X-Served": "live"]]])
        || "\(calls[1])".contains(#""agent":"tests""#))
  }

  @Test("A function can change the network's response")
  func changed() async throws {
    let scene = try await Scene(isOfApp: isOfApp) { host in
      """
      http "\(host)" {
        ["GET /users/{id}"] = passthrough(function(answer, request)
          return status(203, { id = answer.body.id, by = request.path.id }) :headers { ["X-By"] = "lua" }
        end),
      }
      """
    }
    defer { scene.end() }
    let (response, text) = try await scene.get("/users/5")
    #expect(response.statusCode == 203)
    #expect(response.value(forHTTPHeaderField: "X-By") == "lua")
    #expect(text == #"{"by":"5","id":"5"}"#)
  }

  @Test("A function gets the whole response, and can return it after changing it")
  func returnsAnswer() async throws {
    let scene = try await Scene(isOfApp: isOfApp) { host in
      """
      http "\(host)" {
        ["GET /users/{id}"] = passthrough(function(answer)
          if answer.status ~= 200 or answer.headers["Content-Type"] ~= "application/json" then return end
          answer.status, answer.body.name, answer.headers["X-Served"] = 203, "Ada", { "a", "b" }
          return answer
        end),
        ["GET /odd"] = passthrough(function(answer) return answer end),
        ["GET /null"] = passthrough(function(answer) return answer end),
        ["POST /echo"] = passthrough(function(answer) return { x = 1 } end),
      }
      """
    }
    defer { scene.end() }
    let (response, text) = try await scene.get("/users/5")
    #expect(response.statusCode == 203)
    #expect(response.value(forHTTPHeaderField: "X-Served")?.contains("b") == true)
    #expect(text == #"{"agent":"tests","id":"5","name":"Ada"}"#)
    let odd = try await scene.get("/odd")
    #expect(odd.0.statusCode == 418 && odd.1 == "teapot")
    #expect(odd.0.value(forHTTPHeaderField: "Content-Type") == "text/plain")
    #expect(try await scene.get("/null").1 == #"{"a":null,"b":[]}"#)
    await #expect(throws: (any Error).self) { try await scene.get("/echo", "POST", body: "{}") }
    let failed = "\(try #require(scene.scenario.log.calls().last))"
    #expect(
      failed.contains(
        "the changed answer can't be sent: a route's response has the unknown key `x`; return the answer with its"
          + " `status`, `headers`, and `body`, or write `reply { ... }`"), "\(failed)")
  }

  @Test("A request that the network can't answer fails as usual")
  func unreachable() async throws {
    let scene = try await Scene(isOfApp: isOfApp) { host in
      "http \"\(host)\" { [\"GET /users/{id}\"] = passthrough() }"
    }
    scene.port.close()
    defer { scene.end() }
    let error = await #expect(throws: URLError.self) { try await scene.get("/users/5") }
    #expect(error?.code == .cannotConnectToHost)
    #expect("\(scene.scenario.log.calls()[0])".contains("threw cannotConnectToHost"))
  }
}
