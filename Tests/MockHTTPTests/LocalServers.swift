import Foundation
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Stateful JSON APIs written in Python, each on its own port.
final class LocalServers: Sendable {
  /// The servers for request flows, started once.
  ///
  /// They end with the process.
  static let forRequests = Result { try LocalServers() }
  /// Other servers for flows through protocols, which run at the same time.
  static let forProtocols = Result { try LocalServers() }

  static let isAvailable: Bool = (try? forRequests.get()) != nil

  /// The folder that contains the servers and the flows.
  static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  private let ports: [String: Int]
  /// The servers, which run until their input ends.
  private let process: ChildProcess

  private init() throws {
    process = try ChildProcess(["python3", Self.fixtures.appending(path: "api_servers.py").path])
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let more = process.output.availableData
      if more.isEmpty { throw CocoaError(.fileReadUnknown) }
      line += more
    }
    ports = try JSONDecoder().decode([String: Int].self, from: line)
  }

  func base(_ app: String) -> String { "http://127.0.0.1:\(ports[app] ?? 0)" }
}

/// Sends the steps of a flow, such as `POST /todos {"title":"Tea"}` and `GET /me | Authorization: Bearer t-1`.
struct FlowClient {
  let session: URLSession
  let base: String

  /// Returns the status, a header that matters to apps, and the body, with JSON in one form.
  func send(_ step: String) async throws -> String {
    let parts = step.split(separator: " | ", maxSplits: 1).map(String.init)
    let words = parts[0].split(separator: " ", maxSplits: 2).map(String.init)
    guard let url = URL(string: base + words[1]) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = words[0]
    if words.count > 2 {
      request.httpBody = Data(words[2].utf8)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    if parts.count > 1 {
      let header = parts[1].split(separator: ": ", maxSplits: 1).map(String.init)
      request.setValue(header[1], forHTTPHeaderField: header[0])
    }
    let (data, response) = try await session.data(for: request)
    let http = response as? HTTPURLResponse
    let headers = ["Location", "ETag", "X-Rate-Limit"].compactMap { name in
      http?.value(forHTTPHeaderField: name).map { "\(name): \($0)" }
    }
    return "\(http?.statusCode ?? 0) \(headers) \(Self.text(data))"
  }

  func send(_ steps: [String]) async throws -> [String] {
    var all: [String] = []
    for step in steps { all.append(try await send(step)) }
    return all
  }

  private static func text(_ data: Data) -> String {
    let style: JSONSerialization.WritingOptions = [
      .sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes,
    ]
    if let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed),
      let sorted = try? JSONSerialization.data(withJSONObject: value, options: style)
    {
      return String(decoding: sorted, as: UTF8.self)
    }
    return String(data: data, encoding: .utf8) ?? data.base64EncodedString()
  }
}
