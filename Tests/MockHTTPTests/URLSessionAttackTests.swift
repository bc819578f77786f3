import Foundation
import MockHTTP
import MockLua
import MockLuaTesting
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Unusual uses of `URLSession`.
@Suite struct URLSessionAttackTests {
  private func request(
    _ path: String, _ method: String = "GET", body: Data? = nil, headers: [String: String] = [:]
  ) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
    request.httpMethod = method
    request.httpBody = body
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  @Test("An empty upload has no body") func emptyUpload() async throws {
    let runtime = try ScenarioRuntime(
      source:
        "http { ['PUT /a'] = { when({ body = is.absent }, reply 'none'), reply 'some' } }",
      name: "n.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    #expect(text(try await session.upload(for: request("/a", "PUT"), from: Data()).0) == #""none""#)
    #expect(text(try await session.data(for: request("/a", "PUT", body: Data())).0) == #""none""#)
  }

  @Test("A redirect to another host drops the authorization")
  func redirectAway() async throws {
    let runtime = try ScenarioRuntime(
      source: """
        local function show(request) return { request.headers.authorization or "none", request.body or "none" } end
        http "https://api.example.com" {
          ["PUT /here"] = status(307) :headers { Location = "/there" },
          ["PUT /there"] = show,
          ["PUT /away"] = status(308) :headers { Location = "https://other.example.com/there" },
        }
        http "https://other.example.com" { ["PUT /there"] = show }
        """, name: "n.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    for (path, shown) in [("/here", "secret"), ("/away", "none")] {
      let (data, _) = try await session.data(
        for: request(
          path, "PUT", body: Data("x".utf8),
          headers: ["Authorization": "secret", "Content-Type": "text/plain"]))
      #expect(text(data) == "[\"\(shown)\",\"x\"]")
    }
  }

  @Test(
    "Three hundred requests cancelled at random times each end once", .timeLimit(.minutes(30)))
  func cancelling() async throws {
    let runtime = try ScenarioRuntime(
      source: #"http { ["GET /a"] = stream { 1, 2, 3 } :every(1) }"#, name: "n.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<300 {
        let request = try request("/a")
        group.addTask {
          await withCheckedContinuation { continuation in
            let task = session.dataTask(with: request) { _, _, _ in continuation.resume() }
            task.resume()
            if number.isMultiple(of: 3) {
              task.cancel()
            } else {
              DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(number * 20)) {
                task.cancel()
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(runtime.log.count <= 300)
  }

  @Test("A completion handler can make the next request", .timeLimit(.minutes(30)))
  func nested() async throws {
    let runtime = try ScenarioRuntime(
      source: #"http { ["GET /a"] = reply(1), ["GET /b"] = reply(2) }"#, name: "n.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    let (first, second) = (try request("/a"), try request("/b"))
    let texts = await withCheckedContinuation { continuation in
      session.dataTask(with: first) { data, _, _ in
        session.dataTask(with: second) { next, _, _ in
          continuation.resume(returning: [data, next].map { text($0 ?? Data()) })
        }.resume()
      }.resume()
    }
    #expect(texts == ["1", "2"])
  }

  @Test("Invalidating a session cancels its calls", .timeLimit(.minutes(30)))
  func invalidated() async throws {
    let runtime = try ScenarioRuntime(
      source: #"http { ["GET /a"] = reply(1) :gate "door" }"#, name: "n.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    let request = try request("/a")
    let answer = Task { try await session.data(for: request) }
    while runtime.log.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    session.invalidateAndCancel()
    await #expect(throws: (any Error).self) { _ = try await answer.value }
    while runtime.log.calls().first?.outcome == .running {
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  @Test("Restarting a scenario cancels earlier requests", .timeLimit(.minutes(30)))
  func restarted() async throws {
    let runtime = try ScenarioRuntime(
      source: #"http { ["GET /a"] = { reply(1) :gate "door" }, ["GET /b"] = reply(2) }"#,
      name: "n.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    let request = try request("/a")
    let answer = Task { try await session.data(for: request) }
    while runtime.log.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    try await runtime.reset()
    let error = await #expect(throws: (any Error).self) { _ = try await answer.value }
    #expect((error as? URLError)?.code == .cancelled)
    #expect(text(try await session.data(for: self.request("/b")).0) == "2")
  }

  private static let two = #"""
    http "https://api.example.com" {
      ["GET /a"] = reply(1), ["GET /b"] = reply(2),
    }
    """#

  @Test("A strict test with routes", .scenario(source: two, strict: true)) func strict()
    async throws
  {
    let session = URLSession(configuration: .mocked)
    #expect(text(try await session.data(for: request("/a")).0) == "1")
    #expect(text(try await session.data(for: request("/b")).0) == "2")
    verifyInOrder("https://api.example.com.GET /a", "https://api.example.com.GET /b")
    verifyNoMoreCalls()
  }
}
