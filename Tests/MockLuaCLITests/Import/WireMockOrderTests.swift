import MockServices
import Testing

/// The order of imported WireMock mappings, and their scenarios, as documented at https://wiremock.org/docs.
struct WireMockOrderTests {
  private struct Played: CustomTestStringConvertible, Sendable {
    var name: String
    var mappings: [String]
    var requests: [(request: String, status: Int, body: String)]
    var testDescription: String { name }
  }

  private static func step(
    _ scenario: String, _ from: String?, _ to: String?, _ url: String, _ body: String,
    method: String = "GET"
  ) -> String {
    let required = from.map { #""requiredScenarioState": "\#($0)", "# } ?? ""
    let next = to.map { #""newScenarioState": "\#($0)", "# } ?? ""
    return #"""
      {"scenarioName": "\#(scenario)", \#(required)\#(next)
       "request": {"method": "\#(method)", "url": "\#(url)"}, "response": {"body": "\#(body)"}}
      """#
  }

  private static let flows: [Played] = [
    Played(
      name: "a scenario leaves to a plain mapping",
      mappings: [
        #"{"request": {"urlPath": "/a"}, "response": {"body": "plain"}}"#,
        step("S", "Started", "over", "/a", "first"),
      ],
      requests: [("GET /a", 200, "first"), ("GET /a", 200, "plain"), ("GET /a", 200, "plain")]),
    Played(
      name: "a scenario goes in a circle",
      mappings: [step("S", "Started", "on", "/a", "off"), step("S", "on", "Started", "/a", "on")],
      requests: [("GET /a", 200, "off"), ("GET /a", 200, "on"), ("GET /a", 200, "off")]),
    Played(
      name: "a scenario stays in its last state",
      mappings: [step("S", "Started", "two", "/a", "1"), step("S", "two", nil, "/a", "2")],
      requests: [("GET /a", 200, "1"), ("GET /a", 200, "2"), ("GET /a", 200, "2")]),
    Played(
      name: "a scenario ends without a match",
      mappings: [step("S", "Started", "two", "/a", "1"), step("S", "two", "three", "/a", "2")],
      requests: [("GET /a", 200, "1"), ("GET /a", 200, "2"), ("GET /a", 404, "")]),
    Played(
      name: "one request changes what another gets",
      mappings: [
        step("S", "Started", nil, "/list", "one"),
        step("S", "Started", "added", "/add", "ok", method: "POST"),
        step("S", "added", nil, "/list", "two"),
      ],
      requests: [
        ("GET /list", 200, "one"), ("POST /add", 200, "ok"), ("GET /list", 200, "two"),
        ("POST /add", 404, ""),
      ]),
    Played(
      name: "a step without a required state always answers, and sets the state",
      mappings: [step("S", "on", nil, "/a", "on"), step("S", nil, "on", "/reset", "ok")],
      requests: [("GET /a", 404, ""), ("GET /reset", 200, "ok"), ("GET /a", 200, "on")]),
    Played(
      name: "two scenarios of one address",
      mappings: [
        step("A", "Started", "x", "/a", "A"), step("B", "Started", "x", "/a", "B"),
        #"{"priority": 9, "request": {"urlPath": "/a"}, "response": {"body": "none"}}"#,
      ],
      requests: [("GET /a", 200, "B"), ("GET /a", 200, "A"), ("GET /a", 200, "none")]),
    Played(
      name: "the last of equal priority comes first",
      mappings: [
        #"{"request": {"urlPath": "/a"}, "response": {"body": "old"}}"#,
        #"{"request": {"urlPathPattern": "/[ab]"}, "response": {"body": "new"}}"#,
      ],
      requests: [("GET /a", 200, "new"), ("GET /b", 200, "new")]),
    Played(
      name: "a smaller priority comes first, whatever is more precise",
      mappings: [
        #"{"priority": 1, "request": {"urlPathPattern": "/(cats|dogs)/[0-9]+"}, "response": {"body": "both"}}"#,
        #"{"priority": 2, "request": {"urlPathPattern": "/cats/.*"}, "response": {"body": "cats"}}"#,
        #"{"priority": 3, "request": {"urlPath": "/cats/1"}, "response": {"body": "one"}}"#,
      ],
      requests: [
        ("GET /cats/1", 200, "both"), ("GET /cats/x", 200, "cats"), ("GET /dogs/1", 200, "both"),
      ]),
    Played(
      name: "patterns that cross each other",
      mappings: [
        #"{"priority": 1, "request": {"urlPathPattern": "/[^/]+/x"}, "response": {"body": "x"}}"#,
        #"{"priority": 2, "request": {"urlPathPattern": "/y/[^/]+"}, "response": {"body": "y"}}"#,
      ],
      requests: [("GET /y/x", 200, "x"), ("GET /y/z", 200, "y"), ("GET /z/x", 200, "x")]),
    Played(
      name: "an address with an escaped slash beside a pattern",
      mappings: [
        #"{"request": {"urlPathPattern": "/[^/]+/[^/]+"}, "response": {"body": "two"}}"#,
        #"{"priority": 1, "request": {"url": "/a/b%2Fc"}, "response": {"body": "url"}}"#,
      ],
      requests: [
        ("GET /a/b%2Fc", 200, "url"), ("GET /a/b%2Fc?q=1", 200, "two"), ("GET /a/b/c", 404, ""),
      ]),
    Played(
      name: "any method beside a method",
      mappings: [
        #"{"priority": 1, "request": {"method": "ANY", "urlPathPattern": "/a/.*", "headers": {"X": {"equalTo": "1"}}}, "response": {"body": "any"}}"#,
        #"{"priority": 2, "request": {"method": "POST", "urlPath": "/a/b"}, "response": {"body": "post"}}"#,
      ],
      requests: [
        ("POST /a/b\nX: 1", 200, "any"), ("POST /a/b", 200, "post"), ("GET /a/b\nX: 1", 200, "any"),
        ("GET /a/b", 404, ""),
      ]),
    Played(
      name: "a pattern for GET, and a more specific address for any method",
      mappings: [
        #"{"request": {"method": "GET", "urlPattern": ".*"}, "response": {"body": "all"}}"#,
        #"{"request": {"urlPath": "/health"}, "response": {"body": "up"}}"#,
        #"{"request": {"method": "GET", "urlPathTemplate": "/u/{id}"}, "response": {"body": "user"}}"#,
        #"{"request": {"method": "ANY", "urlPath": "/u/me"}, "response": {"body": "me"}}"#,
      ],
      requests: [
        ("GET /health", 200, "up"), ("HEAD /health", 200, ""), ("POST /health", 200, "up"),
        ("GET /x", 200, "all"), ("GET /u/1", 200, "user"), ("PUT /u/me", 200, "me"),
        ("PUT /u/1", 404, ""),
      ]),
    Played(
      name: "a mapping that is left out refuses what others would answer",
      mappings: [
        #"{"priority": 1, "request": {"method": "POST", "urlPath": "/a", "headers": {"X": {"equalTo": "1"}}, "bodyPatterns": [{"matchesXPath": "//a"}]}, "response": {"body": "xml"}}"#,
        #"{"priority": 2, "request": {"urlPath": "/a"}, "response": {"body": "other"}}"#,
      ],
      requests: [
        (
          "POST /a\nX: 1\n\n<a/>", 501,
          "mappings[0] is not imported: `matchesXPath` has no counterpart"
        ),
        ("POST /a\n\n<a/>", 200, "other"), ("GET /a", 200, "other"),
      ]),
    Played(
      name: "what can't be answered is refused",
      mappings: [
        #"{"request": {"urlPath": "/a"}, "response": {"proxyBaseUrl": "http://example.com"}}"#,
        #"{"request": {"urlPath": "/b"}, "response": {"fault": "NONE"}}"#,
        #"{"request": {"urlPath": "/c"}, "response": {"status": 700}}"#,
        #"{"request": {"urlPath": "/d"}, "response": {"body": "{{#if request.query.a}}x{{/if}}", "transformers": ["response-template"]}}"#,
        #"{"request": {"urlPath": "/e"}, "response": {"bodyFileName": "none.json"}}"#,
        #"{"request": {"urlPath": "/f"}, "response": {"fault": "EMPTY_RESPONSE"}}"#,
      ],
      requests: [
        ("GET /a", 501, "mappings[0] is not imported: `proxyBaseUrl` has no counterpart"),
        (
          "GET /b", 501,
          "mappings[1] is not imported: the fault `NONE` has no counterpart"
        ),
        ("GET /c", 501, "mappings[2] is not imported: a route can't return the status 700"),
        (
          "GET /d", 501,
          "mappings[3] is not imported: the template `{{#if request.query.a}}` has no counterpart; "
            + "the template `{{/if}}` has no counterpart"
        ),
        (
          "GET /e", 501,
          #"mappings[4] is not imported: the file "none.json" of `__files` doesn't exist, or is longer than 32 MiB"#
        ),
        ("GET /f", 0, ""),
      ]),
  ]

  @Test("Mappings respond in WireMock's order", arguments: flows)
  private func order(_ flow: Played) async throws {
    let played = try PlayedMappings(
      "a.json", #"{"mappings": [\#(flow.mappings.joined(separator: ", "))]}"#)
    for (text, status, body) in flow.requests {
      let response = await played.send(PlayedMappings.Request(text))
      #expect(response.status == status, "\(text)\n\(response)\n\(played.script)")
      if !body.isEmpty || status == 0 {
        #expect(response.body == body, "\(text)\n\(played.script)")
      }
    }
  }

  @Test(
    "A list from the admin API has the last added mapping first",
    arguments: [
      (#""meta": {"total": 3}"#, "1"), (#""importOptions": {"duplicatePolicy": "IGNORE"}"#, "1"),
      (#""name": "file""#, "2"),
    ])
  func admin(member: String, body: String) async throws {
    let played = try PlayedMappings(
      "a.json",
      #"""
      {"mappings": [
        {"request": {"url": "/a"}, "response": {"body": "1"}},
        {"request": {"urlPathPattern": "/[a]"}, "response": {"body": "2"}},
        {"priority": 1, "request": {"url": "/b"}, "response": {"body": "3"}},
        {"request": {"url": "/b"}, "response": {"body": "4"}}
      ], \#(member)}
      """#)
    let first = await played.send(PlayedMappings.Request("GET /a"))
    #expect(first.body == body, "\(played.script)")
    let second = await played.send(PlayedMappings.Request("GET /b"))
    #expect(second.body == "3", "\(played.script)")
  }
}
