import Foundation
import MockHTTP
import MockLua
import MockServices

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request of `URLSession` to which a scenario responds, compared with a `URLProtocol` that a test suite implements
/// itself.
enum SessionRequest {
  private static let count = 20_000

  private static let script = """
    http "https://api.example.com" {
      ["GET /users/7"] = reply { id = 7, name = "Ada" },
      ["POST /users"] = status(201, { id = 8, name = "Grace" }),
    }
    """

  static func mocked(_ method: String) async throws -> Double {
    let runtime = try ScenarioRuntime(source: script, name: "users.lua")
    return try await measure(method, .mocked(by: runtime))
  }

  /// By default, `URLSession` checks its cache first.
  static func byHand(_ method: String, isCached: Bool = true) async throws -> Double {
    let configuration = URLSessionConfiguration.default
    if !isCached { configuration.urlCache = nil }
    configuration.protocolClasses = [StubURLProtocol.self]
    return try await measure(method, configuration)
  }

  private static func measure(
    _ method: String, _ configuration: URLSessionConfiguration
  ) async throws -> Double {
    let session = URLSession(configuration: configuration)
    defer { session.finishTasksAndInvalidate() }
    let isGet = method == "GET"
    let path = opaque(isGet ? "/users/7" : "/users")
    guard let url = URL(string: "https://api.example.com\(path)") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    if !isGet {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(#"{"name":"Grace","roles":["admiral","programmer"]}"#.utf8)
    }
    return try await nanoseconds(count) {
      let (data, response) = try await session.data(for: request)
      precondition(data.count > 8)
      precondition((response as? HTTPURLResponse)?.statusCode == (isGet ? 200 : 201))
    }
  }
}

/// A stub as in a typical guide, with responses by method and path, and a list of requests with their bodies.
private final class StubURLProtocol: URLProtocol {
  private struct Answer {
    let status: Int
    let body: Data
  }

  private static let answers = [
    "GET /users/7": Answer(status: 200, body: Data(#"{"id":7,"name":"Ada"}"#.utf8)),
    "POST /users": Answer(status: 201, body: Data(#"{"id":8,"name":"Grace"}"#.utf8)),
  ]
  private static let asked = Asked()

  override class func canInit(with request: URLRequest) -> Bool {
    request.url?.host == "api.example.com"
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url,
      let answer = Self.answers["\(request.httpMethod ?? "GET") \(url.path)"],
      let response = HTTPURLResponse(
        url: url, statusCode: answer.status, httpVersion: "HTTP/1.1",
        headerFields: ["Content-Type": "application/json"])
    else {
      client?.urlProtocol(self, didFailWithError: URLError(.unsupportedURL))
      return
    }
    Self.asked.add(request, request.httpBody ?? Data())
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: answer.body)
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}

/// The requests that a stub received.
///
/// `@unchecked Sendable`: The lock protects all mutable state.
private final class Asked: @unchecked Sendable {
  private let lock = NSLock()
  private var requests: [(URLRequest, body: Data)] = []

  func add(_ request: URLRequest, _ body: Data) {
    lock.lock()
    defer { lock.unlock() }
    requests.append((request, body))
  }
}

/// The memory that remains in use after requests have been answered and configurations have been released.
enum SessionMemory {
  private static let count = 10_000
  private static let script = #"http { ["POST /users"] = reply { id = 8 } }"#

  /// Returns the bytes per request, for many requests in one session.
  static func requests() async throws -> Double {
    let runtime = try ScenarioRuntime(source: script, name: "users.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    // After this, the log is full.
    try await ask(session, count + 1000)
    let before = residentBytes()
    try await ask(session, count)
    return Double(residentBytes() - before) / Double(count)
  }

  private static func ask(_ session: URLSession, _ count: Int) async throws {
    guard let url = URL(string: "https://api.example.com/users") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"name":"Grace"}"#.utf8)
    for _ in 0..<count { _ = try await session.data(for: request) }
  }

  /// Returns the bytes per configuration, for many configurations.
  static func configurations() async throws -> Double {
    let runtime = try ScenarioRuntime(source: script, name: "users.lua")
    func make() { for _ in 0..<1000 { _ = URLSessionConfiguration.mocked(by: runtime) } }
    make()
    let before = residentBytes()
    make()
    return Double(residentBytes() - before) / 1000
  }

  /// Returns the bytes per session, including its configuration and one request, measured over many sessions.
  static func sessions() async throws -> Double {
    func make() async throws {
      for _ in 0..<1000 {
        let runtime = try ScenarioRuntime(source: script, name: "users.lua")
        let session = URLSession(configuration: .mocked(by: runtime))
        try await ask(session, 1)
        session.finishTasksAndInvalidate()
      }
    }
    try await make()
    let before = residentBytes()
    try await make()
    return Double(residentBytes() - before) / 1000
  }
}
