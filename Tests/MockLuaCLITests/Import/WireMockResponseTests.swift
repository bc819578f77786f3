import MockServices
import Testing

/// The responses of imported WireMock mappings, as documented at https://wiremock.org/docs/response-templating.
struct WireMockResponseTests {
  private struct Sent: CustomTestStringConvertible, Sendable {
    var response: String
    var method = "GET"
    var headers: [(name: String, value: String?)]
    var body: String?
    var testDescription: String { response }
  }

  private static let sent: [Sent] = [
    Sent(
      response: #""headers": {"Content-Length": "5969", "Content-Type": "image/png"}"#,
      method: "HEAD",
      headers: [("Content-Length", "5969"), ("Content-Type", "image/png")]),
    Sent(
      response: #""headers": {"Content-Type": "text/plain"}"#,
      headers: [("Content-Type", "text/plain")], body: ""),
    Sent(
      response:
        #""headers": {"Date": "Tue, 01 Jan 2030 00:00:00 GMT", "Vary": "Accept", "Server": "s", "Access-Control-Allow-Origin": "*", "ETag": "1"}"#,
      headers: [
        ("Date", "Tue, 01 Jan 2030 00:00:00 GMT"), ("Vary", "Accept"), ("Server", "s"),
        ("Access-Control-Allow-Origin", "*"), ("ETag", "1"),
      ]),
    Sent(
      response:
        #""jsonBody": {"a": 1}, "headers": {"Content-Type": "application/json; charset=utf-8"}"#,
      headers: [("Content-Type", "application/json; charset=utf-8")], body: #"{"a":1}"#),
    Sent(
      response: #""jsonBody": {"a": 1}, "body": "a", "bodyFileName": "a.txt""#, headers: [],
      body: "a"),
    Sent(
      response: #""body": "<a/>", "headers": {"Content-Type": "application/xml"}"#,
      headers: [("Content-Type", "application/xml")], body: "<a/>"),
    Sent(
      response: #""base64Body": "aGk=", "headers": {"Content-Type": "text/x-own"}"#,
      headers: [("Content-Type", "text/x-own")], body: "hi"),
    Sent(
      response: #""status": 201, "body": "{\"a\": [true, null]}""#,
      headers: [("Content-Type", "application/json")], body: #"{"a":[true,null]}"#),
  ]

  @Test("A response keeps the written values", arguments: sent)
  private func keeps(_ sent: Sent) async throws {
    let played = try PlayedMappings(
      "a.json",
      #"{"request": {"method": "\#(sent.method)", "urlPath": "/a"}, "response": {\#(sent.response)}}"#
    )
    let response = await played.send(PlayedMappings.Request("\(sent.method) /a"))
    for (name, value) in sent.headers {
      let found = response.headers.first { $0.name.lowercased() == name.lowercased() }?.value
      #expect(found == value, "\(name)\n\(played.script)")
    }
    if let body = sent.body { #expect(response.body == body, "\(played.script)") }
  }

  private struct Filled: CustomTestStringConvertible, Sendable {
    var template: String
    var request: String
    var body: String
    var more = ""
    var testDescription: String { template }
  }

  private static let filled: [Filled] = [
    Filled(
      template: "{{request.method}} {{request.path}}", request: "GET /t/7?a=1", body: "GET /t/7"),
    Filled(template: "{{request.url}}", request: "GET /t/7?a=1", body: "/t/7?a=1"),
    Filled(template: "{{{request.url}}}", request: "GET /t/7?a=1", body: "/t/7?a=1"),
    Filled(
      template: "{{request.pathSegments.[1]}}-{{request.path.[0]}}", request: "GET /t/7",
      body: "7-t"),
    Filled(template: "{{request.path.id}}", request: "GET /t/7", body: "7"),
    Filled(
      template: "{{request.path.id}} {{request.pathSegments.id}}", request: "GET /t/a%20b",
      body: "a%20b a%20b"),
    Filled(
      template: "{{request.query.a}}{{request.query.b}}!", request: "GET /t/7?a=1&a=2", body: "1!"),
    Filled(template: "{{request.query.a.[1]}}", request: "GET /t/7?a=1&a=2", body: "2"),
    Filled(template: "{{request.headers.X-Key}}", request: "GET /t/7\nX-Key: k", body: "k"),
    Filled(template: "{{request.cookies.sid}}", request: "GET /t/7\nCookie: sid=9", body: "9"),
    Filled(template: "{{{request.body}}}", request: "POST /t/7\n\n{\"a\": 1}", body: #"{"a": 1}"#),
    Filled(
      template: "{{jsonPath request.body '$.a.b[1]'}}",
      request: "POST /t/7\n\n{\"a\": {\"b\": [1, 2]}}", body: "2"),
    Filled(
      template: "{{jsonPath request.body '$.a'}}", request: "POST /t/7\n\n{\"a\": {\"b\": 1}}",
      body: "imported.lua:12: the template shows an object or a list, whose text is unknown"),
    Filled(
      template: #"{\"c\": {{jsonPath request.body '$.a'}}}"#,
      request: "POST /t/7\n\n{\"a\": {\"b\": 1}}", body: #"{"c":{"b":1}}"#),
    Filled(template: "{{jsonPath request.body '$.none'}}.", request: "POST /t/7\n\n{}", body: "."),
    Filled(
      template: "{{request.baseUrl}} {{request.host}} {{request.port}}", request: "GET /t/7",
      body: "http://127.0.0.1:8080 127.0.0.1 8080"),
    Filled(
      template: "{{request.query.a}}", request: "GET /t/7?a=%22x%22%26y%3D1", body: #""x"&y=1"#),
    Filled(template: "<{{request.query.a}}>", request: "GET /t/7?a=%3Cb%3E", body: "<<b>>"),
    Filled(
      template: #"{\"id\": \"{{request.path.id}}\", \"n\": 1}"#, request: "GET /t/7",
      body: #"{"id":"7","n":1}"#),
    Filled(template: #"{\"n\": {{request.path.id}}}"#, request: "GET /t/7", body: #"{"n":7}"#),
    Filled(
      template: #"{\"id\": \"{{request.path.id}}\", \"n\": 12345678901234567890}"#,
      request: "GET /t/7", body: #"{"id":"7","n":12345678901234567890}"#),
    Filled(template: "[{{request.method}}] done", request: "GET /t/7", body: "[GET] done"),
    Filled(template: "[{{request.method}}]", request: "GET /t/7", body: "[GET]"),
    Filled(template: #"{\"a\": {{request.query.q}} }"#, request: "GET /t/7", body: #"{"a":  }"#),
    Filled(
      template: "{{request.method}}", request: "GET /t/7", body: "GET",
      more: #", "headers": {"Content-Type": "application/json"}"#),
    Filled(
      template: "{{request.body}}", request: "POST /t/7\n\nfalse", body: "false",
      more: #", "headers": {"Content-Type": "application/json"}"#),
    Filled(
      template: "{{parameters.greeting}}", request: "GET /t/7", body: "hello",
      more: #", "transformerParameters": {"greeting": "hello"}"#),
    Filled(
      template: "{{parameters.n}} {{parameters.b}}", request: "GET /t/7", body: "7.5 true",
      more: #", "transformerParameters": {"n": 7.5, "b": true}"#),
    Filled(
      template: "{{parameters.l}}", request: "GET /t/7",
      body: "Not imported: the template `{{parameters.l}}` has no counterpart",
      more: #", "transformerParameters": {"l": ["a", 1]}"#),
    Filled(
      template: "{{now offset='9223372036854775807 days'}}", request: "GET /t/7",
      body: "Not imported: the template `{{now offset='9223372036854775807 days'}}` has no "
        + "counterpart"),
    Filled(
      template: "{{request.query.a.[9223372036854775807]}}", request: "GET /t/7",
      body: "Not imported: the template `{{request.query.a.[9223372036854775807]}}` has no "
        + "counterpart"),
    Filled(
      template: "{{jsonPath request.body '$.n'}}", request: "POST /t/7\n\n{\"n\": 1.50}",
      body: "1.5"),
    Filled(
      template: "{{jsonPath request.body '$.n'}}", request: "POST /t/7\n\n{\"n\": 100000000.0}",
      body: "imported.lua:16: the template shows a large or small number, whose text is unknown"),
    Filled(
      template: "{{jsonPath request.body '$.n'}}", request: "POST /t/7\n\nno",
      body: "imported.lua:25: the template shows a part of the body, which isn't JSON"),
    Filled(template: "{{jsonPath request.body '$.n'}}.", request: "POST /t/7", body: "."),
    Filled(template: "a{{!comment}}b", request: "GET /t/7", body: "ab"),
  ]

  @Test("A template is filled in from the request", arguments: filled)
  private func fills(_ filled: Filled) async throws {
    let played = try PlayedMappings(
      "a.json",
      #"""
      {"request": {"urlPathTemplate": "/t/{id}"},
       "response": {"body": "\#(filled.template)", "transformers": ["response-template"]\#(filled.more)}}
      """#)
    let response = await played.send(PlayedMappings.Request(filled.request))
    #expect(response.body == filled.body, "\(played.script)")
  }

  private static let variables = [
    (
      "/f/{name}.{ext}", "{{request.path.name}} {{request.path.ext}}", "GET /f/a.b.json", "a.b json"
    ),
    ("/f/{name}.json", "{{request.path.name}}", "GET /f/a%20b.json", "a%20b"),
    ("/f/{a}-{b}/{b}", "{{request.path.a}} {{request.path.b}}", "GET /f/1-2-3/4", "1-2 4"),
    ("/f/**/{id}", "{{request.path.id}}", "GET /f/1/2/3", "3"),
    ("/f/{id}/**", "{{request.path.id}}", "GET /f/1/2/3", "1"),
  ]

  @Test("A template shows WireMock's value of a variable", arguments: variables)
  func variable(path: String, template: String, request: String, body: String) async throws {
    let played = try PlayedMappings(
      "a.json",
      #"""
      {"request": {"urlPathTemplate": "\#(path)"},
       "response": {"body": "\#(template)", "transformers": ["response-template"]}}
      """#)
    let response = await played.send(PlayedMappings.Request(request))
    #expect(response.body == body, "\(played.script)")
  }

  private static let computed = [
    ("{{randomValue type='UUID'}}", "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    ("{{randomValue length=5 type='NUMERIC'}}", "[0-9]{5}"),
    ("{{randomValue length=8 type='ALPHANUMERIC' uppercase=true}}", "[0-9A-Z]{8}"),
    ("{{now}}", "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"),
    ("{{now offset='3 days' format='yyyy-MM-dd'}}", "[0-9]{4}-[0-9]{2}-[0-9]{2}"),
    ("{{now format='unix'}}", "[0-9]{10}"),
    ("{{now offset='-1 hours' format='epoch'}}", "[0-9]{13}"),
  ]

  @Test("A template computes random values and dates", arguments: computed)
  func computes(template: String, expression: String) async throws {
    let played = try PlayedMappings(
      "a.json",
      #"{"request": {"urlPath": "/a"}, "response": {"body": "\#(template)", "transformers": ["response-template"]}}"#
    )
    let response = await played.send(PlayedMappings.Request("GET /a"))
    #expect(
      try Regex(expression).wholeMatch(in: response.body) != nil, "\(response)\n\(played.script)")
  }
}
