import Foundation
import MockLua
import MockRoutes
import MockServices

@testable import MockConfiguration
@testable import MockLuaCLI
@testable import MockRecording

/// Imported mappings whose script responds to requests in this process.
final class PlayedMappings: Sendable {
  let script: String
  private let runtime: ScenarioRuntime

  /// Imports a document.
  ///
  /// - Parameters:
  ///   - name: The file name.
  ///   - text: The document.
  /// - Throws: An error in the document or in its script.
  init(_ name: String, _ text: String) throws {
    let folder = try TemporaryFolder([:])
    try folder.write(text, to: name)
    let source = try ImportSource.read(folder.url.appendingPathComponent(name).path)
    let imported = try source.imported(
      filter: ExchangeFilter(), keepsSecrets: true, name: "imported"
    ).script
    script = ScriptWriter.text(of: imported)
    for file in imported.files {
      let url = folder.url.appendingPathComponent(file.path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.bytes).write(to: url)
    }
    runtime = try ScenarioRuntime(
      source: script, name: "imported.lua", directory: folder.url.path)
  }

  /// A request as sent by a client to a port.
  struct Request: Sendable {
    var method: String
    var target: String
    var headers: [(name: String, value: String)] = []
    var body = ""

    /// Parses `POST /a`, then header lines, an empty line, and the body.
    init(_ text: String) {
      let parts = text.split(separator: "\n\n", maxSplits: 1)
      let lines = parts[0].split(separator: "\n")
      let words = lines[0].split(separator: " ", maxSplits: 1).map(String.init)
      (method, target) = (words[0], words[1])
      for line in lines.dropFirst() {
        let sides = line.split(separator: ":", maxSplits: 1)
        headers.append((String(sides[0]), String(sides[1].drop { $0 == " " })))
      }
      guard parts.count > 1 else { return }
      body = String(parts[1])
      let isTyped = headers.contains { $0.name.lowercased() == "content-type" }
      if !isTyped { headers.append(("Content-Type", "application/json")) }
    }
  }

  struct Response: Sendable {
    var status = 0
    var headers: [(name: String, value: String)] = []
    var body = ""
  }

  /// Returns the response to a request.
  ///
  /// The status is 0 if the connection ends, and 404 if no rule matches.
  func send(_ request: Request) async -> Response {
    let routed = RoutedRequest(
      request.method, request.target, at: HTTPOrigin(host: "127.0.0.1", namedPort: 8080),
      headers: request.headers, body: Array(request.body.utf8))
    let (parts, continuation) = AsyncStream.makeStream(of: Event.self)
    do {
      let cancel = try runtime.answer(routed) {
        continuation.yield(.part($0))
      } finish: {
        continuation.yield(.end($0))
        continuation.finish()
      }
      defer { cancel() }
      var response = Response()
      for await event in parts {
        switch event {
        case .part(.head(let status, let headers, _)):
          (response.status, response.headers) = (status, headers)
        case .part(.bytes(let bytes)): response.body += String(decoding: bytes, as: UTF8.self)
        case .end(.mock(let error)?): return Response(status: 404, body: error.message)
        case .end: break
        }
      }
      return response
    } catch {
      return Response(status: 404, body: error.message)
    }
  }

  private enum Event: Sendable {
    case part(RoutedPart)
    case end(RoutedFailure?)
  }
}
