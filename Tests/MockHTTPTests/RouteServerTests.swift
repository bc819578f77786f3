import Foundation
import MockHTTPServer
import MockLua
import MockServices
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Behavior that only a port server has.
@Suite(.enabled(if: RouteServer.isAvailable, "libmicrohttpd isn't available"))
struct RouteServerTests {
  private static let script = """
    http "https://api.example.com" {
      ["GET /users/{id}"] = function(request) return { id = request.path.id, url = request.url } end,
      ["GET /old"] = status(302) :headers { Location = "/users/9" },
      ["GET /away"] = status(302) :headers { Location = "https://api.example.com/users/8?x=1" },
      ["POST /users"] = status(201),
      ["PUT /users"] = status(201),
    }
    """

  private func send(
    _ server: RouteServer, _ path: String, method: String = "GET",
    headers: [String: String] = [:], body: Data? = nil
  ) async -> GotReply {
    let request = SentRequest(
      method, "http://127.0.0.1:\(server.port)\(path)", headers: headers, body: body)
    // A session keeps its descriptors until it is invalidated.
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    return await request.send(by: session)
  }

  @Test("A client that only knows a base URL reaches the host, even through redirects")
  func base() async throws {
    let server = try ScenarioRuntime(
      source: Self.script, name: "s.lua", failureHandler: MockFailureHandler { _ in }
    ).httpServer()
    let base = server.baseURL(of: "api.example.com")
    #expect(base.absoluteString == "http://127.0.0.1:\(server.port)/__host/api.example.com/")
    let text = #"{"id":"7","url":"https://api.example.com/users/7"}"#
    #expect(await send(server, "/__host/api.example.com/users/7").text == text)
    #expect(await send(server, "/users/7").text == text)
    #expect(await send(server, "/__host/api.example.com/old").text.hasPrefix(#"{"id":"9""#))
    #expect(await send(server, "/__host/api.example.com/away").text.hasPrefix(#"{"id":"8""#))
    #expect(await send(server, "/__host/other.example.com/users/7").status == 501)
  }

  @Test("Among hosts that differ by port, the one whose port the client uses comes first")
  func ports() async throws {
    let server = try ScenarioRuntime(
      source: """
        http "http://localhost:3000" { ["GET /health"] = reply "shop", ["GET /items"] = reply(1) }
        http "http://localhost:4000" {
          ["GET /health"] = reply "login",
          ["GET /old"] = status(302) :headers { Location = "/health" },
          ["GET /away"] = status(302) :headers { Location = "http://localhost:3000/health" },
        }
        """, name: "s.lua"
    ).httpServer()
    let (shop, login) = ("/__host/localhost:3000", "/__host/localhost:4000")
    #expect(await send(server, "\(shop)/health").text == "\"shop\"")
    #expect(await send(server, "\(login)/health").text == "\"login\"")
    #expect(await send(server, "\(login)/old").text == "\"login\"")
    #expect(await send(server, "\(login)/away").text == "\"shop\"")
    #expect(await send(server, "\(login)/items").text == "1")
    #expect(await send(server, "/__host/localhost:5000/items").text == "1")
    let proxied = try await Curl.send(
      SentRequest("GET", "http://localhost:4000/health"), through: server.port)
    #expect(proxied.text == "\"login\"")
  }

  @Test("Host names outside the scenario are rejected")
  func names() async throws {
    let server = try ScenarioRuntime(source: Self.script, name: "s.lua").httpServer()
    var reply = try await Curl.send(
      SentRequest("GET", "http://api.example.com/users/7"), through: server.port)
    #expect(reply.status == 200)
    reply = try await Curl.send(
      SentRequest("GET", "http://evil.example.com/users/7"), through: server.port)
    #expect(reply.status == 403)
    #expect(reply.text.contains("one of the scenario's hosts"))
  }

  @Test("A request without a route gets a suggestion in response")
  func unanswered() async throws {
    let handler = MockFailureHandler { _ in }
    let server = try ScenarioRuntime(
      source: Self.script, name: "s.lua", failureHandler: handler
    ).httpServer()
    let reply = await send(server, "/user/7")
    #expect(reply.status == 501)
    #expect(
      reply.text
        == "mocklua: no route matches `GET //api.example.com/user/7`; did you mean `GET /users/{id}`?\n"
    )
  }

  @Test("Pages from other origins can read responses if allowed")
  func origins() async throws {
    let runtime = try ScenarioRuntime(
      source: Self.script, name: "s.lua", failureHandler: MockFailureHandler { _ in })
    let (closed, open) = (
      try runtime.httpServer(), try runtime.httpServer(crossOrigin: .allowed)
    )
    let origin = ["Origin": "http://page.example"]
    let asks = origin.merging(["Access-Control-Request-Method": "PUT"]) { $1 }
    #expect(
      await send(closed, "/users/7", headers: origin).headers["access-control-allow-origin"] == nil)
    #expect(
      await send(open, "/users/7", headers: origin).headers["access-control-allow-origin"]
        == "http://page.example")
    let preflight = await send(open, "/users", method: "OPTIONS", headers: asks)
    #expect(preflight.status == 204)
    #expect(preflight.headers["access-control-allow-methods"] == "PUT")
    #expect(await send(closed, "/users", method: "OPTIONS", headers: asks).status == 501)
  }

  @Test(
    "A page from another origin can read all headers, and the server decides which origins are allowed"
  )
  func exposed() async throws {
    let runtime = try ScenarioRuntime(
      source: """
        http "http://api.example.com" {
          ["GET /a"] = reply "x" :headers {
            ["X-Page"] = 2, ETag = '"1"', ["Access-Control-Allow-Origin"] = "*",
          },
        }
        """, name: "s.lua")
    let origin = ["Origin": "http://page.example"]
    let allowed = await send(
      try runtime.httpServer(crossOrigin: .allowed), "/a", headers: origin
    ).headers
    #expect(allowed["access-control-allow-origin"] == "http://page.example")
    #expect(allowed["access-control-expose-headers"]?.contains("etag, x-page") == true)
    let refused = await send(try runtime.httpServer(), "/a", headers: origin).headers
    #expect(refused["access-control-allow-origin"] == "*")
    #expect(refused["access-control-expose-headers"] == nil)
  }

  @Test("A released server stops responding")
  func closing() async throws {
    let runtime = try ScenarioRuntime(source: Self.script, name: "s.lua")
    let server = try runtime.httpServer()
    #expect(await send(server, "/users/7").status == 200)
    server.close()
    let late = await send(server, "/users/7")
    #expect(late.error != nil || late.status == 503)
  }

  @Test("A stream that ends before its length closes the connection")
  func truncated() async throws {
    let server = try ScenarioRuntime(
      source:
        #"http "http://api.example.com" { ["GET /a"] = stream { "ab" } :headers { ["Content-Type"] = "text/plain", ["Content-Length"] = 9 } }"#,
      name: "b.lua"
    ).httpServer()
    let reply = try await Curl.send(
      SentRequest("GET", "http://api.example.com/a"), through: server.port)
    #expect(reply.error == "curl ended with 18")
  }

  @Test("A hundred megabytes can be uploaded")
  func large() async throws {
    let runtime = try ScenarioRuntime(source: Self.script, name: "s.lua")
    let server = try runtime.httpServer()
    let reply = await send(
      server, "/users", method: "PUT", headers: ["Content-Type": "text/plain"],
      body: Data(repeating: UInt8(ascii: "x"), count: 100 << 20))
    #expect(reply.status == 201)
  }
}
