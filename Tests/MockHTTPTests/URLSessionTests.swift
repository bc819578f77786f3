import Foundation
import MockHTTP
import MockHTTPServer
import MockLua
import MockLuaTesting
import MockPlatform
import MockRoutes
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `URLSession` in a single process.
@Suite struct URLSessionTests {
  private static let url = URL(string: "https://api.example.com/name")

  private func get(
    _ session: URLSession, _ path: String = "/name"
  ) async throws -> (text: String, response: HTTPURLResponse) {
    let url = try #require(URL(string: "https://api.example.com\(path)"))
    let (data, response) = try await session.data(from: url)
    return (String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse))
  }

  @Test(
    "The test's scenario responds to its sessions",
    .scenario(source: #"http "https://api.example.com" { ["GET /name"] = reply "Ada" }"#))
  func current() async throws {
    let session = URLSession(configuration: .mocked)
    defer { session.finishTasksAndInvalidate() }
    #expect(try await get(session).text == #""Ada""#)
    verify("https://api.example.com.GET /name", called: 1)
  }

  @Test("Each of 200 concurrent tests gets its own responses for the same address")
  func parallel() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          let runtime = try ScenarioRuntime(
            source: "http { ['GET /name'] = { reply(\(number)), reply(-\(number)) } }",
            name: "n.lua")
          let session = URLSession(configuration: .mocked(by: runtime))
          defer { session.finishTasksAndInvalidate() }
          #expect(try await get(session).text == "\(number)")
          #expect(try await get(session).text == "\(-number)")
          #expect(runtime.log.count == 2)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("Without a scenario, the error of a request names the missing trait, and not a route")
  func noScenario() throws {
    var context = MockCallContext()
    context.hasNoScenario = true
    let none = MockSequencers(MockServiceConfiguration(services: [:]), context: context)
    let request = try #require(RoutedRequest("GET", url: "https://api.example.com/a"))
    withKnownIssue {
      let error = #expect(throws: MockServiceError.self) {
        _ = try none.answer(request, receive: { _ in }, finish: { _ in })
      }
      #expect(error?.message.hasPrefix("no scenario was running when the configuration") == true)
    } matching: {
      // The report also names the request. Any other issue fails this test.
      $0.comments.first?.rawValue.contains("no route matches `GET https://api.example.com/a`")
        == true
    }
  }

  @Test("If no route is similar, the message has the declaration of one")
  func undeclared() async throws {
    let reports = Locked<[String]>([])
    let handler = MockFailureHandler { failure in reports.withLock { $0.append(failure.message) } }
    let runtime = try ScenarioRuntime(
      source: #"service "S" { a = reply() }"#, name: "s.lua", failureHandler: handler)
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    await #expect(throws: (any Error).self) { try await get(session, "/names/7") }
    #expect(
      reports.withLock { $0 } == [
        "no route matches `GET https://api.example.com/names/7`; declare it: "
          + #"`http "https://api.example.com" { ["GET /names/7"] = reply() }`, or in Swift by `MockHTTP.routes`"#
      ])
  }

  @Test("A request without a route fails, and the closest route is suggested")
  func unanswered() async throws {
    let reports = Locked<[String]>([])
    let handler = MockFailureHandler { failure in reports.withLock { $0.append(failure.message) } }
    let runtime = try ScenarioRuntime(
      source: #"http "https://api.example.com" { ["GET /names/{id}"] = reply() }"#, name: "n.lua",
      failureHandler: handler)
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    await #expect(throws: (any Error).self) { try await get(session, "/nmes/7") }
    #expect(
      reports.withLock { $0 } == [
        "no route matches `GET https://api.example.com/nmes/7`; did you mean `GET /names/{id}`?"
      ])
  }

  @Test("If a host passes requests through, those without a route are sent as usual")
  func passing() async throws {
    let real = try ScenarioRuntime(source: "http { ['GET /real'] = reply 'real' }", name: "r.lua")
    let server = try real.httpServer()
    let runtime = try ScenarioRuntime(
      source: """
        http "http://127.0.0.1:\(server.port)" :passthrough() { ["GET /mocked"] = reply "mocked" }
        """, name: "p.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    func get(_ path: String) async throws -> String {
      let url = server.baseURL.appending(path: path)
      return String(decoding: try await session.data(from: url).0, as: UTF8.self)
    }
    #expect(try await get("mocked") == #""mocked""#)
    #expect(try await get("real") == #""real""#)
    #expect(runtime.log.count == 1)
    #expect(real.log.count == 1)
  }

  @Test("A released scenario is reported")
  func gone() async throws {
    var runtime: ScenarioRuntime? = try ScenarioRuntime(
      source: "http { ['GET /name'] = reply(1) }", name: "n.lua")
    let session = URLSession(configuration: .mocked(by: try #require(runtime)))
    defer { session.finishTasksAndInvalidate() }
    runtime = nil
    let error = await #expect(throws: (any Error).self) { try await get(session) }
    #expect("\(try #require(error))".contains("the scenario of this URLSession no longer exists"))
  }

  @Test("A request after the end of a test whose scenario was released is a late call")
  func late() async throws {
    let issues = Locked<[String]>([])
    func configuration() throws -> URLSessionConfiguration {
      let session = try ScenarioSession(source: "http { ['GET /name'] = reply(1) }", name: "n.lua")
      _ = session.finish()
      session.watchLateCalls { issue in issues.withLock { $0.append(issue.description) } }
      return .mocked(by: session.runtime)
    }
    let session = URLSession(configuration: try configuration())
    defer { session.finishTasksAndInvalidate() }
    await #expect(throws: (any Error).self) { try await get(session) }
    #expect(
      issues.withLock { $0 } == [
        "`GET https://api.example.com/name` was requested after its test had ended;"
          + " await the code that sends it, or cancel it"
      ])
  }

  @Test("Configuration headers and cookies set by responses are sent")
  func cookies() async throws {
    let runtime = try ScenarioRuntime(
      source: """
        http "https://api.example.com" {
          ["GET /login"] = reply() :headers { ["Set-Cookie"] = { "a=1; Path=/", "b=2; Path=/" } },
          ["GET /name"] = function(request) return { request.headers.cookie or null, request.headers["x-app"] or null } end,
        }
        """, name: "n.lua")
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-App": "7"]
    let session = URLSession(configuration: configuration.mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    #expect(try await get(session).text == #"[null,"7"]"#)
    _ = try await get(session, "/login")
    #expect(try await get(session).text.contains("a=1"))
    #expect(try await get(session).text.contains("b=2"))
  }

  @Test("A response with a challenge ends its request, and is never repeated over the network")
  func challenge() async throws {
    let runtime = try ScenarioRuntime(
      source: """
        http { ["GET /name"] = status(401, "no") :headers { ["WWW-Authenticate"] = 'Basic realm="x"' } }
        """, name: "n.lua")
    let delegate = Credentials()
    let sessions = [
      URLSession(configuration: .mocked(by: runtime)),
      URLSession(configuration: .mocked(by: runtime), delegate: delegate, delegateQueue: nil),
    ]
    for session in sessions {
      defer { session.finishTasksAndInvalidate() }
      let (data, response) = try await session.data(from: try #require(Self.url))
      let reply = try #require(response as? HTTPURLResponse)
      #expect(reply.statusCode == 401)
      #expect(reply.value(forHTTPHeaderField: "WWW-Authenticate") == #"Basic realm="x""#)
      #expect(String(decoding: data, as: UTF8.self) == #""no""#)
    }
    #expect(runtime.log.count == 2)
  }

  private final class Credentials: NSObject, URLSessionTaskDelegate {
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      completionHandler(
        .useCredential, URLCredential(user: "ada", password: "x", persistence: .none))
    }
  }

  @Test("A mocked configuration doesn't share its cookies")
  func ownCookies() async throws {
    let runtime = try ScenarioRuntime(
      source: """
        http "https://own-cookies.example" {
          ["GET /login"] = reply() :headers { ["Set-Cookie"] = "a=1; Path=/" },
          ["GET /name"] = function(request) return request.headers.cookie or "none" end,
        }
        """, name: "n.lua")
    let first = URLSession(configuration: .mocked(by: runtime))
    let second = URLSession(configuration: .mocked(by: runtime))
    defer {
      first.finishTasksAndInvalidate()
      second.finishTasksAndInvalidate()
    }
    let site = try #require(URL(string: "https://own-cookies.example/login"))
    _ = try await first.data(from: site)
    let name = site.deletingLastPathComponent().appending(path: "name")
    #expect(String(decoding: try await first.data(from: name).0, as: UTF8.self).contains("a=1"))
    #expect(String(decoding: try await second.data(from: name).0, as: UTF8.self).contains("none"))
    #expect(HTTPCookieStorage.shared.cookies(for: site)?.isEmpty != false)
  }

  @Test("A cancelled request ends its call", arguments: ["before", "gate", "stream"])
  func cancel(stage: String) async throws {
    let runtime = try ScenarioRuntime(
      source: """
        http "https://api.example.com" {
          ["GET /before"] = reply(1) :after(3600000), ["GET /gate"] = reply(1) :gate "door",
          ["GET /stream"] = stream { 1, 2 } :every(3600000),
        }
        """, name: "n.lua")
    let configuration = URLSessionConfiguration.mocked(by: runtime)
    // On a busy machine, the request may run for minutes before it is cancelled.
    configuration.timeoutIntervalForRequest = 3600
    let session = URLSession(configuration: configuration)
    defer { session.finishTasksAndInvalidate() }
    let request = Task { try await get(session, "/\(stage)").text }
    while runtime.log.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    request.cancel()
    let error = await #expect(throws: (any Error).self) { try await request.value }
    #expect((error as? URLError)?.code == .cancelled || error is CancellationError)
    for _ in 0..<5000 where runtime.log.calls().first?.outcome == .running {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(runtime.log.calls().first?.outcome == .cancelled)
  }

  @Test("A delegate receives each piece as it arrives on the scenario's clock")
  func pieces() async throws {
    let runtime = try ScenarioRuntime(
      source:
        #"http { ["GET /name"] = stream { "a", "b", "c" } :headers { ["Content-Type"] = "text/plain" } }"#,
      name: "n.lua")
    let delegate = Pieces()
    let session = URLSession(
      configuration: .mocked(by: runtime), delegate: delegate, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    session.dataTask(with: try #require(Self.url)).resume()
    #expect(try await delegate.end() == ["a", "b", "c"])
  }

  @Test("A hundred megabytes can be uploaded from a file")
  func large() async throws {
    let runtime = try ScenarioRuntime(
      source: #"http { ["PUT /name"] = { when({ body = is.exists }, status(201)), status(400) } }"#,
      name: "n.lua")
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(repeating: UInt8(ascii: "x"), count: 100 << 20).write(to: file)
    var request = URLRequest(url: try #require(Self.url))
    request.httpMethod = "PUT"
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    let (_, response) = try await session.upload(for: request, fromFile: file)
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
  }

  @Test("A completion handler gets the whole response")
  func completion() async throws {
    let runtime = try ScenarioRuntime(
      source: #"http { ["GET /name"] = stream { 1, 2 } }"#, name: "n.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    let url = try #require(Self.url)
    let text = await withCheckedContinuation { continuation in
      session.dataTask(with: url) { data, _, _ in
        continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
      }.resume()
    }
    #expect(text == "data: 1\n\ndata: 2\n\n")
  }
}

/// Collects the data that a delegate receives.
private final class Pieces: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let pieces: AsyncThrowingStream<String, any Error>
  private let continuation: AsyncThrowingStream<String, any Error>.Continuation

  override init() {
    (pieces, continuation) = AsyncThrowingStream.makeStream(of: String.self)
  }

  func end() async throws -> [String] {
    var all: [String] = []
    for try await piece in pieces { all.append(piece) }
    return all
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    continuation.yield(String(decoding: data, as: UTF8.self))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    continuation.finish(throwing: error)
  }
}
