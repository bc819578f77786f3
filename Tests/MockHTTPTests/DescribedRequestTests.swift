import Foundation
import MockHTTP
import MockLua
import MockPlatform
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests to operations that are answered from their description.
@Suite struct DescribedRequestTests {
  @Test("A wrong request is reported with its place and what to send", arguments: wrong)
  func wrongRequest(request: DescribedRequest) async throws {
    let shop = try DescribedShop()
    let reply = try await shop.send(request)
    #expect(reply.status != 400)
    #expect(shop.failures.all == request.messages.map { "shop.lua:1: \($0)" })
  }

  @Test("A wrong request gets the status 400 if the script requests that", arguments: wrong)
  func rejected(request: DescribedRequest) async throws {
    let shop = try DescribedShop(words: ":examples() :rejects()")
    let reply = try await shop.send(request)
    #expect(reply.status == 400)
    #expect(reply.type == "application/problem+json")
    let problem = try JSONDecoder().decode(Problem.self, from: reply.body)
    #expect(problem.errors == request.messages)
    #expect(problem.detail == request.messages.first)
    #expect(shop.failures.all == [])
  }

  @Test("A right request isn't reported", arguments: right)
  func rightRequest(request: DescribedRequest) async throws {
    for words in [":examples()", ":examples() :rejects()"] {
      let shop = try DescribedShop(words: words)
      let reply = try await shop.send(request)
      #expect(reply.status < 300)
      #expect(shop.failures.all == [])
    }
  }

  @Test("A client can request other responses and examples", arguments: preferences)
  func preference(_ header: String, _ status: Int, _ body: String) async throws {
    let shop = try DescribedShop()
    var request = DescribedRequest(block: "GET /items")
    if !header.isEmpty { request.headers["Prefer"] = header }
    let reply = try await shop.send(request)
    #expect(reply.status == status)
    #expect(String(decoding: reply.body, as: UTF8.self) == body)
    #expect(shop.failures.all == [])
  }

  @Test("A client that doesn't accept the usual media type gets another one")
  func accepted() async throws {
    let shop = try DescribedShop(
      description: #"""
        openapi: 3.0.3
        info: { title: Shop, version: "1.0" }
        servers: [{ url: "https://shop.example/v1" }]
        paths:
          /tea:
            get:
              responses:
                "200":
                  description: OK
                  content:
                    application/json: { example: { kind: green } }
                    application/xml: { example: "<kind>green</kind>" }
                    image/png: {}
        """#)
    let json = #"{"kind":"green"}"#
    let xml = "<kind>green</kind>"
    let answers = [
      ("", 200, json), ("application/json", 200, json), ("application/*", 200, json),
      ("text/html, application/xml;q=0.9, */*;q=0.8", 200, json),
      ("application/xml", 200, xml), ("text/html, Application/XML; q=0.9", 200, xml),
      ("image/png", 501, "cannot make an example body of type `image/png`; write one as text"),
    ]
    try await expect(
      answers.map { ($0 == "" ? "GET /tea" : "GET /tea\nAccept: \($0)", $1, $2) }, from: shop)
  }

  @Test("An operation without an example gets the status 501 with the reason")
  func withoutExample() async throws {
    let shop = try DescribedShop(
      description: ##"""
        openapi: 3.2.0
        info: { title: Shop, version: "1.0" }
        servers: [{ url: "https://shop.example/v1" }]
        paths:
          /none: { get: {} }
          /hints: { get: { responses: { 1XX: { description: Early. } } } }
          /image: { get: { responses: { "200": { description: OK, content: { image/*: { example: x } } } } } }
          /endless:
            get: { responses: { "200": { description: OK, content: { application/json: { schema: { $ref: "#endless" } } } } } }
          /pattern:
            get: { responses: { "200": { description: OK, content: { application/json: { schema: { type: string, pattern: "^AK[0-9a-f]{4}-(x|y)+$", minLength: 10, maxLength: 10 } } } } } }
          /not:
            get: { operationId: getNot, responses: { "200": { description: OK, content: { application/json: { schema: { type: object, properties: { kind: { type: string, not: { type: string } } } } } } } } }
          /own:
            get: { responses: { "200": { description: OK, content: { application/json: { schema: { type: string, minLength: 9, example: short } } } } } }
          /first: { get: { operationId: same, responses: { "204": { description: OK } } } }
          /second: { get: { operationId: same, responses: { "205": { description: OK } } } }
          /both:
            get: { responses: { "200": { description: OK, content: { application/json: { schema: { oneOf: [{ type: object }, { required: [] }] } } } } } }
          /elsewhere:
            get: { responses: { "200": { $ref: "other.yaml#/a" } } }
          /ref:
            $ref: "#/paths/~1cookies"
            post: { responses: { "201": { description: OK } } }
          /cookies:
            get: { responses: { "200": { description: OK, headers: { Set-Cookie: { example: [a=1, b=2] } } } } }
        components:
          schemas:
            Endless: { $anchor: endless, required: [next], properties: { next: { $ref: "#endless" } } }
        """##)
    let answers = [
      ("GET /none", 501, "the description has no response for it"),
      ("GET /hints", 501, "its status is 100, but a route needs one from 200 to 599"),
      ("GET /image", 501, "cannot make an example body of type `image/*`; write one as text"),
      (
        "GET /endless", 501,
        "cannot make an example body of type `application/json`; write one as text"
      ),
      ("GET /pattern", 200, #""AKaaaa-xxx""#), ("GET /own", 200, #""short""#),
      (
        "GET /not", 501,
        "cannot make an example that its schema accepts: `body.kind` is \"string\"; `shop.yaml` excludes it with `not`; write the response of `getNot`"
      ),
      ("GET /first", 204, ""), ("GET /second", 205, ""), ("GET /both", 200, "{}"),
      (
        "GET /elsewhere", 501,
        "`GET /elsewhere` has no example: shop.yaml:21: paths[\"/elsewhere\"].get.responses.200.$ref: the reference `other.yaml#/a` points to another document; combine the documents with a tool such as `redocly bundle`"
      ),
      ("GET /ref", 200, ""), ("POST /ref", 201, ""), ("GET /cookies", 200, ""),
    ]
    try await expect(answers, from: shop)
    #expect(shop.failures.all == [])
  }

  @Test("Media types are chosen by their qualities, and `Prefer` reaches ranges and the default")
  func negotiated() async throws {
    let shop = try DescribedShop(
      description: #"""
        openapi: 3.0.3
        info: { title: Shop, version: "1.0" }
        servers: [{ url: "https://shop.example/v1" }]
        paths:
          /tea:
            get:
              responses:
                "200": { description: OK, content: { application/json: { example: [1] }, text/csv: { example: "1" } } }
                "404": { description: Gone, content: { application/json: { example: "gone" } } }
                4XX: { description: Wrong, content: { application/json: { example: "wrong" } } }
                default: { description: Failed, content: { application/json: { example: "failed" } } }
        """#)
    let answers = [
      ("Accept: text/csv, */*;q=0.1", 200, "1"),
      ("Accept: text/csv; charset=utf-8, application/json;q=0.5", 200, "1"),
      ("Accept: application/json;q=0, text/csv;q=0.4", 200, "1"), ("Accept: text/*", 200, "1"),
      ("Accept: text/csv;q=0", 200, "[1]"), ("Accept: text/csv, application/json", 200, "[1]"),
      ("Accept: text/csv;q=0.9, */*", 200, "[1]"), ("Prefer: code=404", 404, #""gone""#),
      ("Prefer: code=409", 409, #""wrong""#), ("Prefer: code=503", 503, #""failed""#),
    ]
    try await expect(answers.map { ("GET /tea\n\($0)", $1, $2) }, from: shop)
  }

  @Test("Parts of compositions apply together", arguments: DescribedRequest.all(composed))
  func composition(request: DescribedRequest) async throws {
    for version in ["3.0.3", "3.1.0"] {
      let shop = try DescribedShop(
        description: Self.compositions.replacing("VERSION", with: version))
      let reply = try await shop.send(request)
      #expect(reply.status == 200)
      #expect(shop.failures.all == request.messages.map { "shop.lua:1: \($0)" })
    }
  }

  private static let composed = """
    POST /pet
    Content-Type: application/json
    > {"kind":"dog","bark":true}

    POST /pet
    Content-Type: application/json
    > {"kind":"cat","lives":"many"}
    => `POST /pet` gets a request in which `body.lives` is "many"; `shop.yaml` requires a whole number; send `{"kind":"cat","lives":1}`

    POST /user
    Content-Type: application/json
    > {"name":"x","pw":"y"}

    POST /user
    Content-Type: application/json
    > {"name":"x"}
    => `POST /user` gets a request in which `body` doesn't have `pw`; `shop.yaml` requires it; send `{"name":"string","pw":"string"}`

    POST /form
    Content-Type: application/x-www-form-urlencoded
    > owner[name]=a&owner[has][rights]=true&ids[]=1&ids[]=2

    POST /form
    Content-Type: application/x-www-form-urlencoded
    > owner[name]=a&ids[0]=1&ids[1]=x
    => `POST /form` gets a request in which `body.ids[2]` is "x"; `shop.yaml` requires a whole number

    POST /form
    Content-Type: application/x-www-form-urlencoded
    > ids[]=1&onwer[name]=a
    => `POST /form` gets a request in which `body` doesn't have `owner`; `shop.yaml` requires it
    => `POST /form` gets a request in which `body` has the unknown member `onwer[name]`; known: ids, owner, tags
    """

  private static let compositions = ##"""
    openapi: VERSION
    info: { title: Shop, version: "1.0" }
    servers: [{ url: "https://shop.example/v1" }]
    paths:
      /pet:
        post:
          requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
          responses: { "200": { description: OK } }
      /user:
        post:
          requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/NewUser" } } } }
          responses: { "200": { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/NewUser" } } } } }
      /form:
        post:
          requestBody:
            content:
              application/x-www-form-urlencoded:
                encoding: { owner: { style: deepObject, explode: true } }
                schema:
                  type: object
                  additionalProperties: false
                  required: [owner]
                  properties:
                    tags: { type: array, minItems: 1, items: { type: string } }
                    ids: { type: array, items: { type: integer } }
                    owner:
                      type: object
                      properties: { name: { type: string }, has: { type: object, properties: { rights: { type: boolean } } } }
          responses: { "200": { description: OK } }
    components:
      schemas:
        Cat: { type: object, required: [kind], properties: { kind: { type: string }, lives: { type: integer } } }
        Dog: { type: object, required: [kind], properties: { kind: { type: string }, bark: { type: boolean } } }
        Pet:
          oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]
          discriminator: { propertyName: kind, mapping: { cat: "#/components/schemas/Cat", dog: Dog } }
        User:
          type: object
          properties: { id: { type: integer, readOnly: true }, pw: { type: string, writeOnly: true }, name: { type: string } }
        NewUser: { allOf: [{ $ref: "#/components/schemas/User" }, { required: [id, name, pw] }] }
    """##

  @Test("Members next to a reference apply from version 3.1 on")
  func siblings() async throws {
    for (version, isRefused) in [("3.0.3", false), ("3.1.0", true)] {
      let shop = try DescribedShop(
        description: ##"""
          openapi: VERSION
          info: { title: Shop, version: "1.0" }
          servers: [{ url: "https://shop.example/v1" }]
          paths:
            /user:
              post:
                requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/User" } } } }
                responses: { "200": { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/User" } } } } }
          components:
            schemas:
              Text: { type: string }
              User:
                type: object
                required: [id, name]
                properties:
                  id: { $ref: "#/components/schemas/Text", readOnly: true }
                  name: { $ref: "#/components/schemas/Text", maxLength: 3 }
                  pw: { $ref: "#/components/schemas/Text", writeOnly: true }
          """##.replacing("VERSION", with: version))
      let sent = #"{"id":"i","name":"long"}"#
      let reply = try await shop.send(
        DescribedRequest(block: "POST /user\nContent-Type: application/json\n> \(sent)"))
      #expect(shop.failures.all.isEmpty == !isRefused)
      let body = String(decoding: reply.body, as: UTF8.self)
      #expect(body.contains("pw") == !isRefused)
      _ = try await shop.send(
        DescribedRequest(block: "POST /user\nContent-Type: application/json\n> {\"name\":\"a\"}"))
      #expect(shop.failures.all.count == 1)
      #expect(shop.failures.all.first?.contains(isRefused ? "length of at most 3" : "`id`") == true)
    }
  }

  @Test("The script's own response comes first, and its requests are compared too")
  func ownResponse() async throws {
    let shop = try DescribedShop(
      words: ":examples() { listItems = { reply { { id = 9, name = \"Own\" } } } }")
    let reply = try await shop.send(DescribedRequest(block: "GET /items?limit=0"))
    #expect(String(decoding: reply.body, as: UTF8.self) == #"[{"id":9,"name":"Own"}]"#)
    #expect(
      shop.failures.all == [
        "shop.lua:1: `listItems` gets a request in which `query.limit` is 0; `shop.yaml` requires at least 1; send `limit=20`"
      ])
  }

  @Test("Without examples, requests are only compared if wrong ones are rejected")
  func onlyRejecting() async throws {
    let request = DescribedRequest(block: "GET /items?limit=x")
    var shop = try DescribedShop(words: "{ listItems = reply(array {}) }")
    #expect(try await shop.send(request).status == 200)
    shop = try DescribedShop(words: ":rejects() { listItems = reply(array {}) }")
    #expect(try await shop.send(request).status == 400)
    #expect(shop.failures.all == [])
  }

  /// Sends each request, and compares the status and the body of its response.
  private func expect(
    _ answers: [(request: String, status: Int, body: String)], from shop: DescribedShop
  ) async throws {
    for (request, status, body) in answers {
      let reply = try await shop.send(DescribedRequest(block: request))
      #expect(reply.status == status, "\(request)")
      #expect(String(decoding: reply.body, as: UTF8.self) == body, "\(request)")
    }
  }

  private struct Problem: Decodable {
    var detail: String
    var errors: [String]
  }

  private static let undescribed = """
    `listItems` can't respond as `Prefer` requests; known: code=200, code=400, code=401, code=403, code=404, code=409, \
    code=410, code=422, code=429, code=500, code=502, code=503, example=gone, example=moved, example=none, example=two
    """

  static let preferences = [
    ("", 200, #"[{"id":1,"name":"Tea"},{"id":2,"name":"Coffee"}]"#),
    ("example=none", 200, "[]"),
    ("code=200, example=\"none\"", 200, "[]"),
    ("code=404", 404, #"{"code":4,"reason":"gone"}"#),
    ("code=404, example=moved", 404, #"{"code":5,"reason":"moved"}"#),
    ("code=500", 500, #"{"code":1,"reason":"string"}"#),
    ("respond-async", 200, #"[{"id":1,"name":"Tea"},{"id":2,"name":"Coffee"}]"#),
    ("code=418", 501, undescribed), ("code=404, example=nine", 501, undescribed),
  ]
}

/// A request in a table of text blocks.
///
/// The first line is the method and the path. Lines with a colon are headers, `> ` starts the body, and `=> ` starts an
/// expected message.
struct DescribedRequest: CustomTestStringConvertible, Sendable {
  var method: String
  var path: String
  var headers: [String: String] = [:]
  var body: String?
  var messages: [String] = []

  var testDescription: String { "\(method) \(path) \(headers) \(body ?? "")" }

  static func all(_ table: String) -> [Self] {
    table.split(separator: "\n\n").map { Self(block: String($0)) }
  }

  init(block: String) {
    var lines = block.split(separator: "\n").map(String.init)
    let words = lines.removeFirst().split(separator: " ", maxSplits: 1).map(String.init)
    (method, path) = (words[0], words[1])
    for line in lines {
      if line.hasPrefix("=> ") {
        messages.append(String(line.dropFirst(3)))
      } else if line.hasPrefix(">") {
        body = (body.map { $0 + "\r\n" } ?? "") + line.dropFirst(2)
      } else if let colon = line.firstRange(of: ": ") {
        headers[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
      }
    }
  }
}

/// A scenario with a description, and the failures that it has reported.
struct DescribedShop {
  let failures = Failures()
  private let session: URLSession
  private let runtime: ScenarioRuntime

  final class Failures: Sendable {
    private let messages = Locked<[String]>([])
    var all: [String] { messages.withLock { $0 } }
    func add(_ message: String) { messages.withLock { $0.append(message) } }
  }

  struct Reply {
    var status: Int
    var type: String?
    var body: Data
  }

  init(words: String = ":examples()", description: String = Self.description) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(description.utf8).write(to: folder.appending(path: "shop.yaml"))
    runtime = try ScenarioRuntime(
      source: "openapi \"shop.yaml\" \(words)", name: "shop.lua", directory: folder.path,
      failureHandler: MockFailureHandler { [failures] in failures.add($0.description) })
    session = URLSession(configuration: .mocked(by: runtime))
  }

  func send(_ request: DescribedRequest) async throws -> Reply {
    let url = try #require(URL(string: "https://shop.example/v1\(request.path)"))
    var sent = URLRequest(url: url)
    sent.httpMethod = request.method
    for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
    sent.httpBody = request.body.map { Data($0.utf8) }
    let (data, response) = try await session.data(for: sent)
    let reply = try #require(response as? HTTPURLResponse)
    return Reply(
      status: reply.statusCode, type: reply.value(forHTTPHeaderField: "Content-Type"), body: data)
  }
}
