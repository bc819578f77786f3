import Foundation
import MockServices
import TestSupport
import Testing

/// What mappings of WireMock answer once they are a script.
struct WireMockImportTests {
  private static let fallback =
    #"{"priority": 10, "request": {"urlPattern": ".*"}, "response": {"status": 404, "body": "none"}}"#

  /// A mapping that answers `yes`, by what it asks of the request.
  private static func mapping(_ request: String, _ more: String = "") -> String {
    #"{\#(more)"request": {\#(request)}, "response": {"body": "yes"}}"#
  }

  private struct Played: CustomTestStringConvertible {
    var mappings: [String]
    /// Requests with what they are answered.
    var calls: [(call: String, arguments: String, body: String)]
    var testDescription: String { mappings.joined() }
  }

  private static let played: [Played] = [
    Played(
      mappings: [mapping(#""urlPath": "/a", "headers": {"X": {"equalTo": "1"}}"#), fallback],
      calls: [
        ("GET http://h/a", #"{"headers": {"x": "1"}}"#, "yes"), ("GET http://h/a", "{}", "none"),
        ("PUT http://h/b/c", "{}", "none"),
      ]),
    Played(
      mappings: [
        mapping(#""urlPathPattern": "/a/.*""#, #""priority": 1, "#),
        #"{"request": {"urlPath": "/a/b"}, "response": {"body": "own"}}"#,
        #"{"request": {"urlPath": "/c"}, "response": {"body": "other"}}"#,
      ],
      calls: [("GET http://h/a/b", "{}", "yes"), ("GET http://h/c", "{}", "other")]),
    Played(
      mappings: [
        mapping(#""urlPath": "/a", "queryParameters": {"id": {"includes": [{"equalTo": "1"}]}}"#),
        fallback,
      ],
      calls: [
        ("GET http://h/a?id=1", "{}", "yes"), ("GET http://h/a?id=2&id=1", "{}", "yes"),
        ("GET http://h/a?id=2", "{}", "none"),
      ]),
    Played(
      mappings: [
        mapping(
          #""urlPath": "/a", "queryParameters": {"id": {"hasExactly": [{"equalTo": "1"}, {"equalTo": "2"}]}}"#
        ), fallback,
      ],
      calls: [
        ("GET http://h/a?id=2&id=1", "{}", "yes"), ("GET http://h/a?id=1", "{}", "none"),
        ("GET http://h/a?id=1&id=2&id=3", "{}", "none"),
      ]),
    Played(
      mappings: [
        mapping(
          #""urlPath": "/a", "bodyPatterns": [{"matchesJsonPath": {"expression": "$.id", "equalTo": "5"}}]"#
        ), fallback,
      ],
      calls: [
        ("POST http://h/a", #"{"body": {"id": 5}}"#, "yes"),
        ("POST http://h/a", #"{"body": {"id": "5"}}"#, "yes"),
        ("POST http://h/a", #"{"body": {"id": 6}}"#, "none"),
      ]),
    Played(
      mappings: [
        mapping(
          #""urlPath": "/a", "bodyPatterns": [{"equalToJson": {"l": [1, 2]}, "ignoreArrayOrder": true}]"#
        ), fallback,
      ],
      calls: [
        ("POST http://h/a", #"{"body": {"l": [2, 1]}}"#, "yes"),
        ("POST http://h/a", #"{"body": {"l": [2, 1, 3]}}"#, "none"),
      ]),
    Played(
      mappings: [
        mapping(
          #""urlPath": "/a", "bodyPatterns": [{"equalToJson": {"l": [{"a": 1}, 2]}, "ignoreExtraElements": true}]"#
        ), fallback,
      ],
      calls: [
        ("POST http://h/a", #"{"body": {"l": [{"a": 1, "b": 2}, 2], "c": 1}}"#, "yes"),
        ("POST http://h/a", #"{"body": {"l": [{"a": 2}, 2]}}"#, "none"),
      ]),
    Played(
      mappings: [
        mapping(#""urlPath": "/a", "bodyPatterns": [{"binaryEqualTo": "aGk="}]"#),
        mapping(#""urlPath": "/b", "bodyPatterns": [{"equalTo": "{\"a\": 1}"}]"#), fallback,
      ],
      calls: [
        ("POST http://h/a", #"{"body": "hi"}"#, "yes"),
        ("POST http://h/b", #"{"body": {"a": 1}}"#, "yes"),
        ("POST http://h/b", #"{"body": {"a": 2}}"#, "none"),
      ]),
    Played(
      mappings: [
        mapping(#""url": "/a?x=1&b.c=2""#), mapping(#""url": "/a""#),
        mapping(#""url": "/%7Bd%7D""#), fallback,
      ],
      calls: [
        ("GET http://h/a?b.c=2&x=1", "{}", "yes"), ("GET http://h/a", "{}", "yes"),
        ("GET http://h/a?x=1", "{}", "none"), ("GET http://h/a?x=1&b.c=2&y=3", "{}", "none"),
        ("GET http://h/a?x=1&x=1&b.c=2", "{}", "none"), ("GET http://h/%7Bd%7D", "{}", "yes"),
        ("GET http://h/d", "{}", "none"),
      ]),
    Played(
      mappings: [
        mapping(#""urlPath": "/a{b}""#),
        mapping(
          #""urlPathTemplate": "/t/{id}.json", "pathParameters": {"id": {"matches": "[0-9]+"}}"#),
        fallback,
      ],
      calls: [
        ("GET http://h/a%7Bb%7D", "{}", "yes"), ("GET http://h/ab", "{}", "none"),
        ("GET http://h/t/7.json", "{}", "yes"), ("GET http://h/t/7.xml", "{}", "none"),
        ("GET http://h/t/x.json", "{}", "none"),
      ]),
    Played(
      mappings: [
        mapping(#""urlPathTemplate": "/t/{id}/**""#), mapping(#""urlPathTemplate": "/x/{last*}""#),
        mapping(#""urlPathTemplate": "/y/**/{z}/end""#), fallback,
      ],
      calls: [
        ("GET http://h/t/7/a/b", "{}", "yes"), ("GET http://h/t/7/", "{}", "yes"),
        ("GET http://h/t/7", "{}", "none"), ("GET http://h/x/a", "{}", "yes"),
        ("GET http://h/x/a/b", "{}", "none"), ("GET http://h/y/1/2/3/end?q=1", "{}", "yes"),
        ("GET http://h/y/1/end", "{}", "none"),
      ]),
    Played(
      mappings: [
        mapping(#""urlPattern": "/a/[0-9]+""#), mapping(#""urlPattern": "/b\\.c""#),
        mapping(#""urlPattern": "/d/x(\\?.*)?""#), mapping(#""urlPattern": "/e/.*""#),
        mapping(#""urlPathPattern": "/f/[0-9]+""#), fallback,
      ],
      calls: [
        ("GET http://h/a/1", "{}", "yes"), ("GET http://h/a/1?q=1", "{}", "none"),
        ("GET http://h/b.c", "{}", "yes"), ("GET http://h/b.c?q=1", "{}", "none"),
        ("GET http://h/d/x", "{}", "yes"), ("GET http://h/d/x?q=1", "{}", "yes"),
        ("GET http://h/e/x?q=1", "{}", "yes"), ("GET http://h/f/1?q=1", "{}", "yes"),
      ]),
  ]

  @Test("One host in two forms is one, and what is none is told")
  func hosts() throws {
    let folder = try TemporaryFolder([
      "a.json": #"""
      {"mappings": [
        {"request": {"method": "GET", "urlPath": "/a", "host": {"equalTo": "A.example."}}, "response": {}},
        {"request": {"method": "GET", "urlPath": "/b", "host": {"equalTo": "a.example"}}, "response": {}},
        {"request": {"method": "GET", "urlPath": "/c", "host": {"equalTo": "a b"}}, "response": {}}
      ]}
      """#
    ])
    let process = try MockLuaProcess(["import", "a.json"], in: folder)
    #expect(
      process.output == """
        -- Imported from a.json: 3 mappings, 3 answers.

        http "a.example" {
          ["GET /a"] = reply(),
          ["GET /b"] = reply(),
        }

        http {
          -- Any host is answered: `//a b` is no host.
          ["GET /c"] = reply(),
        }

        """)
  }

  @Test("Mappings answer as WireMock does", arguments: played)
  private func answers(_ played: Played) throws {
    let folder = try TemporaryFolder([
      "a.json": #"{"mappings": [\#(played.mappings.joined(separator: ", "))]}"#
    ])
    let written = try MockLuaProcess(["import", "a.json", "--output", "a.lua"], in: folder)
    #expect(written.exitCode == 0, "\(written.messages)")
    let process = try MockLuaProcess(
      ["call", "a.lua"] + played.calls.flatMap { [$0.call, $0.arguments] }, in: folder)
    let bodies = try process.output.split(separator: "\n").map {
      try JSONParser().parse(String($0)).member(at: ["value", "body"])
    }
    let script = try folder.read("a.lua")
    #expect(bodies == played.calls.map { .string($0.body) }, "\(script)")
  }

  @Test("What has no form here is told, and the script runs")
  func told() throws {
    let folder = try TemporaryFolder([
      "a.json": #"""
      {"mappings": [
        {"request": {"urlPathPattern": "/a/(?!x).*"}, "response": {"body": "a"}},
        {"request": {"urlPath": "/b", "queryParameters": {"q": {"matches": "(?=x).*"}}}, "response": {"body": "b"}},
        {"request": {"urlPath": "/c", "bodyPatterns": [{"contains": "\"id\": 5"}]},
         "response": {"body": "c", "chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 9}}},
        {"request": {"urlPathPattern": "/d/[0-9]+"}, "priority": 9, "response": {"body": "d"}},
        {"request": {"urlPath": "/d/7", "method": "PUT"}, "response": {"body": "7"}},
        {"request": {"urlPath": "/d/8", "headers": {"x": {"equalTo": "1"}}}, "response": {"body": "8"}}
      ]}
      """#
    ])
    let process = try MockLuaProcess(["import", "a.json", "--output", "a.lua"], in: folder)
    #expect(process.exitCode == 0)
    let script = try folder.read("a.lua")
    for comment in [
      "What is asked of the address has no form here: ^[a-z]+://[^/]*(?:/a/(?!x).*)(?:",
      #"What is asked of `q` has no form here: {"matches":"(?=x).*"}"#,
      "A body of JSON or a form is data here, and no text that this looks into:",
      #"It came in pieces, which is not kept: {"numberOfChunks":2,"totalDuration":9}"#,
      "WireMock asks `* /d/{part2}` here as well, which is not kept: mappings[3]",
      "WireMock asks `* /{rest...}` here as well, which is not kept: mappings[0]",
    ] {
      #expect(script.contains("-- \(comment)"), "\(comment)\n\(script)")
    }
    let checked = try MockLuaProcess(["check", "--strict", "a.lua"], in: folder)
    #expect(checked.exitCode == 0, "\(checked.messages)\(checked.output)")
  }
}
