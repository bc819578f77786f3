import Foundation
import MockScenarios
import MockServices
import Testing

/// Runs `mocklua serve` for a script in a new folder, with a client for its inspector.
struct ServedScript {
  let server: LaunchedProcess
  let client: HTTPClient
  let script: URL

  /// Serves a script or a trace.
  ///
  /// - Parameters:
  ///   - source: The text of the script or the trace.
  ///   - arguments: Additional arguments.
  ///   - descriptors: The maximum number of descriptors of the process, or nil for the system default.
  /// - Throws: An error if it can't be served.
  init(_ source: String, _ arguments: String..., descriptors: Int? = nil) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mocklua-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    script = folder.appending(path: "bank.lua")
    try Data(source.utf8).write(to: script)
    // A trace isn't a script, and doesn't log calls.
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

  /// Returns the value of an app's `MOCK_SERVICE_SESSION` environment variable.
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
