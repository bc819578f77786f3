import Foundation
import MockHTTPServer
import MockLua
import MockServices
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A port server's handling of unusual, greedy, or disconnected clients.
@Suite(.enabled(if: RouteServer.isAvailable, "libmicrohttpd isn't available"))
struct HostileRequestTests {
  private static let script = """
    http "https://api.example.com" {
      ["GET /users/{id}"] = reply { name = "Ada" },
      ["GET /gate"] = reply(1) :gate "door",
      ["GET /events"] = stream { 1, 2 } :every(60000),
      ["GET /long"] = reply(1) :headers { A = string.rep("x", 100000) },
      ["* /any"] = status(201),
    }
    """

  private func runtime() throws -> ScenarioRuntime {
    try ScenarioRuntime(
      source: Self.script, name: "s.lua", failureHandler: MockFailureHandler { _ in })
  }

  @Test("The address determines the host of a proxy request")
  func proxy() async throws {
    let server = try runtime().httpServer()
    var reply = try await Curl.send(
      SentRequest("GET", "http://api.example.com/users/7"), through: server.port, asProxy: true)
    #expect(reply.text == #"{"name":"Ada"}"#)
    reply = try await Curl.send(
      SentRequest("GET", "http://evil.example.com/users/7"), through: server.port, asProxy: true)
    #expect(reply.status == 403)
    #expect(reply.text.contains("`Host: evil.example.com` isn't one of the scenario's hosts"))
    // It asks for a tunnel, which is refused in place of being taken for a path.
    reply = try await Curl.send(
      SentRequest("GET", "https://api.example.com/users/7"), through: server.port, asProxy: true)
    #expect(reply.error != nil)
  }

  @Test("A request that follows a HEAD request for a stream gets a response")
  func headOfStream() async throws {
    let server = try runtime().httpServer()
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    let base = "http://127.0.0.1:\(server.port)/__host/api.example.com"
    for _ in 1...3 {
      let head = await SentRequest("HEAD", "\(base)/events").send(by: session)
      #expect(head.status == 200 && head.text.isEmpty)
      let next = await SentRequest("GET", "\(base)/users/7").send(by: session)
      #expect(next.text == #"{"name":"Ada"}"#, "\(next)")
    }
  }

  @Test("A query with thousands of fields reaches its route")
  func longQuery() async throws {
    let server = try runtime().httpServer()
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    let query = String(repeating: "a=1&", count: 5000)
    let base = "http://127.0.0.1:\(server.port)/__host/api.example.com"
    let reply = await SentRequest("GET", "\(base)/users/7?\(query)").send(by: session)
    #expect(reply.text == #"{"name":"Ada"}"#, "\(reply)")
  }

  @Test("A response without room for its headers is an error") func headers() async throws {
    let server = try runtime().httpServer()
    let reply = try await Curl.send(
      SentRequest("GET", "http://api.example.com/long"), through: server.port)
    #expect(reply.status == 500)
    #expect(reply.text.contains("the headers of the response take 100"))
  }

  @Test("A custom method is suggested a route that accepts any method")
  func nearest() async throws {
    let server = try runtime().httpServer()
    let reply = try await Curl.send(
      SentRequest("DELETE", "http://api.example.com/anyy"), through: server.port)
    #expect(reply.text.contains("did you mean `* /any`?"))
  }

  @Test(
    "A waiting client that disconnects ends its call", .timeLimit(.minutes(30)),
    arguments: ["gate", "events"])
  func gone(path: String) async throws {
    let runtime = try runtime()
    let server = try runtime.httpServer()
    let url = server.baseURL.appending(path: path)
    let request = Task { try await URLSession(configuration: .ephemeral).data(from: url) }
    while runtime.log.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    request.cancel()
    while runtime.log.calls().first?.outcome == .running {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(runtime.log.calls().first?.outcome == .cancelled)
  }

  @Test("The log drops large bodies of earlier requests") func bodies() async throws {
    let runtime = try runtime()
    let server = try runtime.httpServer()
    let session = URLSession(configuration: .ephemeral)
    let body = Data(repeating: UInt8(ascii: "x"), count: 4 << 20)
    for _ in 0..<12 {
      let request = SentRequest(
        "POST", server.baseURL.appending(path: "any").absoluteString,
        headers: ["Content-Type": "text/plain"], body: body)
      #expect(await request.send(by: session).status == 201)
    }
    #expect(runtime.log.count == 12)
    #expect(runtime.log.calls().count < 9)
  }

  #if os(Linux)
    /// Runs in a separate process, in which no other test opens files.
    @Test("Closed servers leave no descriptor open") func descriptors() async throws {
      await #expect(processExitsWith: .success) {
        func count() throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        let runtime = try HostileRequestTests().runtime()
        try runtime.httpServer().close()
        let before = try count()
        for _ in 0..<1000 { try runtime.httpServer().close() }
        // The servers' threads close them.
        let deadline = ContinuousClock.now + .seconds(60)
        while try count() >= before + 100, .now < deadline {
          try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try count() < before + 100)
      }
    }
  #endif
}
