import Foundation
import MockHTTP
import MockLua
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The redirect decisions of a session's delegate.
@Suite struct RedirectTests {
  private static let script = #"""
    http "https://api.example.com" {
      ["POST /old"] = status(302, "moved") :headers { Location = "/new" },
      ["GET /new"] = reply "new", ["GET /other"] = reply "other",
      ["GET /endless"] = stream { 1, 2 } :every(60000) :status(301) :headers { Location = "/new" },
    }
    """#

  private func ask(_ path: String, _ decision: Decision) async throws -> Decider {
    let runtime = try ScenarioRuntime(source: Self.script, name: "r.lua")
    let delegate = Decider(decision)
    let session = URLSession(
      configuration: .mocked(by: runtime), delegate: delegate, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
    request.httpMethod = path == "/old" ? "POST" : "GET"
    session.dataTask(with: request).resume()
    for try await _ in delegate.ends {}
    return delegate
  }

  @Test(
    "The delegate decides", .timeLimit(.minutes(30)),
    arguments: [
      (Decision.follow, 200, #""new""#), (.goElsewhere, 200, #""other""#),
      (.stay, 302, #""moved""#),
    ])
  func decides(_ decision: Decision, status: Int, text: String) async throws {
    let delegate = try await ask("/old", decision)
    #expect(delegate.redirects == ["302 GET https://api.example.com/new"])
    #expect(delegate.status == status)
    #expect(delegate.text == text)
  }

  @Test("An endless redirect is followed without delay", .timeLimit(.minutes(30)))
  func endless() async throws {
    let delegate = try await ask("/endless", .follow)
    #expect(delegate.redirects == ["301 GET https://api.example.com/new"])
    #expect(delegate.text == #""new""#)
  }

  @Test("A redirected request has the new cookies of its own host")
  func cookies() async throws {
    let runtime = try ScenarioRuntime(
      source: """
        local function echo(request) return { cookie = request.headers.cookie or null } end
        http "https://api.example.com" {
          ["GET /set"] = reply(1) :headers { ["Set-Cookie"] = "a=1; Path=/" },
          ["GET /login"] = status(302) :headers { Location = "/cookies", ["Set-Cookie"] = "a=new; Path=/" },
          ["GET /leave"] = status(302) :headers { Location = "https://other.example.com/cookies" },
          ["GET /cookies"] = echo,
        }
        http "https://other.example.com" { ["GET /cookies"] = echo }
        """, name: "r.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    func text(_ path: String) async throws -> String {
      let url = try #require(URL(string: "https://api.example.com\(path)"))
      return String(decoding: try await session.data(from: url).0, as: UTF8.self)
    }
    _ = try await text("/set")
    #expect(try await text("/login") == #"{"cookie":"a=new"}"#)
    #expect(try await text("/leave") == #"{"cookie":null}"#)
  }

  @Test("A form without a content type is a form, as URLSession sends it")
  func form() async throws {
    let runtime = try ScenarioRuntime(
      source: """
        http "https://api.example.com" {
          ["POST /login"] = function(request) return { password = request.body.password } end,
        }
        """, name: "r.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/login")))
    request.httpMethod = "POST"
    request.httpBody = Data("user=ada&password=open".utf8)
    let (data, _) = try await session.data(for: request)
    #expect(String(decoding: data, as: UTF8.self) == #"{"password":"open"}"#)
  }

  @Test("The delegate of a single request decides too") func ofTask() async throws {
    let runtime = try ScenarioRuntime(source: Self.script, name: "r.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/old")))
    request.httpMethod = "POST"
    let delegate = Decider(.goElsewhere)
    let (data, _) = try await session.data(for: request, delegate: delegate)
    #expect(String(decoding: data, as: UTF8.self) == #""other""#)
    #expect(delegate.redirects == ["302 GET https://api.example.com/new"])
  }

  @Test("A session without a delegate follows redirects") func noDelegate() async throws {
    let runtime = try ScenarioRuntime(source: Self.script, name: "r.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/old")))
    request.httpMethod = "POST"
    let (data, _) = try await session.data(for: request)
    #expect(String(decoding: data, as: UTF8.self) == #""new""#)
  }
}

enum Decision: Sendable {
  case follow, goElsewhere, stay
}

/// Decides about redirects, and collects the events.
///
/// `@unchecked Sendable`: a session calls its delegate on one queue, and `ends` signals when it has finished.
private final class Decider: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  let ends: AsyncThrowingStream<Never, any Error>
  private let end: AsyncThrowingStream<Never, any Error>.Continuation
  private let decision: Decision
  private(set) var redirects: [String] = []
  private(set) var status: Int?
  private(set) var text = ""

  init(_ decision: Decision) {
    (ends, end) = AsyncThrowingStream.makeStream(of: Never.self)
    self.decision = decision
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    redirects.append(
      "\(response.statusCode) \(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")")
    switch decision {
    case .follow: completionHandler(request)
    case .goElsewhere:
      completionHandler(URL(string: "https://api.example.com/other").map { URLRequest(url: $0) })
    case .stay: completionHandler(nil)
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    text += String(decoding: data, as: UTF8.self)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    status = (task.response as? HTTPURLResponse)?.statusCode
    end.finish(throwing: error)
  }
}
