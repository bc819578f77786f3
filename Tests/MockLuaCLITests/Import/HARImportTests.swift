import Foundation
import MockData
import MockServices
import Testing

/// Responses of a script imported from a HAR file (HTTP Archive 1.2).
struct HARImportTests {
  private typealias Played = PlayedImport.Played

  private static let host = "http://h.test"

  private static func fields(_ fields: [(String, String)]) -> AnyCodableValue {
    .array(fields.map { ["name": .string($0.0), "value": .string($0.1)] })
  }

  private static func entry(
    _ method: String, _ path: String, sent: [(String, String)] = [],
    post: AnyCodableValue? = nil, status: Int = 200, headers: [(String, String)] = [],
    type: String = "application/json", text: String? = nil,
    content more: [String: AnyCodableValue] = [:], response other: [String: AnyCodableValue] = [:],
    at time: String? = nil
  ) -> AnyCodableValue {
    var request: [String: AnyCodableValue] = [
      "method": .string(method), "url": .string(path.contains("://") ? path : host + path),
      "headers": fields(sent),
    ]
    request["postData"] = post
    var content: [String: AnyCodableValue] = ["mimeType": .string(type)]
    content["text"] = text.map { .string($0) }
    content["size"] = .int(text?.utf8.count ?? 0)
    var response: [String: AnyCodableValue] = [
      "status": .int(status), "headers": fields(headers),
      "content": .dictionary(content.merging(more) { $1 }),
    ]
    response.merge(other) { $1 }
    var entry: [String: AnyCodableValue] = [
      "request": .dictionary(request), "response": .dictionary(response),
    ]
    entry["startedDateTime"] = time.map { .string($0) }
    return .dictionary(entry)
  }

  private static func post(_ type: String, _ text: String) -> AnyCodableValue {
    ["mimeType": .string(type), "text": .string(text)]
  }

  private static func json(_ text: String) -> AnyCodableValue { post("application/json", text) }

  private static func har(
    _ title: String, _ entries: [AnyCodableValue], script: [String] = [], _ requests: [Played],
    messages: [String] = []
  ) -> PlayedImport {
    PlayedImport(
      title: title, document: ["log": ["entries": .array(entries)]], script: script,
      requests: requests, messages: messages)
  }

  private static func send(
    _ method: String, _ path: String, _ expected: PlayedImport.Expected,
    headers: [String: String] = [:], body: String = "", gets: [String: [String]] = [:]
  ) -> Played {
    Played(
      method: method, url: host + path, headers: headers, body: body, expected: expected,
      expectedHeaders: gets)
  }

  private static func part(_ boundary: String, _ name: String, _ file: String?, _ text: String)
    -> String
  {
    let filename = file.map { "; filename=\"\($0)\"\r\nContent-Type: text/plain" } ?? ""
    return "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(filename)\r\n\r\n"
      + "\(text)\r\n--\(boundary)--\r\n"
  }

  private static func sendJSON(_ path: String, _ body: String, _ value: AnyCodableValue) -> Played {
    send(
      "POST", path, .json(200, value), headers: ["Content-Type": "application/json"], body: body)
  }

  /// Two JSON bodies for one address, each with its response.
  private static func told(_ title: String, _ one: String, _ other: String) -> PlayedImport {
    har(
      title,
      [
        entry("POST", "/b", post: json(one), text: "1"),
        entry("POST", "/b", post: json(other), text: "2"),
      ],
      [
        sendJSON("/b", other, 2), sendJSON("/b", one, 1), sendJSON("/b", other, 2),
      ])
  }

  private static let form = "application/x-www-form-urlencoded"

  private static let toldApart: [PlayedImport] = [
    har(
      "A form in parts has another boundary each time",
      [
        entry(
          "POST", "/up",
          post: post("multipart/form-data; boundary=X", part("X", "f", "a.txt", "a")),
          text: "1"),
        entry(
          "POST", "/up",
          post: post("multipart/form-data; boundary=Y", part("Y", "f", "b.txt", "b")),
          text: "2"),
      ],
      [
        send(
          "POST", "/up", .json(200, 2),
          headers: ["Content-Type": "multipart/form-data; boundary=Q"],
          body: part("Q", "f", "b.txt", "b")),
        send(
          "POST", "/up", .json(200, 1),
          headers: ["Content-Type": "multipart/form-data; boundary=R"],
          body: part("R", "f", "a.txt", "a")),
      ]),
    har(
      "Files of one name are told apart by their content",
      [
        entry(
          "POST", "/up",
          post: post("multipart/form-data; boundary=X", part("X", "f", "a.txt", "a")),
          text: "1"),
        entry(
          "POST", "/up",
          post: post("multipart/form-data; boundary=X", part("X", "f", "a.txt", "b")),
          text: "2"),
      ],
      [
        send(
          "POST", "/up", .json(200, 2),
          headers: ["Content-Type": "multipart/form-data; boundary=Q"],
          body: part("Q", "f", "a.txt", "b"))
      ]),
    har(
      "Parts that a browser lists by name are parts",
      ["a", "b"].map { kind in
        entry(
          "POST", "/up",
          post: [
            "mimeType": "multipart/form-data; boundary=X",
            "params": [["name": "kind", "value": .string(kind)]],
          ], text: "\"\(kind)\"")
      },
      ["b", "a"].map { kind in
        send(
          "POST", "/up", .json(200, .string(kind)),
          headers: ["Content-Type": "multipart/form-data; boundary=Q"],
          body: part("Q", "kind", nil, kind))
      }),
    har(
      "A file whose content isn't recorded is told by its name",
      ["a", "b"].map { name in
        entry(
          "POST", "/up",
          post: [
            "mimeType": "multipart/form-data; boundary=X",
            "params": [["name": "f", "fileName": .string(name), "contentType": "text/plain"]],
          ], text: "\"\(name)\"")
      },
      ["b", "a"].map { name in
        send(
          "POST", "/up", .json(200, .string(name)),
          headers: ["Content-Type": "multipart/form-data; boundary=Q"],
          body: part("Q", "f", name, "content"))
      }),
    told("Null isn't absence", "{}", #"{"nick":null}"#),
    told("Null isn't a value", #"{"a":null}"#, #"{"a":1}"#),
    told("An empty list isn't absence", "{}", #"{"a":[]}"#),
    told("An empty object isn't absence", #"{"a":{}}"#, "{}"),
    told("An empty object isn't null", #"{"a":{}}"#, #"{"a":null}"#),
    told(
      "Objects in a list have all their members", #"{"a":[{"b":1}]}"#, #"{"a":[{"b":1,"c":2}]}"#),
    told("A null in a list is one", #"{"a":[null]}"#, #"{"a":[]}"#),
    told(
      "What is deep tells bodies apart", #"{"a":{"b":{"c":{"d":{"e":{"f":{"g":1}}}}}}}"#,
      #"{"a":{"b":{"c":{"d":{"e":{"f":{"g":2}}}}}}}"#),
    told("A name that begins with a dollar is a name", #"{"$type":"a"}"#, #"{"$type":"b"}"#),
    told(
      "A name that begins with a dollar is a name further in, too", #"{"a":{"$type":"a"}}"#,
      #"{"a":{"$type":"b"}}"#),
    told("A body may be a list", #"[1,2]"#, "[1]"),
    told("A body may be null", "null", "{}"),
    told("A number isn't a text", #"{"a":1}"#, #"{"a":"1"}"#),
    told(
      "Long lists tell bodies apart",
      "[\(Array(repeating: "100", count: 200).joined(separator: ","))]",
      "[\(Array(repeating: "101", count: 200).joined(separator: ","))]"),
    har(
      "A dot in a name isn't a path",
      [
        entry("POST", "/b", post: json(#"{"a.b":1}"#), text: "1"),
        entry("POST", "/b", post: json(#"{"a":{"b":1}}"#), text: "2"),
        entry("POST", "/b", post: json(#"{"c":1}"#), text: "3"),
      ],
      [
        sendJSON("/b", #"{"a":{"b":1}}"#, 2), sendJSON("/b", #"{"a.b":1}"#, 1),
        sendJSON("/b", #"{"c":1}"#, 3),
      ]),
    har(
      "The fields of a form tell requests apart",
      [
        entry("POST", "/f", post: post(form, "a=1&b=2"), text: "1"),
        entry("POST", "/f", post: post(form, "a=2&b=2"), text: "2"),
      ],
      [
        send(
          "POST", "/f", .json(200, 2), headers: ["Content-Type": form], body: "b=2&a=2"),
        send("POST", "/f", .json(200, 1), headers: ["Content-Type": form], body: "a=1&b=2"),
      ]),
    har(
      "JSON that is called a form is JSON",
      [
        entry("POST", "/f", post: post(form, #"{"a": 1}"#), text: "1"),
        entry("POST", "/f", post: post(form, #"{"a": 2}"#), text: "2"),
      ],
      [send("POST", "/f", .json(200, 2), headers: ["Content-Type": form], body: #"{"a":2}"#)]),
    har(
      "Text is compared as a text",
      [
        entry("POST", "/f", post: post("text/plain", #"{"a": 1}"#), text: "1"),
        entry("POST", "/f", post: post("text/plain", #"{"a":1}"#), text: "2"),
      ],
      [
        send(
          "POST", "/f", .json(200, 2), headers: ["Content-Type": "text/plain"], body: #"{"a":1}"#)
      ]),
    har(
      "A name that a query has twice is another than one",
      [entry("GET", "/q?id=1", text: "1"), entry("GET", "/q?id=1&id=2", text: "2")],
      [send("GET", "/q?id=1&id=2", .json(200, 2)), send("GET", "/q?id=1", .json(200, 1))]),
    har(
      "A name of a query may begin with a dollar",
      [entry("GET", "/q?$filter=a", text: "1"), entry("GET", "/q?$filter=b", text: "2")],
      [send("GET", "/q?$filter=b", .json(200, 2)), send("GET", "/q?%24filter=a", .json(200, 1))]),
    har(
      "The type that a client accepts tells requests apart",
      [
        entry("GET", "/t", sent: [("Accept", "text/csv")], type: "text/csv", text: "a,b"),
        entry("GET", "/t", sent: [("Accept", "application/json")], text: "1"),
      ],
      [
        send("GET", "/t", .json(200, 1), headers: ["Accept": "application/json"]),
        send("GET", "/t", .text(200, "a,b"), headers: ["Accept": "text/csv"]),
      ]),
  ]

  private static let recordedResponses: [PlayedImport] = [
    har(
      "A 304 with a body is 200 for a request without a condition",
      [entry("GET", "/app.js", status: 304, type: "text/javascript", text: "alert(1)")],
      [
        send(
          "GET", "/app.js", .text(200, "alert(1)"), gets: ["Content-Type": ["text/javascript"]])
      ]),
    har(
      "A 304 with a condition and a body is both",
      [
        entry(
          "GET", "/a", sent: [("If-None-Match", "\"1\"")], status: 304,
          headers: [("ETag", "\"1\"")],
          text: "1")
      ],
      [
        send("GET", "/a", .json(200, 1), gets: ["ETag": ["\"1\""]]),
        send("GET", "/a", .text(304, ""), headers: ["If-None-Match": "\"1\""]),
      ]),
    har(
      "A 304 whose body is recorded with 200 as well",
      [
        entry("GET", "/a", headers: [("ETag", "\"1\"")], text: "1"),
        entry("GET", "/a", sent: [("If-None-Match", "\"1\"")], status: 304, text: "1"),
      ],
      [
        send("GET", "/a", .text(304, ""), headers: ["If-None-Match": "\"1\""]),
        send("GET", "/a", .json(200, 1)), send("GET", "/a", .json(200, 1)),
      ]),
    har(
      "A 304 without a body stays one", [entry("GET", "/a", status: 304)],
      [send("GET", "/a", .text(304, ""))]),
    har(
      "A 204 has no body", [entry("DELETE", "/a", status: 204, text: "x")],
      script: ["has no body"], [send("DELETE", "/a", .text(204, ""))]),
    har(
      "Bytes are sent as they are",
      [
        entry(
          "GET", "/i", type: "image/png", text: "iVBOR/8AAQ==", content: ["encoding": "base64"])
      ],
      [
        send(
          "GET", "/i", .bytes(200, [0x89, 0x50, 0x4E, 0x47, 0xFF, 0x00, 0x01]),
          gets: ["Content-Type": ["image/png"]])
      ]),
    har(
      "Bytes of another encoding keep it",
      [
        entry(
          "GET", "/i", type: "text/html; charset=iso-8859-1", text: "6Q==",
          content: ["encoding": "base64"])
      ],
      [
        send(
          "GET", "/i", .bytes(200, [0xE9]),
          gets: ["Content-Type": ["text/html; charset=iso-8859-1"]])
      ]),
    har(
      "Text that a browser has decoded is encoded again",
      [entry("GET", "/i", type: "text/html; charset=iso-8859-1", text: "é")],
      [
        send(
          "GET", "/i", .bytes(200, [0xE9]),
          gets: ["Content-Type": ["text/html; charset=iso-8859-1"]])
      ]),
    har(
      "A type keeps its parameters",
      [entry("GET", "/i", type: "application/vnd.api+json; ext=\"a\"", text: "1")],
      [
        send(
          "GET", "/i", .json(200, 1),
          gets: ["Content-Type": ["application/vnd.api+json; ext=\"a\""]])
      ]),
    har(
      "A response without a body has a type", [entry("GET", "/i", type: "text/plain", text: "")],
      [send("GET", "/i", .text(200, ""), gets: ["Content-Type": ["text/plain"]])]),
    har(
      "HEAD states a length",
      [entry("HEAD", "/i", headers: [("Content-Length", "5120")], type: "application/zip")],
      [
        send(
          "HEAD", "/i", .text(200, ""),
          gets: ["Content-Length": ["5120"], "Content-Type": ["application/zip"]])
      ]),
    har(
      "Headers stay, except those of the connection",
      [
        entry(
          "GET", "/i",
          headers: [
            ("Date", "Mon, 01 Jan 2024 00:00:00 GMT"), ("Vary", "Accept"), ("server", "nginx"),
            ("Access-Control-Allow-Origin", "*"), ("Content-Encoding", "gzip"),
            ("Content-Length", "3"), ("Transfer-Encoding", "chunked"), ("Connection", "close"),
          ], text: "[1,2,3]")
      ],
      script: ["Headers of the connection are left out"],
      [
        send(
          "GET", "/i", .json(200, [1, 2, 3]),
          gets: [
            "Date": ["Mon, 01 Jan 2024 00:00:00 GMT"], "Vary": ["Accept"], "Server": ["nginx"],
            "Access-Control-Allow-Origin": ["*"], "Content-Encoding": [], "Content-Length": [],
            "Transfer-Encoding": [], "Connection": [],
          ])
      ]),
    har(
      "A header may come twice, on two lines or in two fields",
      [
        entry(
          "GET", "/i", headers: [("Set-Cookie", "a=1\nb=2"), ("Set-Cookie", "c=3")], text: "1")
      ],
      [send("GET", "/i", .json(200, 1), gets: ["Set-Cookie": ["a=1", "b=2", "c=3"]])]),
    har(
      "Names of HTTP/2 that begin with a colon are no headers",
      [
        entry(
          "GET", "/i", sent: [(":authority", "h.test"), (":path", "/i")],
          headers: [(":status", "200")], text: "1")
      ],
      [send("GET", "/i", .json(200, 1), gets: [":status": []])]),
    har(
      "A redirect leads to its address",
      [entry("GET", "/old", status: 301, type: "", response: ["redirectURL": "/new"])],
      [send("GET", "/old", .text(301, ""), gets: ["Location": ["/new"]])]),
    har(
      "A request that comes again is a sequence",
      [
        entry("GET", "/s", text: "1"), entry("GET", "/s", text: "1"), entry("GET", "/s", text: "2"),
      ],
      [
        send("GET", "/s", .json(200, 1)), send("GET", "/s", .json(200, 1)),
        send("GET", "/s", .json(200, 2)), send("GET", "/s", .json(200, 2)),
      ]),
    har(
      "Equal responses are one, whatever their date",
      [
        entry("GET", "/s", headers: [("Date", "a")], text: "1"),
        entry("GET", "/s", headers: [("Date", "b")], text: "1"),
      ],
      script: ["with the first value of date", #"["GET /s"] = reply(1)"#],
      [send("GET", "/s", .json(200, 1), gets: ["Date": ["a"]])]),
    har(
      "An error of a browser that URLSession has, too",
      [entry("GET", "/e", status: 0, response: ["_error": "net::ERR_TIMED_OUT"])],
      [send("GET", "/e", .failure("timedOut"))]),
    har(
      "An error that isn't known is left out",
      [entry("GET", "/e", status: 0, response: ["_error": "net::ERR_QUIC_PROTOCOL_ERROR"])],
      script: [" is not imported: "], [send("GET", "/e", .leftOut("ERR_QUIC_PROTOCOL_ERROR"))],
      messages: ["1 left out"]),
    har(
      "No response and no error are left out", [entry("GET", "/e", status: 0)],
      [send("GET", "/e", .leftOut("neither a response nor an error"))]),
    har(
      "A response that was cut off is left out",
      [entry("GET", "/e", text: "1", response: ["_error": "net::ERR_INCOMPLETE_CHUNKED_ENCODING"])],
      [send("GET", "/e", .leftOut("cut off"))]),
    har(
      "A status that no route has is left out", [entry("GET", "/e", status: 101)],
      [send("GET", "/e", .leftOut("status is 101"))]),
    har(
      "A body that isn't recorded is left out",
      [entry("GET", "/e", content: ["size": 71])], [send("GET", "/e", .leftOut("71-byte body"))]),
    har(
      "A body in a file that isn't there is left out",
      [entry("GET", "/e", content: ["_file": "no.bin"])],
      [send("GET", "/e", .leftOut("no.bin"))]),
    har(
      "What is called JSON and isn't is sent as it is",
      [entry("GET", "/e", text: "{not json")], [send("GET", "/e", .text(200, "{not json"))]),
    har(
      "Numbers keep their digits",
      [entry("GET", "/e", text: #"{"id": 12345678901234567890, "n": 0.1234567890123456789}"#)],
      [send("GET", "/e", .matching(200, #"(?s).*12345678901234567890.*0\.1234567890123456789.*"#))]),
    har(
      "An address that isn't of HTTP is left out",
      [entry("GET", "wss://h.test/s"), entry("GET", "/e", text: "1")],
      [send("GET", "/e", .json(200, 1))], messages: ["isn't an HTTP URL: wss://h.test/s"]),
    har(
      "Braces and spaces in a path are characters",
      [entry("GET", "/a{b}%20c", text: "1")], [send("GET", "/a%7Bb%7D%20c", .json(200, 1))]),
    har(
      "An invalid escape in a path is compared as it is",
      [
        entry("GET", "/a%", text: "1"), entry("GET", "/a%zz", text: "2"),
        entry("GET", "/b", text: "3"),
      ],
      [
        send("GET", "/b", .json(200, 3)), send("GET", "/a%", .json(200, 1)),
        send("GET", "/a%zz", .json(200, 2)),
      ]),
    har(
      "A form in a response is sent as it was",
      [entry("GET", "/f", type: form, text: "a=1&b=%20x+y&c")],
      [send("GET", "/f", .text(200, "a=1&b=%20x+y&c"), gets: ["Content-Type": [form]])]),
    har(
      "A sequence is in the order in which the requests were sent",
      [
        entry("GET", "/s", text: "3", at: "2026-03-01T00:00:00Z"),
        entry("GET", "/s", text: "2", at: "2026-02-28T23:59:59.2509999+00:00"),
        entry("GET", "/s", text: "1", at: "2026-03-01T00:59:59.25+01:00"),
        entry("GET", "/s", text: "0", at: "2026-02-28T18:29:59,2-0530"),
        entry("GET", "/s", text: "4", at: "2026-03-01T00:00:00Z"),
      ],
      (0...4).map { send("GET", "/s", .json(200, .int($0))) }),
    har(
      "Without a time, a sequence is in the order of the file",
      [
        entry("GET", "/s", text: "1", at: "2026-03-01T00:00:00Z"),
        entry("GET", "/s", text: "2", at: "yesterday"),
      ],
      [send("GET", "/s", .json(200, 1)), send("GET", "/s", .json(200, 2))]),
  ]

  @Test("Requests are distinguished as recorded", arguments: toldApart)
  func bodies(_ played: PlayedImport) async throws { try await played.check(file: "r.har") }

  @Test("Responses are returned as recorded", arguments: recordedResponses)
  func responses(_ played: PlayedImport) async throws { try await played.check(file: "r.har") }

  @Test(
    "A recorded body that looks like a status is written with the status 200",
    arguments: [
      ("404", "status(200, 404)"),
      (#"{"status": 404, "body": 1}"#, "status(200, { body = 1, status = 404 })"),
      (#"{"status": 404, "id": 1}"#, "reply { id = 1, status = 404 }"),
    ])
  func bodyLikeStatus(body: String, answer: String) throws {
    let text = AnyCodableValue.string(body).compactText
    let folder = try TemporaryFolder([
      "r.har":
        #"{"log": {"entries": [{"request": {"method": "GET", "url": "http://h.test/a"}, "response": {"status": 200, "content": {"mimeType": "application/json", "text": \#(text)}}}]}}"#
    ])
    let process = try MockLuaProcess(["import", "r.har", "--output", "r.lua"], in: folder)
    #expect(process.exitCode == 0, "\(process.messages)")
    let script = try String(contentsOf: folder.url(of: "r.lua"), encoding: .utf8)
    #expect(script.contains(answer), "\(script)")
    let check = try MockLuaProcess(["check", "--strict", "r.lua"], in: folder)
    #expect(check.exitCode == 0, "\(check.messages)")
  }

  @Test("A link next to the file can't lead outside its folder")
  func link() throws {
    let folder = try TemporaryFolder(["secret.txt": "the secret"])
    try FileManager.default.createDirectory(
      at: folder.url(of: "rec"), withIntermediateDirectories: false)
    try folder.write("inside", to: "rec/inside.txt")
    let content: (String) -> String = { name in
      #"{"request": {"method": "GET", "url": "http://h.test/\#(name)"}, "response": {"status": 200, "content": {"mimeType": "text/plain", "_file": "\#(name)"}}}"#
    }
    let entries = ["link.txt", "inside.txt", "out/secret.txt"].map(content).joined(separator: ",")
    try folder.write(#"{"log": {"entries": [\#(entries)]}}"#, to: "rec/r.har")
    let path = folder.url(of: "rec").path
    try FileManager.default.createSymbolicLink(
      atPath: path + "/link.txt", withDestinationPath: "../secret.txt")
    try FileManager.default.createSymbolicLink(
      atPath: path + "/out", withDestinationPath: "..")
    let process = try MockLuaProcess(["import", "rec/r.har"], in: folder)
    #expect(process.exitCode == 0, "\(process.messages)")
    #expect(!process.output.contains("the secret"))
    #expect(process.output.contains(#"reply "inside""#))
    #expect(process.output.contains("the body's file `link.txt` is missing"))
  }
}
