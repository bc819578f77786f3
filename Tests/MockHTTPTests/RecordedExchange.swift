import Foundation
import MockCalls
import MockLua
import MockLuaTools
import MockPlatform
import MockRecording
import MockRoutes
import MockServices
import Testing

/// A request with the live service's response.
struct RecordedExchange: Sendable {
  var method = "GET"
  var target: String
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  var status = 200
  var type: String?
  var encoding: String?
  var response: [UInt8]

  init(
    _ method: String = "GET", _ target: String, _ response: [UInt8],
    type: String? = "application/json",
    encoding: String? = nil, status: Int = 200, body: [UInt8] = []
  ) {
    (self.method, self.target, self.response, self.type) = (method, target, response, type)
    (self.encoding, self.status, self.body) = (encoding, status, body)
  }

  init(json text: String, _ target: String, status: Int = 200) {
    self.init("GET", target, Array(text.utf8), status: status)
  }

  private static let host = "https://live.example"

  /// The response to a request.
  struct Got: Equatable, Sendable {
    var status = 0
    var encoding: String?
    var bytes: [UInt8] = []
  }

  private static func send(
    _ exchange: Self, to runtime: ScenarioRuntime, live: LiveRequest? = nil
  ) async throws -> Got {
    var request = try #require(RoutedRequest(exchange.method, url: host + exchange.target))
    request.headers = exchange.headers
    request.body = exchange.body
    let got = Locked(Got())
    let sent = request
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      do {
        _ = try runtime.answer(sent, live: live) { part in
          got.withLock { got in
            switch part {
            case .head(let status, let headers, _):
              got.status = status
              got.encoding = headers.first { $0.name.lowercased() == "content-encoding" }?.value
            case .bytes(let bytes): got.bytes += bytes
            }
          }
        } finish: { failure in
          if let failure { continuation.resume(throwing: failure) } else { continuation.resume() }
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    return got.withLock(\.self)
  }

  /// Records exchanges, writes the script, and sends all requests to it.
  ///
  /// By default, the script is empty while recording, so that each path has its own route.
  static func replay(
    _ exchanges: [Self], source: String = "", redactsUnknown: Bool = false, sendsAgain: Bool = true
  ) async throws -> (live: [Got], replayed: [Got], script: String, notes: [String]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bytes-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "rec.lua").path
    let runtime = try MockPassing.$current.withValue(.missing) {
      Result {
        try ScenarioRuntime(
          source: source, name: "empty.lua", failureHandler: MockFailureHandler { _ in })
      }
    }.get()
    var live: [Got] = []
    for exchange in exchanges {
      live.append(
        try await send(exchange, to: runtime) { _ in
          LiveResponse(
            status: exchange.status,
            headers: [
              ("Content-Type", exchange.type), ("Content-Encoding", exchange.encoding),
              ("Date", "now"),
            ]
            .compactMap { name, value in value.map { (name, $0) } },
            body: exchange.response)
        })
    }
    var recording = Recording(runtime.log.calls(), redactsUnknown: redactsUnknown)
    let notes = await recording.write(to: RecordingFile(path: path), replaces: true)
    let script = try String(contentsOfFile: path, encoding: .utf8)
    let found = StaticCheck.issues(source: script, name: "rec.lua", directory: folder.path)
    #expect(found.map(\.description) == [], "\(script)")
    let again = try ScenarioRuntime(path: path, failureHandler: MockFailureHandler { _ in })
    var replayed: [Got] = []
    for exchange in exchanges where sendsAgain {
      replayed.append(try await send(exchange, to: again))
    }
    return (live, replayed, script, notes)
  }
}
