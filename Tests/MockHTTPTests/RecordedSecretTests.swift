import MockCalls
import MockContainer
import MockData
import MockLua
import MockRoutes
import TestSupport
import Testing

/// Secrets in recorded responses, and values that aren't secrets.
@Suite struct RecordedSecretTests {
  @Test(
    "Secrets are removed from every part of an exchange, but a path is never replaced as a whole")
  func secrets() async throws {
    let secret = "Zx9quietHarbor77"
    let token = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    let page = #"<form><input name="csrf_token" value="\#(secret)"></form>"#
    let inner = Array(#"{"password":"\#(secret)"}"#.utf8).base64
    let exchanges = [
      RecordedExchange(
        json: #"{"pin":4711,"session":"\#(secret)","amount":4711.5}"#, "/login?token=\(secret)"),
      RecordedExchange("GET", "/reset/\(token)/Confirm/17", Array(page.utf8), type: "text/html"),
      RecordedExchange(json: #"{"data":"\#(inner)"}"#, "/wrapped"),
      RecordedExchange("GET", "/x", Array("sid=\(secret)".utf8), type: "application/octet-stream"),
    ]
    // The route no longer matches a request with the original secret.
    let (_, _, script, _) = try await RecordedExchange.replay(exchanges, sendsAgain: false)
    for text in [secret, token, inner, "4711,"] { #expect(!script.contains(text), "\(script)") }
    #expect(script.contains("/Confirm/17\"]") && script.contains("GET /reset/"), "\(script)")
    #expect(script.contains("amount = 4711.5"), "\(script)")
  }

  @Test("A secret in an escaped path leaves a valid path and no note")
  func escapedPath() async throws {
    let token = "a7Bx9QkLmZpW3vRt5YhN"
    let exchanges = [
      RecordedExchange("GET", "/a/Bearer%20\(token)", Array("ok".utf8), type: "text/plain"),
      RecordedExchange(
        "GET", "/%C3%A9t%C3%A9/token=\(token)", Array("ok".utf8), type: "text/plain"),
    ]
    let (_, _, script, notes) = try await RecordedExchange.replay(exchanges, sendsAgain: false)
    #expect(!script.contains(token), "\(script)")
    #expect(script.contains("GET /a/Bearer%201-redacted-"), "\(script)")
    #expect(notes == [], "\(notes)")
  }

  @Test("A body with an unknown encoding is kept unchanged, with a note")
  func encoded() async throws {
    var exchange = RecordedExchange(
      "POST", "/a", [0x0B, 0x02, 0x80, 0xFF], type: "text/plain", encoding: "br",
      body: [0x28, 0xB5, 0x2F, 0xFD, 0x04])
    exchange.headers = [("Content-Encoding", "zstd")]
    let (live, replayed, _, notes) = try await RecordedExchange.replay([exchange])
    #expect(live == replayed)
    #expect(
      notes == [
        "request 1 is kept as it was sent, in `zstd`: check it for secrets",
        "response 1 is kept as it was sent, in `br`: check it for secrets",
      ])
  }

  @Test("A rule only compares the presence of a token if that explains the responses")
  func presence() async throws {
    func exchange(_ token: String?, _ status: Int, _ body: String) -> RecordedExchange {
      var exchange = RecordedExchange(json: body, "/me", status: status)
      exchange.headers = token.map { [("Authorization", "Bearer \($0)")] } ?? []
      return exchange
    }
    let exchanges = [
      exchange(nil, 401, #"{"error":"none"}"#), exchange("a1b2c3d4e5f6g7h8", 200, #"{"me":1}"#),
    ]
    let (live, replayed, script, notes) = try await RecordedExchange.replay(exchanges)
    #expect(live == replayed)
    #expect(script.contains("when({ headers = { authorization = is.exists } }"), "\(script)")
    #expect(notes == [])
    let two = exchanges + [exchange("h8g7f6e5d4c3b2a1", 200, #"{"me":2}"#)]
    let rest = try await RecordedExchange.replay(two, sendsAgain: false).notes
    #expect(
      rest == [
        "`https://live.example.GET /me` compares a secret with its placeholder; write what the app sends, or `is.exists`"
      ])
  }

  @Test("Uploaded bytes aren't reported as possible secrets, but a text that looks like base64 is")
  func uploads() async throws {
    func put(_ type: String?, _ body: [UInt8], _ answer: String) -> RecordedExchange {
      var exchange = RecordedExchange("PUT", "/u", Array(answer.utf8), body: body)
      exchange.headers = type.map { [("Content-Type", $0)] } ?? []
      return exchange
    }
    var random = MockRandomSource(seed: 1, method: "upload", count: 1)
    let bytes = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
    let other = Array(bytes.reversed())
    let type = "application/octet-stream"
    let exchanges = [put(type, bytes, "1"), put(type, other, "2")]
    #expect(try await RecordedExchange.replay(exchanges).notes == [])
    let key = String(repeating: "9f86d081884c7d65", count: 4)
    for (type, body) in [
      ("application/json", #"{"body":"\#(key)"}"#), (type, key), (nil, key), ("text/plain", key),
    ] {
      let notes = try await RecordedExchange.replay([
        put(type, Array(body.utf8), "1"), put(type, Array("x\(body)".utf8), "2"),
      ]).notes
      #expect(
        notes.contains { $0.hasPrefix("possible secret in request 1") }, "\(type ?? "") \(notes)")
    }
  }

  @Test("A random string with a neutral name is reported with its path, and replaced on request")
  func unknown() async throws {
    let key = "q7ZkP2mXv9LrT4bW8sYcD3"
    let exchanges = [
      RecordedExchange(json: #"{"ok":true}"#, "/a"), RecordedExchange(json: #"{"ok":true}"#, "/b"),
      RecordedExchange(json: #"{"data":{"key":"\#(key)"}}"#, "/c"),
    ]
    let (live, replayed, _, notes) = try await RecordedExchange.replay(exchanges)
    #expect(live == replayed)
    #expect(notes.first == "possible secret in response 3, `data.key`", "\(notes)")
    let (_, _, script, rest) = try await RecordedExchange.replay(exchanges, redactsUnknown: true)
    #expect(!script.contains(key), "\(script)")
    #expect(rest == [], "\(rest)")
  }

  @Test(
    "Identifiers, hashes, paths, colors, images, and other harmless values are kept")
  func harmless() async throws {
    let values = (0..<200).map { HarmlessValue(number: $0) }
    #expect(Set(values.map(\.text)).count == 200)
    #expect(Set(values.map(\.kind)).count == HarmlessValue.kinds.count)
    let exchanges = try values.enumerated().map { number, value in
      let json = try JSONWriter(style: .compact).string(from: [
        "data": ["value": .string(value.text)], "note": .string("see \(value.text), or not"),
      ])
      let body = Array((number % 4 == 3 ? "see \(value.text)" : json).utf8)
      let escaped = value.text.urlEscaped
      switch number % 4 {
      case 0: return RecordedExchange("GET", "/json/\(number)", body)
      case 1: return RecordedExchange("GET", "/path/\(escaped)/\(number)", body)
      case 2: return RecordedExchange("GET", "/query?n=\(number)&q=\(escaped)", body)
      default:
        return RecordedExchange("POST", "/text/\(number)", body, type: "text/plain", body: body)
      }
    }
    let (live, replayed, script, notes) = try await RecordedExchange.replay(exchanges)
    for ((value, live), replayed) in zip(zip(values, live), replayed) {
      #expect(live == replayed, "\(value.kind): \(value.text)")
    }
    #expect(
      !script.contains("-redacted"),
      "\(script.split(separator: "\n").filter { $0.contains("-redacted") })")
    #expect(!notes.contains { $0.contains("differently") || $0.contains("left out") }, "\(notes)")
  }

  @Test("The name of a call without a route doesn't show a secret of its path")
  func unrouted() throws {
    let runtime = try ScenarioRuntime(
      source: #"http "http://api.test" { ["GET /a"] = reply() }"#, name: "s.lua",
      failureHandler: MockFailureHandler { _ in })
    let request = try #require(
      RoutedRequest("GET", url: "http://api.test/b;jsessionid=correcthorse5/x"))
    _ = try? runtime.answer(request, receive: { _ in }, finish: { _ in })
    let name = try #require(runtime.log.calls().first?.redacted.method)
    #expect(!name.contains("correcthorse") && name.hasSuffix("/x"), "\(name)")
  }
}

/// A random-looking value that servers send but that isn't a secret.
private struct HarmlessValue {
  let kind: String
  let text: String

  static let kinds: [(name: String, text: @Sendable (inout SeededGenerator) -> String)] = [
    ("UUID", { $0.uuid }),
    ("UUID in capitals", { $0.uuid.uppercased() }),
    ("UUID in braces", { "{\($0.uuid)}" }),
    ("UUID as a URN", { "urn:uuid:\($0.uuid)" }),
    ("MD5", { $0.hex(32) }),
    ("SHA-1", { $0.hex(40) }),
    ("SHA-256", { $0.hex(64) }),
    ("SHA-512", { $0.hex(128) }),
    ("digest of an image", { "sha256:\($0.hex(64))" }),
    ("subresource integrity", { "sha384-\($0.base64(48))" }),
    ("Content-MD5", { $0.base64(16) }),
    ("short git id", { $0.hex(7) }),
    ("range of git ids", { "\($0.hex(40))..\($0.hex(40))" }),
    ("git description", { "v2.14.0-\($0.number(2))-g\($0.hex(9))" }),
    ("ObjectId", { $0.hex(24) }),
    ("ULID", { "01" + $0.text(24, of: "0123456789ABCDEFGHJKMNPQRSTVWXYZ") }),
    ("KSUID", { "2" + $0.text(26) }),
    ("NanoID", { $0.text(21, of: $0.base62 + "_-") }),
    ("CUID", { "c" + $0.text(24, of: "abcdefghijklmnopqrstuvwxyz0123456789") }),
    ("snowflake", { "1" + $0.number(18) }),
    ("id of an object", { "cus_\($0.text(14))" }),
    ("id of a video", { $0.text(11, of: $0.base62 + "_-") }),
    ("cursor", { Array(#"{"id":\#($0.number(9)),"dir":"next"}"#.utf8).base64 }),
    ("global id", { Array("Repository:\($0.number(9))".utf8).base64 }),
    ("ETag", { "W/\"\($0.hex(32))\"" }),
    ("color", { "#\($0.hex(6))" }),
    (
      "color with alpha",
      { "rgba(\($0.number(2)), \($0.number(2)), \($0.number(2)), 0.\($0.number(3)))" }
    ),
    ("PNG", { "iVBORw0KGgoAAAANSUhEUg\($0.base64(150))" }),
    ("JPEG", { "/9j/4AAQSkZJRgABAQ\($0.base64(150))" }),
    ("image as an address", { "data:image/webp;base64,\($0.base64(120))" }),
    ("path of an API", { "/api/v2/Users/\($0.number(5))/Orders/\($0.hex(24))/Items" }),
    ("path of a file", { "/var/lib/App\($0.number(3))/Caches/Thumbnails_\($0.hex(8))@2x.png" }),
    ("path on Windows", { "C:\\Users\\ada\\AppData\\Local\\Temp\\tmp\($0.hex(8)).tmp" }),
    ("address", { "https://cdn.example.com/\($0.text(12))/\($0.hex(16)).webp?v=\($0.hex(8))" }),
    ("bundle", { "main.\($0.hex(8)).chunk.js" }),
    ("class of CSS", { "css-\($0.text(7, of: "0123456789abcdefghijklmnopqrstuvwxyz"))-Button" }),
    ("slug", { "how-to-write-\($0.number(3))-mocks-in-swift-\($0.hex(6))" }),
    ("locale", { "sr-Latn-RS-u-nu-latn-x-\($0.hex(6))" }),
    ("time", { "2026-11-\(10 + $0.next() % 18)T13:14:15.\($0.number(6))Z" }),
    ("milliseconds", { "17\($0.number(11))" }),
    (
      "HTTP date",
      { "Fri, 27 Nov 2026 \(10 + $0.next() % 14):\(10 + $0.next() % 49):0\($0.next() % 10) GMT" }
    ),
    ("version", { "1.\($0.number(2)).3-beta.\($0.number(2))+build.\($0.hex(7))" }),
    ("media type", { "application/vnd.example.order-\($0.number(4)).v2+json;charset=utf-8" }),
    (
      "user agent",
      {
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.\($0.number(2)) Chrome/1\($0.number(2)).0"
      }
    ),
    ("coordinates", { "52.\($0.number(6)),13.\($0.number(6))" }),
    ("MAC address", { g in (0..<6).map { _ in g.hex(2) }.joined(separator: ":") }),
    ("IPv6", { g in "2001:db8:" + (0..<6).map { _ in g.hex(4) }.joined(separator: ":") }),
    ("resource name", { "arn:aws:s3:::bucket-\($0.hex(8))/\($0.text(16)).zip" }),
    ("trace parent", { "00-\($0.hex(32))-\($0.hex(16))-01" }),
    ("PDF", { "JVBERi0xLjQK\($0.base64(99))" }),
  ]

  init(number: Int) {
    var numbers = SeededGenerator(state: UInt64(number) &* 31 &+ 11)
    let kind = Self.kinds[number % Self.kinds.count]
    (self.kind, text) = (kind.name, kind.text(&numbers))
  }
}

extension SeededGenerator {
  fileprivate var base62: String {
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
  }

  fileprivate mutating func text(_ count: Int, of characters: String? = nil) -> String {
    let all = Array(characters ?? base62)
    return String((0..<count).map { _ in all[Int.random(in: 0..<all.count, using: &self)] })
  }

  fileprivate mutating func hex(_ count: Int) -> String { text(count, of: "0123456789abcdef") }

  fileprivate mutating func number(_ count: Int) -> String { text(count, of: "123456789") }

  /// Returns random bytes in base64.
  fileprivate mutating func base64(_ count: Int) -> String {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }.base64
  }

  fileprivate var uuid: String {
    mutating get { [hex(8), hex(4), hex(4), hex(4), hex(12)].joined(separator: "-") }
  }
}
