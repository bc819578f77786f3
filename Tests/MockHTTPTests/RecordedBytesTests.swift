import Foundation
import MockCalls
import MockData
import MockLua
import MockPlatform
import MockRecording
import MockRoutes
import MockServices
import TestSupport
import Testing

/// Recordings of what servers send: each request gets the same status and the same bytes again.
@Suite struct RecordedBytesTests {
  /// A request with the response of the live side.
  private struct Exchange: Sendable {
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
  }

  private static let host = "https://live.example"

  /// The response to a request.
  private struct Got: Equatable, Sendable {
    var status = 0
    var encoding: String?
    var bytes: [UInt8] = []
  }

  private static func send(
    _ exchange: Exchange, to runtime: ScenarioRuntime, live: LiveRequest? = nil
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

  /// Records exchanges, writes the script, and sends all requests again to it.
  private func replay(
    _ exchanges: [Exchange], redactsUnknown: Bool = false, sendsAgain: Bool = true
  ) async throws -> (live: [Got], replayed: [Got], script: String, notes: [String]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bytes-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "rec.lua").path
    let runtime = try MockPassing.$current.withValue(.missing) {
      Result {
        try ScenarioRuntime(
          source: "", name: "empty.lua", failureHandler: MockFailureHandler { _ in })
      }
    }.get()
    var live: [Got] = []
    for exchange in exchanges {
      live.append(
        try await Self.send(exchange, to: runtime) { _ in
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
    let found = StaticCheck.findings(source: script, name: "rec.lua", directory: folder.path)
    #expect(found.map(\.description) == [], "\(script)")
    let again = try ScenarioRuntime(path: path, failureHandler: MockFailureHandler { _ in })
    var replayed: [Got] = []
    for exchange in exchanges where sendsAgain {
      replayed.append(try await Self.send(exchange, to: again))
    }
    return (live, replayed, script, notes)
  }

  private static let png = Array(
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ) ?? Data())

  private static func random(_ count: Int, _ seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(state: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Bytes that begin as gzip does.
  private static func gzip(_ seed: UInt64) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + random(60, seed)
  }

  private static let flows: [(name: String, exchanges: [Exchange])] = {
    let odd = [
      "/api/v2/Users/42/Orders/17/Items", "/a%20b", "/%61%20b", "/x//y", "/%7Bid%7D", "/%E4%BD%A0",
      "/semi;v=1",
      "/star*/x", "/plus+x", "/dot/../up", "/.hidden/~user", "/q?a=%26&b=1&b=2", "/trailing/", "/",
      "/8f14e45fceea167a5a36dedd4bea2543", "/InternationalizationServiceImplementationDetails2",
      "/a'b(c)!d", "/a:b@c", "/a,b$c",
    ]
    var flows: [(String, [Exchange])] = [
      ("an image", [Exchange("GET", "/p.png", png, type: "image/png")]),
      (
        "random bytes",
        (0..<8).map {
          Exchange("GET", "/r\($0)", random(500, UInt64($0)), type: "application/octet-stream")
        }
      ),
      ("bytes without a type", [Exchange("GET", "/x", random(64, 1), type: nil)]),
      ("gzip as a file", [Exchange("GET", "/a.gz", gzip(2), type: "application/gzip")]),
      ("compressed JSON", [Exchange("GET", "/a", gzip(3), encoding: "gzip")]),
      (
        "compressed text that changes",
        (0..<3).map {
          Exchange("GET", "/t", gzip(UInt64(4 + $0)), type: "text/plain", encoding: "br")
        }
      ),
      (
        "large integers",
        [
          Exchange(
            json: #"{"a":9223372036854775807,"b":-9223372036854775808,"c":18446744073709551615}"#,
            "/n"),
          Exchange(json: #"[123456789012345678901234567890,0,-1]"#, "/m"),
        ]
      ),
      (
        "decimals",
        [
          Exchange(json: #"{"a":0.12345678901234567890123,"b":12.5,"c":1.0,"d":0.1}"#, "/n"),
          Exchange(json: #"{"price":19.99,"rate":0.001}"#, "/m"),
        ]
      ),
      ("odd paths", odd.enumerated().map { Exchange(json: #"{"n":\#($0)}"#, $1) }),
      (
        "text with signs",
        [
          Exchange(
            "GET", "/t", Array("a\r\nb\u{0}c\u{FEFF}\u{2028}\"]]\n".utf8), type: "text/plain")
        ]
      ),
      (
        "Latin 1",
        [
          Exchange(
            "GET", "/t", [0x67, 0x72, 0xFC, 0xDF, 0x65], type: "text/plain; charset=iso-8859-1")
        ]
      ),
      (
        "events",
        [
          Exchange(
            "GET", "/e", Array("event: a\ndata: {\"n\":1}\n\ndata: two\n\n".utf8),
            type: "text/event-stream")
        ]
      ),
      (
        "nested deep",
        [
          Exchange(
            json: String(repeating: "[", count: 90) + String(repeating: "]", count: 90), "/d")
        ]
      ),
      ("JSON that is none", [Exchange(json: "{\"a\":1,}", "/bad"), Exchange(json: "NaN", "/nan")]),
      (
        "statuses",
        [
          Exchange(json: #"{"error":"gone"}"#, "/gone", status: 410),
          Exchange("GET", "/empty", [], type: nil, status: 204),
          Exchange("GET", "/busy", Array("busy".utf8), type: "text/plain", status: 503),
        ]
      ),
      ("a sequence", (0..<12).map { Exchange(json: #"{"n":\#($0)}"#, "/next") }),
      (
        "bodies that are sent",
        (0..<4).map { number in
          Exchange(
            "POST", "/up", png + [UInt8(number)], type: "application/octet-stream",
            body: random(40, UInt64(number) + 9))
        }
      ),
      (
        "a large body",
        [Exchange(json: "[" + (0..<20_000).map(String.init).joined(separator: ",") + "]", "/long")]
      ),
      (
        "words as keys",
        [Exchange(json: #"{"":{},"\"":"\\","a b":[],"end":1,"function":{"nil":null}}"#, "/k")]
      ),
    ]
    var generator = SeededGenerator(state: 77)
    flows.append(
      (
        "300 calls",
        (0..<300).map { number in
          let id = Int.random(in: 1...40, using: &generator)
          switch number % 3 {
          case 0: return Exchange(json: #"{"id":\#(id),"seen":\#(number)}"#, "/items/\(id)")
          case 1: return Exchange(json: #"[{"id":\#(id)}]"#, "/items?page=\(id)")
          default: return Exchange("GET", "/images/\(id).png", png + [UInt8(id)], type: "image/png")
          }
        }
      ))
    return flows
  }()

  @Test("A recording replays byte for byte", arguments: 0..<20)
  func exact(number: Int) async throws {
    #expect(Self.flows.count == 20)
    let (name, exchanges) = Self.flows[number]
    let (live, replayed, script, notes) = try await replay(exchanges)
    for ((exchange, live), replayed) in zip(zip(exchanges, live), replayed) {
      #expect(replayed == live, "\(name): \(exchange.target)\n\(script.prefix(2000))")
    }
    #expect(!notes.contains { $0.contains("differently") || $0.contains("left out") }, "\(notes)")
    // Nothing that opens nothing is replaced.
    #expect(!script.contains("redacted"), "\(script.prefix(2000))")
  }

  @Test("Secrets go from every part of an exchange, and a path is never replaced as a whole")
  func secrets() async throws {
    let secret = "Zx9quietHarbor77"
    let token = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    let page = #"<form><input name="csrf_token" value="\#(secret)"></form>"#
    let inner = Array(#"{"password":"\#(secret)"}"#.utf8).base64
    let exchanges = [
      Exchange(
        json: #"{"pin":4711,"session":"\#(secret)","amount":4711.5}"#, "/login?token=\(secret)"),
      Exchange("GET", "/reset/\(token)/Confirm/17", Array(page.utf8), type: "text/html"),
      Exchange(json: #"{"data":"\#(inner)"}"#, "/wrapped"),
      Exchange("GET", "/x", Array("sid=\(secret)".utf8), type: "application/octet-stream"),
    ]
    // A request with the secret itself has no route any more.
    let (_, _, script, _) = try await replay(exchanges, sendsAgain: false)
    for text in [secret, token, inner, "4711,"] { #expect(!script.contains(text), "\(script)") }
    #expect(script.contains("/Confirm/17\"]") && script.contains("GET /reset/"), "\(script)")
    #expect(script.contains("amount = 4711.5"), "\(script)")
  }

  @Test("A secret in an escaped path leaves a valid path, and is not noted")
  func escapedPath() async throws {
    let token = "a7Bx9QkLmZpW3vRt5YhN"
    let exchanges = [
      Exchange("GET", "/a/Bearer%20\(token)", Array("ok".utf8), type: "text/plain"),
      Exchange("GET", "/%C3%A9t%C3%A9/token=\(token)", Array("ok".utf8), type: "text/plain"),
    ]
    let (_, _, script, notes) = try await replay(exchanges, sendsAgain: false)
    #expect(!script.contains(token), "\(script)")
    #expect(script.contains("GET /a/Bearer%201-redacted-"), "\(script)")
    #expect(notes == [], "\(notes)")
  }

  @Test("Random text under a neutral name is noted with its place, and replaced on request")
  func unknown() async throws {
    let key = "q7ZkP2mXv9LrT4bW8sYcD3"
    let exchanges = [
      Exchange(json: #"{"ok":true}"#, "/a"), Exchange(json: #"{"ok":true}"#, "/b"),
      Exchange(json: #"{"data":{"key":"\#(key)"}}"#, "/c"),
    ]
    let (live, replayed, _, notes) = try await replay(exchanges)
    #expect(live == replayed)
    #expect(notes.first == "possible secret in response 3, `data.key`", "\(notes)")
    let (_, _, script, rest) = try await replay(exchanges, redactsUnknown: true)
    #expect(!script.contains(key), "\(script)")
    #expect(rest == [], "\(rest)")
  }
}
