import Foundation
import MockScenarios
import MockServices
import Testing

/// `mocklua serve` of a script in a folder of its own, and a client for its inspector.
struct ServedScript {
  let server: LaunchedProcess
  let client: HTTPClient
  let script: URL

  /// Serves a script or a trace.
  ///
  /// - Parameters:
  ///   - source: Its text.
  ///   - arguments: More arguments.
  ///   - descriptors: How many descriptors the process may have; nil for as many as usual.
  /// - Throws: What keeps it from serving.
  init(_ source: String, _ arguments: String..., descriptors: Int? = nil) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mocklua-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    script = folder.appending(path: "bank.lua")
    try Data(source.utf8).write(to: script)
    // A trace is no script, and shows no calls by itself.
    let isTrace = source.hasPrefix("{\"")
    let words =
      ["serve"] + (isTrace ? ["--trace", script.path] : [script.path, "--quiet"]) + arguments
    let command = LaunchedProcess(product: "mocklua", arguments: words)
    if let descriptors {
      server = LaunchedProcess(
        executable: "/bin/sh",
        arguments: ["-c", "ulimit -n \(descriptors); exec \"$0\" \"$@\"", command.executable]
          + words)
    } else {
      server = command
    }
    try server.launch()
    let line = try await server.line(of: .errors) { $0.contains("the inspector is at ") }
    let parts = line.split(separator: "#")
    let port = parts.first?.split(separator: ":").last?.prefix { $0.isNumber }
    client = HTTPClient(
      port: try #require(port.flatMap { Int($0) }), token: String(try #require(parts.last)))
  }

  /// What an app has to find in its environment as `MOCK_SERVICE_SESSION`.
  func address() async throws -> String {
    let name = "MOCK_SERVICE_SESSION="
    return String(try await server.line { $0.hasPrefix(name) }.dropFirst(name.count))
  }

  func sessionPort() async throws -> Int {
    let address = try await address()
    return try #require(
      address.split(separator: "/").first?.split(separator: ":").last.flatMap { Int($0) })
  }

  func write(_ source: String) throws { try Data(source.utf8).write(to: script) }

  func note(_ text: String) async throws {
    try await server.line(of: .errors) { $0.contains(text) }
  }

  func remove() { try? FileManager.default.removeItem(at: script.deletingLastPathComponent()) }
}
