import Foundation
import MockHTTP
import MockLua
import MockServices

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
