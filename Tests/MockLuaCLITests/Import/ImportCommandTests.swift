import Foundation
import MockServices
import Testing

@testable import MockLuaCLI

/// `mocklua import`, run as a process, and the responses of the scripts.
struct ImportCommandTests {
  private static let samples: [(file: String, text: String, script: String, notes: String)] = [
    (
      "shop.har", ImportSample.har, ImportSample.harScript,
      """
      shop.har:53: note: log.entries[8].request.url: skipped, because it isn't an HTTP URL: data:text/plain,hello
      shop.har: note: 8 of 9 entries, 8 responses
      note: 3 secrets became placeholders; pass --keep-secrets to keep them

      """
    ),
    (
      "pets.yaml", ImportSample.openAPI, ImportSample.openAPIScript,
      "pets.yaml: note: 4 operations, 4 responses\n"
    ),
    (
      "door.json", ImportSample.wireMock, ImportSample.wireMockScript,
      """
      door.json: note: 7 mappings, 7 responses
      door.json: note: 7 mappings can't be compared with the script: they have a scenario, a template, a body file, or no request that only they accept

      """
    ),
    (
      "weather.json", ImportSample.postman, ImportSample.postmanScript,
      """
      weather.json:1: note: the collection's scripts are left out: they run only in Postman
      weather.json: note: 5 examples, 3 responses, 2 left out
      note: 1 secret became a placeholder; pass --keep-secrets to keep it

      """
    ),
  ]

  @Test(
    "A document becomes an idiomatic script that loads",
    arguments: samples)
  func sample(file: String, text: String, script: String, notes: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: file)
    let process = try MockLuaProcess(["import", file, "--output", "out.lua"], in: folder)
    #expect(process.messages == notes)
    #expect(process.exitCode == 0)
    #expect(process.output.isEmpty)
    let written = try folder.read("out.lua")
    #expect(written == script.replacing("door-", with: "out-"))
    let emitted = try MockLuaProcess(["out.lua", "--output", "a.json"], in: folder)
    #expect(emitted.exitCode == 0, "\(emitted.messages)")
    // The responses of a script without functions become the same script, except for comments.
    guard !written.contains("function") else { return }
    let again = try MockLuaProcess(["import", "a.json"], in: folder)
    #expect(again.messages.isEmpty)
    try folder.write(again.output, to: "again.lua")
    #expect(try MockLuaProcess(["again.lua"], in: folder).output == folder.read("a.json"))
  }

  @Test(
    "An example is built from all parts of a schema",
    arguments: [
      (
        "3.0.3", "required beside allOf",
        ##"{"allOf": [{"$ref": "#/components/schemas/Base"}], "required": ["id", "x"], "properties": {"x": {"type": "boolean"}}}"##,
        "{ id = 1, x = true }"
      ),
      (
        "3.0.3", "required in a part of allOf",
        ##"{"allOf": [{"$ref": "#/components/schemas/Base"}, {"required": ["id"]}]}"##, "{ id = 1 }"
      ),
      (
        "3.0.3", "required in anyOf",
        #"{"properties": {"id": {"type": "integer"}}, "anyOf": [{"required": ["id"]}, {"required": ["name"]}]}"#,
        "{ id = 1 }"
      ),
      (
        "3.0.3", "what stands beside a reference does not count",
        ##"{"$ref": "#/components/schemas/Base", "properties": {"x": {"type": "boolean"}}}"##,
        "{ id = 1 }"
      ),
      (
        "3.1.0", "what stands beside a reference counts",
        ##"{"$ref": "#/components/schemas/Beside"}"##, "{ id = 1, x = true }"
      ),
      (
        "3.1.0", "an example beside a reference",
        ##"{"$ref": "#/components/schemas/Base", "examples": [{"id": 7}]}"##, "{ id = 7 }"
      ),
      (
        "3.0.3", "an example of a part",
        ##"{"allOf": [{"$ref": "#/components/schemas/Base"}, {"type": "object", "example": {"id": 7}}]}"##,
        "{ id = 7 }"
      ),
      (
        "3.1.0", "prefixItems",
        #"{"prefixItems": [{"type": "integer"}, {"type": "boolean"}], "items": {"type": "null"}, "minItems": 3}"#,
        "{ 1, true, null }"
      ),
    ])
  func example(version: String, of what: String, schema: String, value: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"openapi": "\(version)", "servers": [{"url": "https://a.example"}],
       "paths": {"/a": {"get": {"responses": {"200": {"content": {"application/json": {"schema": \(schema)}}}}}}},
       "components": {"schemas": {
         "Base": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}},
         "Beside": {"$ref": "#/components/schemas/Base", "required": ["x"], "properties": {"x": {"type": "boolean"}}}}}}
      """, to: "a.json")
    let process = try MockLuaProcess(["import", "a.json"], in: folder)
    #expect(process.output.contains("\n  [\"GET /a\"] = reply \(value),\n"), "\(process.output)")
  }

  @Test("A recording replays as recorded")
  func answers() throws {
    let folder = try TemporaryFolder(["shop.har": ImportSample.har])
    let written = try MockLuaProcess(
      ["import", "shop.har", "--keep-secrets", "--output", "."], in: folder)
    #expect(written.exitCode == 0)
    #expect(try folder.names == ["shop.har", "shop.lua"])
    let process = try MockLuaProcess(
      ["call", "shop.lua", "-"], in: folder,
      input: """
        {"call": "POST https://api.example.com/login"}
        """)
    #expect(process.exitCode != 0)
    let played = try MockLuaProcess(
      [
        "call", "shop.lua",
        "https://api.example.com.POST /login", #"{"body": {"user": "bob"}}"#,
        "https://api.example.com.GET /items", #"{"query": {"page": "2", "_": "9"}}"#,
        "https://api.example.com.GET /items", #"{"query": {"page": "1"}}"#,
        "https://api.example.com.GET /orders/42", "https://api.example.com.GET /orders/42",
        "https://api.example.com.GET /orders/42", "https://api.example.com.GET /orders/42",
        "https://api.example.com.GET /stock", "https://cdn.example.com.GET /help",
      ], in: folder)
    let values = try played.output.split(separator: "\n").map {
      try JSONParser().parse(String($0)).member(at: ["value"])?.member(at: ["body"])
    }
    let login: AnyCodableValue = ["token": "eyJhbGciOiJIUzI1NiJ9"]
    let items: AnyCodableValue = [["id": 1, "name": "Lamp"]]
    let (placed, shipped): (AnyCodableValue, AnyCodableValue) = (
      ["state": "placed"], ["state": "shipped"]
    )
    let expected: [AnyCodableValue?] = [
      login, [], items, placed, placed, shipped, shipped, nil, "<h1>Help</h1>",
    ]
    #expect(values == expected)
  }

  @Test(
    "Filters keep only what they name",
    arguments: [
      (["--host", "cdn.example.com"], "1 of 9 entries, 1 response"),
      (["--host", "*.example.com"], "8 of 9 entries, 8 responses"),
      (["--host", "example.com"], "0 of 9 entries, 0 responses"),
      (["--type", "html"], "1 of 9 entries, 1 response"),
      (["--type", "application/json", "--type", "text"], "7 of 9 entries, 7 responses"),
      (["--status", "2xx"], "7 of 9 entries, 7 responses"),
      (["--status", "0"], "1 of 9 entries, 1 response"),
      (["--status", "0-199", "--host", "cdn.example.com"], "0 of 9 entries, 0 responses"),
    ])
  func filter(options: [String], counts: String) throws {
    let folder = try TemporaryFolder(["shop.har": ImportSample.har])
    let process = try MockLuaProcess(["import", "shop.har"] + options, in: folder)
    #expect(process.messages.contains("shop.har: note: \(counts)\n"), "\(process.messages)")
    #expect(process.exitCode == 0)
  }

  @Test("Parts that no route can express are left out or accepted for any host, with a note")
  func unusual() throws {
    let folder = try TemporaryFolder([
      "body.txt": "beside",
      "a.har": """
      {"log": {"entries": [
        {"request": {"method": "A_B", "url": "http://a.example/"}, "response": {"status": 200}},
        {"request": {"method": "GET", "url": "http://a{b}.example/x"}, "response": {"status": 200}},
        {"request": {"method": "GET", "url": "http://a.example/a%25zz/{b}/#c"}, "response": {"status": 999}},
        {"request": {"method": "GET", "url": "http://a.example/none"}},
        {"request": {"method": "GET", "url": "http://a.example/cached"},
         "response": {"status": 304, "content": {"mimeType": "text/plain", "text": "old"}}},
        {"request": {"method": "GET", "url": "http://a.example/gone"},
         "response": {"status": 200, "content": {"mimeType": "text/plain", "size": 12}}},
        {"request": {"method": "GET", "url": "http://a.example/beside"},
         "response": {"status": 200, "content": {"mimeType": "text/plain", "_file": "body.txt"}}},
        {"request": {"method": "GET", "url": "http://a.example/away"},
         "response": {"status": 200, "content": {"mimeType": "text/plain", "_file": "../a.har"}}}
      ]}}
      """,
    ])
    let process = try MockLuaProcess(["import", "a.har", "--output", "a.lua"], in: folder)
    #expect(
      process.messages == """
        a.har:5: note: log.entries[3]: is not imported: the key `response` is missing
        note: A_B / is left out: the HTTP method `A_B` must consist of capital letters
        note: the script's routes match any host, because `http://a{b}.example` isn't a host
        a.har: note: 8 entries, 3 responses, 5 left out

        """)
    #expect(
      try folder.read("a.lua") == """
        -- Imported from a.har: 8 entries, 3 responses, 5 left out.
        -- A_B / is left out: the HTTP method `A_B` must consist of capital letters

        http {
          ["GET /x"] = reply(),
        }

        http "http://a.example" {
          -- log.entries[2] is not imported: its status is 999, but a route needs one from 200 to 599
          ["GET /a%25zz/%7Bb%7D/"] = status(501,
            "log.entries[2] is not imported: its status is 999, but a route needs one from 200 to 599")
            :headers { ["Content-Type"] = "text/plain" },
          -- log.entries[3] is not imported: the key `response` is missing
          ["GET /none"] = status(501, "log.entries[3] is not imported: the key `response` is missing")
            :headers { ["Content-Type"] = "text/plain" },
          -- The recorded response has status 304 with a cached body; this is the body with status 200.
          ["GET /cached"] = reply "old" :headers { ["Content-Type"] = "text/plain" },
          -- log.entries[5] is not imported: the recording doesn't include its 12-byte body
          ["GET /gone"] = status(501,
            "log.entries[5] is not imported: the recording doesn't include its 12-byte body")
            :headers { ["Content-Type"] = "text/plain" },
          ["GET /beside"] = reply "beside" :headers { ["Content-Type"] = "text/plain" },
          -- log.entries[7] is not imported: the body's file `../a.har` is missing
          ["GET /away"] = status(501,
            "log.entries[7] is not imported: the body's file `../a.har` is missing")
            :headers { ["Content-Type"] = "text/plain" },
        }

        """)
    #expect(try MockLuaProcess(["a.lua"], in: folder).exitCode == 0)
  }

  @Test("Unique list elements use different cases of their enumeration")
  func cases() throws {
    let folder = try TemporaryFolder([
      "a.yaml": """
      openapi: 3.0.3
      paths:
        /a:
          get: { responses: { 200: { content: { application/json: { schema: { $ref: '#/s' } } } } } }
      s: { type: array, minItems: 2, uniqueItems: true, items: { $ref: '#/e' } }
      e: { type: string, enum: [x, y, z] }
      """
    ])
    let process = try MockLuaProcess(["import", "a.yaml"], in: folder)
    #expect(process.output.contains(#"["GET /a"] = reply { "x", "y" }"#), "\(process.messages)")
  }

  @Test("Text around a described parameter is kept, and an impossible route is reported")
  func parts() throws {
    let folder = try TemporaryFolder([
      "a.yaml": """
      openapi: 3.0.3
      servers: [{ url: https://A.example.com.:443/api }]
      paths:
        /c.{format}: { get: { responses: { 200: { description: a } } } }
        /v{version}/{file.name}-{part}.json: { get: { responses: { 200: { description: a } } } }
        /{a}{b}: { get: { responses: { 200: { description: a } } } }
        /files/{path+}: { get: { responses: { 200: { description: a } } } }
        /{+files}/x: { get: { responses: { 200: { description: a } } } }
        /b{race/{id}: { get: { responses: { 200: { description: a } } } }
      """
    ])
    let process = try MockLuaProcess(["import", "a.yaml", "--output", "a.lua"], in: folder)
    #expect(
      try folder.read("a.lua") == """
        -- Imported from a.yaml: 6 operations, 6 responses.

        http "https://a.example.com" {
          ["GET /api/c.{format}"] = reply(),
          ["GET /api/v{version}/{file_name}-{part}.json"] = reply(),
          -- `{a}{b}` is one parameter here, because nothing separates several.
          ["GET /api/{a__b}"] = reply(),
          ["GET /api/files/{path...}"] = reply(),
          -- `{+files}` is text without a slash here.
          ["GET /api/{files}/x"] = reply(),
          ["GET /api/b%7Brace/{id}"] = reply(),
        }

        """, "\(process.messages)")
    let played = try MockLuaProcess(
      [
        "call", "a.lua", "GET https://a.example.com/api/c.json",
        "GET https://A.example.com./api/v2/a-b.json", "GET https://a.example.com/api/anything/at",
      ], in: folder)
    for route in ["c.{format}", "v{version}/{file_name}-{part}.json"] {
      #expect(
        played.output.contains(#"{"call":"https://a.example.com.GET /api/\#(route)","count":1"#))
    }
    #expect(played.output.contains("no route matches `GET https://a.example.com/api/anything/at`"))
  }

  @Test(
    "A number is within its bounds, however many digits these have",
    arguments: [
      ("type: integer, minimum: 9007199254740993", "9007199254740993"),
      ("type: integer, maximum: -9007199254740993", "-9007199254740993"),
      ("type: integer, minimum: 9007199254740992, exclusiveMinimum: true", "9007199254740993"),
      ("type: integer, exclusiveMaximum: -9007199254740992", "-9007199254740993"),
      ("type: integer, minimum: 9223372036854775807", "9223372036854775807"),
      ("type: integer, maximum: 18446744073709551615", "1"),
      ("type: integer, minimum: 2.5", "3"), ("type: integer, maximum: -2.5", "-3"),
      ("type: integer, multipleOf: 5, maximum: 3", "0"),
      ("type: integer, multipleOf: 5, minimum: 9007199254740993", "9007199254740995"),
      ("type: number, minimum: 0, exclusiveMinimum: true, exclusiveMaximum: 0.2", "0.1"),
      ("type: number, minimum: 3", "3"), ("const: 9007199254740993", "9007199254740993"),
      ("enum: [9007199254740993]", "9007199254740993"),
    ])
  func bounds(schema: String, number: String) throws {
    let folder = try TemporaryFolder(["a.yaml": Self.description(of: schema)])
    let process = try MockLuaProcess(["import", "a.yaml"], in: folder)
    #expect(process.output.contains("reply(\(number))"), "\(process.output)\(process.messages)")
    #expect(!process.output.contains("Check the response"))
  }

  @Test("Impossible bounds are reported, and numbers beyond an integer become a file")
  func unusualBounds() throws {
    let folder = try TemporaryFolder([
      "a.yaml": Self.description(of: "type: integer, minimum: 5, maximum: 4"),
      "b.yaml": Self.description(of: "type: integer, minimum: 18446744073709551615"),
    ])
    let none = try MockLuaProcess(["import", "a.yaml"], in: folder)
    #expect(none.output.contains("-- Check the response: no number was found between the bounds."))
    let long = try MockLuaProcess(["import", "b.yaml", "--output", "b.lua"], in: folder)
    #expect(long.exitCode == 0)
    #expect(try folder.read("fixtures/b-a.json") == "18446744073709551615")
  }

  private static func description(of schema: String) -> String {
    """
    openapi: 3.1.0
    paths:
      /a: { get: { responses: { 200: { content: { application/json: { schema: { \(schema) } } } } } } }
    """
  }

  @Test("An invalid server address is reported")
  func servers() throws {
    let folder = try TemporaryFolder([
      "a.yaml": """
      openapi: 3.0.3
      servers: [{ url: api.example.com/v1 }]
      paths:
        /a: { get: { responses: { 204: { description: a } } } }
        /b: { servers: [{ url: ftp://b.example }], get: { responses: { 204: { description: b } } } }
        /c: { servers: [{ url: /v2 }], get: { responses: { 204: { description: c } } } }
      """
    ])
    let process = try MockLuaProcess(["import", "a.yaml"], in: folder)
    #expect(
      process.messages == """
        a.yaml:2: note: servers[0]: `api.example.com/v1` isn't an HTTP URL, so the routes match any host and omit its path
        a.yaml:5: note: paths["/b"].servers[0]: `ftp://b.example` isn't an HTTP URL, so the routes match any host and omit its path
        a.yaml: note: 3 operations, 3 responses

        """)
    #expect(process.output.contains(#"["GET /v2/c"] = status(204)"#))
  }

  @Test("A header with an example is sent, wherever the example is defined")
  func headers() throws {
    let folder = try TemporaryFolder([
      "a.yaml": """
      openapi: 3.0.3
      paths:
        /a:
          get:
            responses:
              204:
                headers:
                  X-Example: { example: 1 }
                  X-Examples: { examples: { one: { value: [a, b] } } }
                  X-Schema: { schema: { type: integer, example: 7 } }
                  X-Content: { content: { text/plain: { example: t } } }
                  X-Default: { schema: { $ref: '#/default' } }
                  X-Referred: { $ref: '#/header' }
                  X-Needed: { required: true, schema: { type: boolean } }
                  X-Unknown: { schema: { type: string } }
      default: { type: string, default: d }
      header: { schema: { const: c } }
      """
    ])
    let process = try MockLuaProcess(["import", "a.yaml", "--output", "a.lua"], in: folder)
    #expect(process.exitCode == 0, "\(process.messages)")
    let emitted = try MockLuaProcess(["a.lua", "--compact"], in: folder)
    #expect(
      emitted.output.contains(
        #""headers":{"X-Content":"t","X-Default":"d","X-Example":"1","X-Examples":"a,b","X-Needed":"true","X-Referred":"c","X-Schema":"7"}"#
      ), "\(emitted.output)\(emitted.messages)")
  }

  @Test("A cached response without a status is a response")
  func cached() throws {
    let folder = try TemporaryFolder([
      "a.har": """
      {"log": {"entries": [
        {"request": {"method": "GET", "url": "http://a.example/style"},
         "response": {"status": 0, "content": {"mimeType": "text/css", "text": "a {}"}}},
        {"request": {"method": "GET", "url": "http://a.example/lost"},
         "response": {"status": 0, "content": {"mimeType": "text/css", "text": ""}}}
      ]}}
      """
    ])
    let process = try MockLuaProcess(["import", "a.har"], in: folder)
    #expect(
      process.output == """
        -- Imported from a.har: 2 entries, 1 response, 1 left out.

        http "http://a.example" {
          -- The recorded response doesn't have a status; the script uses 200.
          ["GET /style"] = reply "a {}" :headers { ["Content-Type"] = "text/css" },
          -- log.entries[1] is not imported: the recording has neither a response nor an error
          ["GET /lost"] = status(501,
            "log.entries[1] is not imported: the recording has neither a response nor an error")
            :headers { ["Content-Type"] = "text/plain" },
        }

        """)
  }

  @Test(
    "A saved response can use its request's address, and disabled parts don't matter")
  func withoutAddress() throws {
    let folder = try TemporaryFolder([
      "a.json": """
      {"info": {"name": "A"}, "item": [
        {"name": "B", "request": {"method": "POST", "url": "http://a.example/b"},
         "response": [{"originalRequest": {}, "code": 201, "body": "b"}]},
        {"name": "C", "request": {"method": "GET"}},
        {"name": "D", "request": {"url": {"raw": "http://a.example/d?x=1",
          "query": [{"key": "x", "value": "1"}, {"key": "x", "value": "2", "disabled": true}]}},
         "response": [{"body": "one"}]},
        {"name": "E", "request": {"url": {"raw": "http://a.example/d?x=2",
          "query": [{"key": "x", "value": "2"}]}}, "response": [{"body": "two"}]}
      ]}
      """
    ])
    let process = try MockLuaProcess(["import", "a.json"], in: folder)
    #expect(
      process.messages == """
        a.json:4: note: item[1]: is not imported: `request`: it doesn't have a `url`
        a.json: note: 4 examples, 3 responses, 1 left out

        """)
    #expect(process.output.contains(#"["POST /b"] = status(201, "b")"#))
    #expect(process.output.contains(#"when({ query = { x = "1" } }, reply "one""#))
  }

  @Test("Text around a variable without a value is kept")
  func variables() throws {
    let folder = try TemporaryFolder([
      "a.json": """
      {"info": {"name": "A"}, "item": [
        {"name": "B", "request": {"method": "GET", "url": "http://a.example/v{{version}}/{{id}}.json"},
         "response": [{"originalRequest": {"method": "GET", "url": "http://a.example/v{{version}}/{{id}}.json"},
                       "body": "b"}]},
        {"name": "C", "request": "http://a.example/{{a}}{{b}}"},
        {"name": "D", "request": "http://a.example/d/:id"}
      ]}
      """
    ])
    let process = try MockLuaProcess(["import", "a.json"], in: folder)
    #expect(
      process.output == """
        -- Imported from a.json: 3 examples, 1 response, 2 left out.

        http "http://a.example" {
          -- B
          ["GET /v{version}/{id}.json"] = reply "b" :headers { ["Content-Type"] = "text/plain" },
          -- C
          -- `{a}{b}` is one parameter here, because nothing separates several.
          -- item[1].request is not imported: the collection has no saved response for this request
          ["GET /{a__b}"] = status(501,
            "item[1].request is not imported: the collection has no saved response for this request")
            :headers { ["Content-Type"] = "text/plain" },
          -- D
          -- item[2].request is not imported: the collection has no saved response for this request
          ["GET /d/{id}"] = status(501,
            "item[2].request is not imported: the collection has no saved response for this request")
            :headers { ["Content-Type"] = "text/plain" },
        }

        """)
  }

  @Test("Secrets in a recording are removed, unless requested otherwise")
  func secrets() throws {
    let folder = try TemporaryFolder(["shop.har": ImportSample.har])
    let secrets = ["eyJhbGciOiJIUzI1NiJ9", "f00dfacef00dface"]
    let hidden = try MockLuaProcess(["import", "shop.har"], in: folder)
    for secret in secrets { #expect(!hidden.output.contains(secret)) }
    let kept = try MockLuaProcess(["import", "shop.har", "--keep-secrets"], in: folder)
    for secret in secrets { #expect(kept.output.contains(secret)) }
    #expect(kept.output.count == hidden.output.count)
    let again = try MockLuaProcess(["import", "shop.har"], in: folder)
    #expect(again.output == hidden.output)
  }

  @Test("Large and binary bodies become files next to the script, or nothing is written")
  func fixtures() throws {
    let text = String(repeating: "long ", count: 20_000)
    let folder = try TemporaryFolder([
      "a.har": """
      {"log": {"entries": [
        {"request": {"method": "GET", "url": "http://a.example/logo"},
         "response": {"status": 200, "content": {"mimeType": "image/png", "encoding": "base64", "text": "iVBORw0KGgo="}}},
        {"request": {"method": "GET", "url": "http://a.example/text"},
         "response": {"status": 200, "content": {"mimeType": "text/plain", "text": "\(text)"}}},
        {"request": {"method": "GET", "url": "http://a.example/data"},
         "response": {"status": 200, "content": {"mimeType": "application/json", "text": "[\\"\(text)\\"]"}}},
        {"request": {"method": "GET", "url": "http://a.example/number"},
         "response": {"status": 200, "content": {"mimeType": "application/json", "text": "[12345678901234567890]"}}}
      ]}}
      """
    ])
    let printed = try MockLuaProcess(["import", "a.har"], in: folder)
    #expect(printed.exitCode == 1)
    #expect(printed.output.isEmpty)
    #expect(
      printed.messages
        == "mocklua: a.har: 4 files must be written next to the script; write --output FILE\n"
    )
    try folder.write("", to: "fixtures")
    let blocked = try MockLuaProcess(["import", "a.har", "--output", "x.lua"], in: folder)
    #expect(blocked.exitCode == 1)
    #expect(try folder.names == ["a.har", "fixtures"])
    try FileManager.default.removeItem(at: folder.url(of: "fixtures"))
    let process = try MockLuaProcess(["import", "a.har", "--output", "x.lua"], in: folder)
    #expect(process.exitCode == 0, "\(process.messages)")
    #expect(
      try folder.read("x.lua") == """
        -- Imported from a.har: 4 entries, 4 responses.

        http "http://a.example" {
          ["GET /logo"] = reply(bytes "fixtures/x-logo.png"),
          ["GET /text"] = reply(fixture "fixtures/x-text.txt") :headers { ["Content-Type"] = "text/plain" },
          ["GET /data"] = reply(fixture "fixtures/x-data.json"),
          ["GET /number"] = reply(bytes "fixtures/x-number.json"),
        }

        """)
    #expect(try folder.read("fixtures/x-text.txt") == text)
    let played = try MockLuaProcess(
      ["call", "x.lua", "http://a.example.GET /logo", "http://a.example.GET /number"], in: folder)
    #expect(played.output.contains("iVBORw0KGgo="))
    #expect(played.output.contains("image/png"))
    #expect(played.output.contains(Array("[\n  12345678901234567890\n]".utf8).base64))
  }
}
