import Foundation
import MockCalls
import MockRecording
import MockServices
import TestSupport
import Testing

/// Recordings of server responses: each request gets the same status and bytes again.
@Suite struct RecordedBytesTests {
  private static let png = Array(
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ) ?? Data())

  private static func random(_ count: Int, _ seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(state: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Returns bytes that start like gzip.
  private static func gzip(_ seed: UInt64) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + random(60, seed)
  }

  private static let flows: [(name: String, exchanges: [RecordedExchange])] = {
    let odd = [
      "/api/v2/Users/42/Orders/17/Items", "/a%20b", "/%61%20b", "/x//y", "/%7Bid%7D", "/%E4%BD%A0",
      "/semi;v=1",
      "/star*/x", "/plus+x", "/dot/../up", "/.hidden/~user", "/q?a=%26&b=1&b=2", "/trailing/", "/",
      "/8f14e45fceea167a5a36dedd4bea2543", "/InternationalizationServiceImplementationDetails2",
      "/a'b(c)!d", "/a:b@c", "/a,b$c",
    ]
    var flows: [(String, [RecordedExchange])] = [
      ("an image", [RecordedExchange("GET", "/p.png", png, type: "image/png")]),
      (
        "random bytes",
        (0..<8).map {
          RecordedExchange(
            "GET", "/r\($0)", random(500, UInt64($0)), type: "application/octet-stream")
        }
      ),
      ("bytes without a type", [RecordedExchange("GET", "/x", random(64, 1), type: nil)]),
      ("gzip as a file", [RecordedExchange("GET", "/a.gz", gzip(2), type: "application/gzip")]),
      ("compressed JSON", [RecordedExchange("GET", "/a", gzip(3), encoding: "gzip")]),
      (
        "compressed text that changes",
        (0..<3).map {
          RecordedExchange("GET", "/t", gzip(UInt64(4 + $0)), type: "text/plain", encoding: "br")
        }
      ),
      (
        "large integers",
        [
          RecordedExchange(
            json: #"{"a":9223372036854775807,"b":-9223372036854775808,"c":18446744073709551615}"#,
            "/n"),
          RecordedExchange(json: #"[123456789012345678901234567890,0,-1]"#, "/m"),
        ]
      ),
      (
        "decimals",
        [
          RecordedExchange(
            json: #"{"a":0.12345678901234567890123,"b":12.5,"c":1.0,"d":0.1}"#, "/n"),
          RecordedExchange(json: #"{"price":19.99,"rate":0.001}"#, "/m"),
        ]
      ),
      ("odd paths", odd.enumerated().map { RecordedExchange(json: #"{"n":\#($0)}"#, $1) }),
      (
        "text with signs",
        [
          RecordedExchange(
            "GET", "/t", Array("a\r\nb\u{0}c\u{FEFF}\u{2028}\"]]\n".utf8), type: "text/plain")
        ]
      ),
      (
        "Latin 1",
        [
          RecordedExchange(
            "GET", "/t", [0x67, 0x72, 0xFC, 0xDF, 0x65], type: "text/plain; charset=iso-8859-1")
        ]
      ),
      (
        "events",
        [
          RecordedExchange(
            "GET", "/e", Array("event: a\ndata: {\"n\":1}\n\ndata: two\n\n".utf8),
            type: "text/event-stream")
        ]
      ),
      (
        "nested deep",
        [
          RecordedExchange(
            json: String(repeating: "[", count: 90) + String(repeating: "]", count: 90), "/d")
        ]
      ),
      (
        "JSON that is none",
        [RecordedExchange(json: "{\"a\":1,}", "/bad"), RecordedExchange(json: "NaN", "/nan")]
      ),
      (
        "statuses",
        [
          RecordedExchange(json: #"{"error":"gone"}"#, "/gone", status: 410),
          RecordedExchange("GET", "/empty", [], type: nil, status: 204),
          RecordedExchange("GET", "/busy", Array("busy".utf8), type: "text/plain", status: 503),
        ]
      ),
      ("a sequence", (0..<12).map { RecordedExchange(json: #"{"n":\#($0)}"#, "/next") }),
      (
        "bodies that are sent",
        (0..<4).map { number in
          RecordedExchange(
            "POST", "/up", png + [UInt8(number)], type: "application/octet-stream",
            body: random(40, UInt64(number) + 9))
        }
      ),
      (
        "a large body",
        [
          RecordedExchange(
            json: "[" + (0..<20_000).map(String.init).joined(separator: ",") + "]", "/long")
        ]
      ),
      (
        "words as keys",
        [
          RecordedExchange(
            json: #"{"":{},"\"":"\\","a b":[],"end":1,"function":{"nil":null}}"#, "/k")
        ]
      ),
    ]
    var generator = SeededGenerator(state: 77)
    flows.append(
      (
        "300 calls",
        (0..<300).map { number in
          let id = Int.random(in: 1...40, using: &generator)
          switch number % 3 {
          case 0: return RecordedExchange(json: #"{"id":\#(id),"seen":\#(number)}"#, "/items/\(id)")
          case 1: return RecordedExchange(json: #"[{"id":\#(id)}]"#, "/items?page=\(id)")
          default:
            return RecordedExchange(
              "GET", "/images/\(id).png", png + [UInt8(id)], type: "image/png")
          }
        }
      ))
    return flows
  }()

  @Test("A recording replays byte for byte", arguments: 0..<20)
  func exact(number: Int) async throws {
    #expect(Self.flows.count == 20)
    let (name, exchanges) = Self.flows[number]
    let (live, replayed, script, notes) = try await RecordedExchange.replay(exchanges)
    for ((exchange, live), replayed) in zip(zip(exchanges, live), replayed) {
      #expect(replayed == live, "\(name): \(exchange.target)\n\(script.prefix(2000))")
    }
    #expect(!notes.contains { $0.contains("differently") || $0.contains("left out") }, "\(notes)")
    #expect(!script.contains("redacted"), "\(script.prefix(2000))")
  }

  @Test(
    "A type of JSON keeps its parameters",
    arguments: [
      ("application/json;odata.metadata=minimal", true), ("application/json; charset=UTF-8", false),
      ("application/json; charset=utf-8; v=1", true), ("application/json", false),
    ])
  func parameters(type: String, isKept: Bool) async throws {
    let (_, _, script, _) = try await RecordedExchange.replay([
      RecordedExchange("GET", "/a", Array("{}".utf8), type: type)
    ])
    #expect(script.contains("[\"Content-Type\"] = \"\(type)\"") == isKept, "\(script)")
  }

  @Test("A response without a type is replayed without one")
  func withoutType() async throws {
    let exchange = RecordedExchange("GET", "/a", [1, 0xFF], type: nil)
    let (live, replayed, script, _) = try await RecordedExchange.replay([exchange])
    #expect(replayed == live)
    #expect(script.contains(#"["Content-Type"] = array {}"#), "\(script)")
  }

  @Test(
    "The length of a body that isn't sent is kept",
    arguments: [("HEAD /a", 200, true), ("GET /a", 304, true), ("GET /a", 200, false)])
  func lengths(method: String, status: Int, isKept: Bool) throws {
    let value: AnyCodableValue = [
      "status": .int(status), "headers": ["Content-Length": "5", "Date": "today"],
    ]
    let response = try #require(
      Recording.response(
        service: "https://a.example", method: method, outcome: .returned([value]), isStream: false))
    #expect((response.value?.member(at: ["headers", "Content-Length"]) != nil) == isKept)
    #expect(response.value?.member(at: ["headers", "Date"]) == nil)
  }

  @Test("Requests to one route are distinguished by their methods")
  func methods() async throws {
    let exchanges = [
      RecordedExchange(json: #"{"id":1}"#, "/items/1"),
      RecordedExchange("DELETE", "/items/1", [], type: nil, status: 204),
    ]
    let (live, replayed, script, _) = try await RecordedExchange.replay(
      exchanges, source: #"http "https://live.example" { ["* /items/{id}"] = passthrough() }"#)
    #expect(replayed == live)
    #expect(script.contains(#"when({ method = "GET" }, reply { id = 1 })"#), "\(script)")
  }
}
