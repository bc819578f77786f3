import MockData
import Testing

/// Responses of a script imported from a Postman collection (version 2.1) with examples.
struct PostmanImportTests {
  private typealias Played = PlayedImport.Played

  private static func url(_ raw: String, _ more: [String: AnyCodableValue] = [:]) -> AnyCodableValue
  {
    .dictionary(["raw": .string(raw)].merging(more) { $1 })
  }

  private static func request(
    _ method: String, _ url: AnyCodableValue, body: AnyCodableValue? = nil,
    headers: [AnyCodableValue] = [], auth: AnyCodableValue? = nil
  ) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "method": .string(method), "url": url, "header": .array(headers),
    ]
    members["body"] = body
    members["auth"] = auth
    return .dictionary(members)
  }

  private static func saved(
    _ name: String, _ request: AnyCodableValue?, _ body: String, code: Int = 200,
    headers: [AnyCodableValue] = []
  ) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "name": .string(name), "code": .int(code), "body": .string(body),
      "header": .array(headers), "_postman_previewlanguage": "json",
    ]
    members["originalRequest"] = request
    return .dictionary(members)
  }

  private static func item(
    _ name: String, _ request: AnyCodableValue, _ saved: [AnyCodableValue]
  ) -> AnyCodableValue {
    ["name": .string(name), "request": request, "response": .array(saved)]
  }

  private static func collection(
    _ title: String, _ items: [AnyCodableValue], variables: [AnyCodableValue] = [],
    script: [String] = [], _ requests: [Played], messages: [String] = []
  ) -> PlayedImport {
    PlayedImport(
      title: title,
      document: [
        "info": [
          "name": "c",
          "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
        ],
        "item": .array(items), "variable": .array(variables),
      ], script: script, requests: requests, messages: messages)
  }

  private static func send(
    _ method: String, _ path: String, _ expected: PlayedImport.Expected,
    headers: [String: String] = [:], body: String = "", gets: [String: [String]] = [:]
  ) -> Played {
    Played(
      method: method, url: path.contains("://") ? path : "http://any.test" + path, headers: headers,
      body: body, expected: expected, expectedHeaders: gets)
  }

  /// Two bodies for one request, each with an example.
  private static func told(
    _ title: String, _ one: AnyCodableValue, _ other: AnyCodableValue, type: String,
    sent first: String, _ second: String
  ) -> PlayedImport {
    let address = url("{{baseUrl}}/b")
    return collection(
      title,
      [
        item(
          "b", request("POST", address, body: one),
          [
            saved("1", request("POST", address, body: one), "1"),
            saved("2", request("POST", address, body: other), "2"),
          ])
      ],
      [
        send("POST", "/b", .json(200, 2), headers: ["Content-Type": type], body: second),
        send("POST", "/b", .json(200, 1), headers: ["Content-Type": type], body: first),
      ])
  }

  private static func raw(_ text: String, language: String = "json") -> AnyCodableValue {
    [
      "mode": "raw", "raw": .string(text), "options": ["raw": ["language": .string(language)]],
    ]
  }

  private static func formdata(_ fields: AnyCodableValue...) -> AnyCodableValue {
    ["mode": "formdata", "formdata": .array(fields)]
  }

  private static func text(_ key: String, _ value: String, disabled: Bool = false)
    -> AnyCodableValue
  {
    [
      "key": .string(key), "value": .string(value), "type": "text", "disabled": .bool(disabled),
    ]
  }

  private static func graphql(_ query: String, _ variables: String) -> AnyCodableValue {
    ["mode": "graphql", "graphql": ["query": .string(query), "variables": .string(variables)]]
  }

  private static let json = "application/json"
  private static let form = "application/x-www-form-urlencoded"
  private static let parts = "multipart/form-data; boundary=Q"

  private static func part(_ head: String, _ text: String) -> String {
    "--Q\r\nContent-Disposition: form-data; \(head)\r\n\r\n\(text)\r\n--Q--\r\n"
  }

  private static let toldApart: [PlayedImport] = [
    told(
      "A field of a form in parts", formdata(text("kind", "a")), formdata(text("kind", "b")),
      type: parts, sent: part("name=\"kind\"", "a"), part("name=\"kind\"", "b")),
    told(
      "A file in a form, whose content a collection doesn't have",
      formdata(["key": "f", "type": "file", "src": "/home/a/a.png"]),
      formdata(["key": "f", "type": "file", "src": ["/home/a/b.png"]]), type: parts,
      sent: part("name=\"f\"; filename=\"a.png\"", "1"), part("name=\"f\"; filename=\"b.png\"", "2")
    ),
    told(
      "A disabled field isn't sent",
      formdata(text("kind", "a"), text("more", "1", disabled: true)),
      formdata(text("kind", "a"), text("more", "1")), type: parts,
      sent: part("name=\"kind\"", "a"), part("name=\"more\"", "1")),
    told(
      "A field of a form", ["mode": "urlencoded", "urlencoded": [["key": "k", "value": "a"]]],
      ["mode": "urlencoded", "urlencoded": [["key": "k", "value": "b c"]]], type: form,
      sent: "k=a", "k=b+c"),
    told(
      "A variable without quotes", raw(#"{"id": {{id}}, "kind": "x"}"#),
      raw(#"{"id": {{id}}, "kind": "y"}"#), type: json, sent: #"{"id":1,"kind":"x"}"#,
      #"{"id":1,"kind":"y"}"#),
    told(
      "A variable in a list", raw(#"{"ids": [{{id}}, 2], "kind": "x"}"#),
      raw(#"{"ids": [{{id}}, 2], "kind": "y"}"#), type: json, sent: #"{"ids":[1,2],"kind":"x"}"#,
      #"{"ids":[1,2],"kind":"y"}"#),
    told(
      "Braces within a text aren't a variable without quotes",
      raw(#"{"t": "\"{{a}}", "kind": "x"}"#),
      raw(#"{"t": "\"{{a}}", "kind": "y"}"#), type: json, sent: #"{"t":"1","kind":"x"}"#,
      #"{"t":"2","kind":"y"}"#),
    told(
      "Comments in JSON", raw("{\n  // the kind\n  \"kind\": \"x\" /* a */\n}"),
      raw("{\"kind\": \"y\"}"), type: json, sent: #"{"kind":"x"}"#, #"{"kind":"y"}"#),
    told(
      "Null isn't absence", raw("{}"), raw(#"{"nick": null}"#), type: json, sent: "{}",
      #"{"nick":null}"#),
    told(
      "Text is compared as it is", raw("a", language: "text"), raw("b", language: "text"),
      type: "text/plain", sent: "a", "b"),
    told(
      "The variables of GraphQL", graphql("query Q { q }", #"{"id": 1}"#),
      graphql("query Q { q }", #"{"id": 2}"#), type: json,
      sent: #"{"query":"query Q { q }","variables":{"id":1}}"#,
      #"{"query":"query Q { q }","variables":{"id":2}}"#),
    told(
      "A variable in the variables of GraphQL", graphql("query A { a }", #"{"id": {{id}}}"#),
      graphql("query B { b }", #"{"id": {{id}}}"#), type: json,
      sent: #"{"query":"query A { a }","variables":{"id":7}}"#,
      #"{"query":"query B { b }","variables":{"id":8}}"#),
  ]

  private static func folder(
    _ name: String, _ items: [AnyCodableValue], variables: [AnyCodableValue] = []
  ) -> AnyCodableValue {
    ["name": .string(name), "item": .array(items), "variable": .array(variables)]
  }

  private static func variable(_ key: String, _ value: String, disabled: Bool = false)
    -> AnyCodableValue
  {
    ["key": .string(key), "value": .string(value), "disabled": .bool(disabled)]
  }

  private static func query(_ key: String, _ value: String, disabled: Bool = false)
    -> AnyCodableValue
  {
    ["key": .string(key), "value": .string(value), "disabled": .bool(disabled)]
  }

  private static let addresses: [PlayedImport] = [
    collection(
      "The value of a part of a path",
      [
        item(
          "i", request("GET", url("{{b}}/i/:id")),
          ["1", "2"].map { id in
            saved(
              id,
              request(
                "GET",
                url("{{b}}/i/:id", ["variable": [["key": "id", "value": .string(id)]]])), id)
          })
      ],
      [send("GET", "/i/2", .json(200, 2)), send("GET", "/i/1", .json(200, 1))]),
    collection(
      "A saved request may have the value in its path",
      [
        item(
          "i", request("GET", url("{{b}}/i/:id")),
          ["1", "2"].map { saved($0, request("GET", url("{{b}}/i/\($0)")), $0) })
      ],
      [send("GET", "/i/2", .json(200, 2))]),
    collection(
      "The parts of an address are used, not its `raw` text",
      [
        item(
          "i",
          request(
            "GET",
            url(
              "https://api.test/users/",
              ["protocol": "https", "host": ["api", "test"], "path": ["users", "100"]])),
          [saved("1", nil, "1")])
      ],
      [send("GET", "https://api.test/users/100", .json(200, 1))]),
    collection(
      "Without a protocol, the host can be a variable with the whole address",
      [
        item(
          "i", request("GET", ["host": ["{{baseUrl}}"], "path": ["pets"]]), [saved("1", nil, "1")])
      ], variables: [["key": "baseUrl", "value": "https://api.test/v1"]],
      [send("GET", "https://api.test/v1/pets", .json(200, 1))]),
    collection(
      "Without a host, any host matches",
      [item("i", request("GET", "http:///beer/:name"), [saved("1", nil, "1")])],
      [send("GET", "/beer/x", .json(200, 1))]),
    collection(
      "A plus sign in a query is sent as it is, and read as a space",
      ["a+b", "c"].map { text in
        item(
          text, request("GET", url("{{b}}/s?q=\(text)", ["query": [query("q", text)]])),
          [saved("1", nil, "\"\(text)\"")])
      },
      [
        send("GET", "/s?q=a+b", .json(200, "a+b")), send("GET", "/s?q=a%20b", .json(200, "a+b")),
        send("GET", "/s?q=c", .json(200, "c")),
      ]),
    collection(
      "A GraphQL request has the type of JSON",
      [
        item(
          "json",
          request(
            "POST", url("{{b}}/g"), body: ["mode": "raw", "raw": #"{"x":1}"#],
            headers: [["key": "Content-Type", "value": "application/json"]]),
          [saved("1", nil, "1")]),
        item(
          "form",
          request(
            "POST", url("{{b}}/g"), body: ["mode": "file", "file": [:]],
            headers: [["key": "Content-Type", "value": "application/x-www-form-urlencoded"]]), []),
        item(
          "query",
          request(
            "POST", url("{{b}}/g"), body: ["mode": "graphql", "graphql": ["query": "{ me }"]]),
          [saved("1", nil, "3")]),
      ],
      [
        send(
          "POST", "/g", .json(200, 3), headers: ["Content-Type": "application/json"],
          body: #"{"query":"{ me }"}"#)
      ]),
    collection(
      "A disabled parameter isn't sent",
      [
        item(
          "i",
          request(
            "GET",
            url("{{b}}/i?a=1", ["query": [query("a", "1"), query("a", "1", disabled: true)]])),
          [
            saved(
              "1",
              request(
                "GET",
                url("{{b}}/i?a=1", ["query": [query("a", "1"), query("a", "1", disabled: true)]])),
              "1"),
            saved(
              "2", request("GET", url("{{b}}/i", ["query": [query("a", "1", disabled: true)]])), "2"
            ),
          ])
      ],
      [send("GET", "/i?a=1", .json(200, 1)), send("GET", "/i", .json(200, 2))]),
    collection(
      "A variable in a query is any text",
      [
        item(
          "i", request("GET", url("{{b}}/i?q={{q}}&k=1")),
          ["1", "2"].map { saved($0, request("GET", url("{{b}}/i?q={{q}}&k=\($0)")), $0) })
      ],
      [send("GET", "/i?q=x&k=2", .json(200, 2))]),
    collection(
      "A parameter with escapes",
      [
        item(
          "i", request("GET", url("{{b}}/i")),
          ["a b", "c&d"].map { value in
            let escaped = value == "a b" ? "a%20b" : "c%26d"
            return saved(
              value,
              request("GET", url("{{b}}/i?q=\(escaped)", ["query": [query("q", escaped)]])),
              "\"\(value)\"")
          })
      ],
      [send("GET", "/i?q=c%26d", .json(200, "c&d")), send("GET", "/i?q=a%20b", .json(200, "a b"))]),
    collection(
      "The variables of a collection",
      [item("i", request("GET", url("{{base}}/{{path}}")), [saved("1", nil, #"{"v": "{{v}}"}"#)])],
      variables: [
        variable("base", "https://{{host}}"), variable("host", "v.test"), variable("path", "p"),
        variable("v", "value"), variable("v", "other", disabled: true),
      ],
      [send("GET", "https://v.test/p", .json(200, ["v": "value"]))]),
    collection(
      "The variables of a folder come first, and only in it",
      [
        folder(
          "f", [item("i", request("GET", url("{{b}}/{{p}}")), [saved("1", nil, "1")])],
          variables: [variable("p", "inner")]),
        item("j", request("GET", url("{{b}}/{{p}}")), [saved("2", nil, "2")]),
      ], variables: [variable("p", "outer")],
      [send("GET", "/inner", .json(200, 1)), send("GET", "/outer", .json(200, 2))]),
    collection(
      "Variables that hold each other end",
      [item("i", request("GET", url("{{b}}/p")), [saved("1", nil, "1")])],
      variables: (0..<9).map {
        variable("v\($0)", String(repeating: "{{v\($0 + 1)}}", count: 10))
      } + [variable("v9", "{{v0}}")],
      [send("GET", "/p", .json(200, 1))]),
    collection(
      "The value of a part of a path can have escapes",
      [
        item(
          "i", request("GET", url("{{b}}/i/:id")),
          [
            saved(
              "1", request("GET", url("{{b}}/i/:id", ["variable": [query("id", "a%20c")]])), "1"),
            saved("2", request("GET", url("{{b}}/i/b%2Fd")), "2"),
            saved("3", request("GET", url("{{b}}/i/100%")), "3"),
          ])
      ],
      [
        send("GET", "/i/b%2Fd", .json(200, 2)), send("GET", "/i/a%20c", .json(200, 1)),
        send("GET", "/i/100%25", .json(200, 3)),
      ]),
    collection(
      "Postman escapes a percent sign",
      [item("i", request("GET", url("{{b}}/100%")), [saved("1", nil, "1")])],
      [send("GET", "/100%25", .json(200, 1))]),
    collection(
      "A response repeats the variables of its path",
      [
        item(
          "i", request("GET", url("{{b}}/i/{{user id}}/{{other}}")),
          [
            saved(
              "1", nil, #"{"id": "<{{user id}}>", "no": "{{missing}}"}"#,
              headers: [["key": "Location", "value": "/i/{{user id}}"]])
          ]),
        item(
          "j", request("GET", url("{{b}}/j/:id")),
          [saved("1", request("GET", url("{{b}}/j/{{name}}")), #"{"id": "{{name}}"}"#)]),
        item("k", request("POST", url("{{b}}/i/{{a}}/{{b}}")), [saved("1", nil, #"["{{b}}"]"#)]),
      ],
      script: [#"{ id = "<" .. request.path.user_id .. ">", no = "{{missing}}" }"#],
      [
        send(
          "GET", "/i/Carol/x", .json(200, ["id": "<Carol>", "no": "{{missing}}"]),
          gets: ["Location": ["/i/Carol"]]),
        send("GET", "/j/a%20b", .json(200, ["id": "a b"])),
        send("POST", "/i/x/y", .json(200, ["y"])),
      ]),
    collection(
      "Two routes that differ in their names are one",
      [
        item("i", request("GET", url("{{b}}/i/{{a}}/{{c}}")), [saved("1", nil, "1", code: 404)]),
        item(
          "j", request("GET", url("{{b}}/i/{{c}}/{{a}}?k=1")),
          [saved("1", request("GET", url("{{b}}/i/{{c}}/{{a}}?k=1")), #"["{{a}}"]"#)]),
      ],
      [send("GET", "/i/x/y?k=1", .json(200, ["y"])), send("GET", "/i/x/y", .json(404, 1))]),
    collection(
      "A variable of the path that isn't quoted in JSON is left out",
      [item("i", request("GET", url("{{b}}/i/{{id}}")), [saved("1", nil, #"{"id": {{id}}}"#)])],
      [send("GET", "/i/7", .leftOut("its body isn't JSON"))]),
    collection(
      "A bearer token tells requests apart",
      [
        item(
          "i", request("GET", url("{{b}}/p")),
          [
            saved(
              "1",
              request(
                "GET", url("{{b}}/p"),
                auth: ["type": "bearer", "bearer": [["key": "token", "value": "abc"]]]), "1"),
            saved("2", request("GET", url("{{b}}/p"), auth: ["type": "noauth"]), "2", code: 401),
          ])
      ],
      [
        send("GET", "/p", .json(401, 2)),
        send("GET", "/p", .json(200, 1), headers: ["Authorization": "Bearer abc"]),
      ]),
    collection(
      "A password tells requests apart",
      [
        item(
          "i", request("GET", url("{{b}}/p")),
          [
            saved(
              "1",
              request(
                "GET", url("{{b}}/p"),
                auth: [
                  "type": "basic",
                  "basic": [
                    ["key": "username", "value": "u"], ["key": "password", "value": "p"],
                  ],
                ]), "1"),
            saved("2", request("GET", url("{{b}}/p")), "2", code: 401),
          ])
      ],
      [
        send("GET", "/p", .json(200, 1), headers: ["Authorization": "Basic dTpw"]),
        send("GET", "/p", .json(401, 2)),
      ]),
    collection(
      "A key in the query tells requests apart",
      [
        item(
          "i", request("GET", url("{{b}}/p")),
          [
            saved(
              "1",
              request(
                "GET", url("{{b}}/p"),
                auth: [
                  "type": "apikey",
                  "apikey": [
                    ["key": "key", "value": "k"], ["key": "value", "value": "1"],
                    ["key": "in", "value": "query"],
                  ],
                ]), "1"),
            saved("2", request("GET", url("{{b}}/p")), "2", code: 401),
          ])
      ],
      [send("GET", "/p?k=1", .json(200, 1)), send("GET", "/p", .json(401, 2))]),
    collection(
      "A request without a saved response is left out",
      [item("i", request("GET", url("{{b}}/p")), [])], script: [" is not imported: "],
      [send("GET", "/p", .leftOut("no saved response"))], messages: ["1 left out"]),
    collection(
      "Of several examples of one request the first success is given",
      [
        item(
          "i", request("GET", url("{{b}}/p")),
          [
            saved("Busy", nil, "1", code: 503), saved("Fine", nil, "2"),
            saved("Also fine", nil, "3"),
          ])
      ],
      script: [
        "Left out, because it has the same request: 503 Busy.",
        "Left out, because it has the same request: 200 Also fine.",
      ],
      [send("GET", "/p", .json(200, 2)), send("GET", "/p", .json(200, 2))]),
    collection(
      "Two requests of one address are no sequence",
      [
        item("i", request("GET", url("{{b}}/p")), [saved("1", nil, "1")]),
        item("j", request("GET", url("{{b}}/p")), [saved("2", nil, "2")]),
      ],
      [send("GET", "/p", .json(200, 1)), send("GET", "/p", .json(200, 1))]),
    collection(
      "Headers of an example stay",
      [
        item(
          "i", request("GET", url("{{b}}/p")),
          [
            saved(
              "1", nil, "", code: 204,
              headers: [
                ["key": "Vary", "value": "Accept"], ["key": "X", "value": "1", "disabled": true],
              ])
          ])
      ],
      [send("GET", "/p", .text(204, ""), gets: ["Vary": ["Accept"], "X": []])]),
  ]

  private static func dynamic(
    _ title: String, _ body: String, _ pattern: String, headers: [AnyCodableValue] = []
  ) -> PlayedImport {
    collection(
      title,
      [
        item(
          "i", request("GET", url("{{b}}/p")),
          [saved("1", nil, body, code: 201, headers: headers)])
      ], script: ["= function()"],
      [send("GET", "/p", .matching(201, pattern))])
  }

  private static let uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"

  private static let dynamicVariables: [PlayedImport] = [
    dynamic("$guid", #"{"id": "{{$guid}}"}"#, #"\{"id":"\#(uuid)"\}"#),
    dynamic(
      "$randomUUID within a text", #"{"id": "a-{{$randomUUID}}-b"}"#, #"\{"id":"a-\#(uuid)-b"\}"#),
    dynamic("$timestamp without quotes", #"{"at": {{$timestamp}}}"#, #"\{"at":[0-9]{10}\}"#),
    dynamic("$timestamp in quotes", #"{"at": "{{$timestamp}}"}"#, #"\{"at":"[0-9]{10}"\}"#),
    dynamic(
      "$isoTimestamp", #"{"at": "{{$isoTimestamp}}"}"#,
      #"\{"at":"2026-01-01T00:00:00\.000Z"\}"#),
    dynamic("$randomInt", #"[{{$randomInt}}]"#, #"\[[0-9]{1,4}\]"#),
    dynamic("$randomBoolean", #"[{{$randomBoolean}}]"#, #"\[(?:true|false)\]"#),
    dynamic(
      "Several in one body", #"{"a": {"b": ["{{$randomFirstName}} {{$randomLastName}}"]}, "n": 1}"#,
      #"\{"a":\{"b":\["[A-Z][a-z]+ [A-Z][a-z]+"\]\},"n":1\}"#),
    dynamic(
      "Next to a number with many digits", #"{"id": "{{$guid}}", "n": 12345678901234567890}"#,
      #"\{"id":"\#(uuid)","n":12345678901234567890\}"#),
    dynamic(
      "In a text", "id={{$guid}}", "id=\(uuid)",
      headers: [["key": "Content-Type", "value": "text/plain"]]),
    dynamic(
      "In HTML, after text", "<p>{{$guid}}</p>", "<p>\(uuid)</p>",
      headers: [["key": "Content-Type", "value": "text/html"]]),
    dynamic("In a JSON string, after text", #""a {{$guid}}""#, #""a \#(uuid)""#),
    collection(
      "In a header",
      [
        item(
          "i", request("GET", url("{{b}}/p")),
          [
            saved(
              "1", nil, "1", headers: [["key": "Location", "value": "/p/{{$randomInt}}"]])
          ])
      ], script: [#"Location = "/p/" .. tostring(random(0, 1000))"#],
      [send("GET", "/p", .json(200, 1))]),
    collection(
      "A dynamic variable without a form is left out",
      [
        item(
          "i", request("GET", url("{{b}}/p")),
          [saved("1", nil, #"{"a": "{{$randomBankAccountIban}}"}"#)])
      ], [send("GET", "/p", .leftOut("{{$randomBankAccountIban}}"))]),
    collection(
      "A variable without a value stays as it is",
      [item("i", request("GET", url("{{b}}/p")), [saved("1", nil, #"{"a": "{{name}}"}"#)])],
      [send("GET", "/p", .json(200, ["a": "{{name}}"]))]),
    collection(
      "A dynamic variable in a request is any text",
      [
        item(
          "i", request("POST", url("{{b}}/p/{{$guid}}"), body: raw(#"{"id": "{{$guid}}"}"#)),
          [saved("1", nil, "1")])
      ],
      [send("POST", "/p/7", .json(200, 1), headers: ["Content-Type": json], body: #"{"id":"9"}"#)]),
  ]

  @Test("Request bodies distinguish examples", arguments: toldApart)
  func bodies(_ played: PlayedImport) async throws { try await played.check(file: "c.json") }

  @Test("Addresses, variables, and credentials", arguments: addresses)
  func requests(_ played: PlayedImport) async throws { try await played.check(file: "c.json") }

  @Test("Dynamic variables are computed for each response", arguments: dynamicVariables)
  func variables(_ played: PlayedImport) async throws { try await played.check(file: "c.json") }
}
