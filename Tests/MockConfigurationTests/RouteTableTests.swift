import MockConfiguration
import Testing

@Suite struct RouteTableTests {
  private static let names = [
    "GET /", "GET /a", "GET /a/{x}", "GET /a/b", "GET /a/{x}/c", "GET /a/b/{y}", "* /a/{x}",
    "GET /{rest...}", "POST /{rest...}", "GET /a/b/c/{rest...}", "HEAD /h", "GET /h",
  ]

  private func match(
    _ names: [String], _ method: String, _ path: String
  ) -> (name: String, values: [String: String])? {
    let table = RouteTable(["//*": names])
    let origin = HTTPOrigin(scheme: nil, host: "x", port: nil)
    return table.match(method, HTTPTarget(path).path, at: origin).map {
      ($0.method, $0.parameters)
    }
  }

  @Test("A path has at most 500 parts")
  func partLimit() throws {
    let path = String(repeating: "/a", count: 500)
    let table = RouteTable(["//*": ["GET \(path)"]])
    let parts = Array(repeating: "a", count: 500)
    let origin = HTTPOrigin(scheme: "https", host: "a.example", port: 443)
    #expect(table.match("GET", parts, at: origin)?.method == "GET \(path)")
    #expect(table.match("GET", parts + parts, at: origin) == nil)
    #expect(throws: RouteProblem.self) { try RouteTemplate("GET \(path)/a") }
  }

  @Test(
    "The most specific route matches in any order of the list",
    arguments: [
      ("GET", "/", "GET /", [:]), ("GET", "/a", "GET /a", [:]), ("GET", "/a/b", "GET /a/b", [:]),
      ("GET", "/a/z", "GET /a/{x}", ["x": "z"]), ("PUT", "/a/z", "* /a/{x}", ["x": "z"]),
      ("GET", "/a/z/c", "GET /a/{x}/c", ["x": "z"]), ("GET", "/a/b/c", "GET /a/b/{y}", ["y": "c"]),
      ("GET", "/a/b/c/d/e", "GET /a/b/c/{rest...}", ["rest": "d/e"]),
      ("GET", "/a/z/d", "GET /{rest...}", ["rest": "a/z/d"]),
      ("POST", "/q/r", "POST /{rest...}", ["rest": "q/r"]), ("HEAD", "/a", "GET /a", [:]),
      ("HEAD", "/h", "HEAD /h", [:]), ("GET", "/h", "GET /h", [:]),
    ] as [(String, String, String, [String: String])])
  func specific(method: String, path: String, name: String, values: [String: String]) throws {
    for names in [Self.names, Self.names.reversed(), Self.names.sorted()] {
      let found = try #require(match(names, method, path))
      #expect(found.name == name)
      #expect(found.values == values)
    }
  }

  private static let parts = [
    "GET /{id}", "GET /{id}.json", "GET /{id}.{format}", "GET /v{version}", "GET /a.json",
    "GET /{a}...{b}", "GET /v{n}/x", "GET /{any}/x", "GET /%7B{braced}%7D", "GET /{x}b",
    "GET /a{y}",
  ]

  @Test(
    "Text around a parameter must match, and the route with more of it comes first",
    arguments: [
      ("/7.json", "GET /{id}.json", ["id": "7"]), ("/a.json", "GET /a.json", [:]),
      ("/x.tar.gz", "GET /{id}.{format}", ["id": "x", "format": "tar.gz"]),
      ("/v1.json", "GET /{id}.json", ["id": "v1"]), ("/v2", "GET /v{version}", ["version": "2"]),
      ("/v", "GET /{id}", ["id": "v"]), ("/.json", "GET /{id}", ["id": ".json"]),
      ("/x.", "GET /{id}", ["id": "x."]),
      ("/..x", "GET /{id}.{format}", ["id": ".", "format": "x"]),
      ("/p...q", "GET /{a}...{b}", ["a": "p", "b": "q"]), ("/v1/x", "GET /v{n}/x", ["n": "1"]),
      ("/v/x", "GET /{any}/x", ["any": "v"]), ("/w1/x", "GET /{any}/x", ["any": "w1"]),
      ("/%7Bq%7D", "GET /%7B{braced}%7D", ["braced": "q"]), ("/acb", "GET /a{y}", ["y": "cb"]),
      ("/é.json", "GET /{id}.json", ["id": "é"]),
    ] as [(String, String, [String: String])])
  func parts(path: String, name: String, values: [String: String]) throws {
    for names in [Self.parts, Self.parts.reversed(), Self.parts.sorted()] {
      let found = try #require(match(names, "GET", path))
      #expect(found.name == name)
      #expect(found.values == values)
    }
  }

  @Test(
    "A request gets the closest route as a suggestion, including by the text around a parameter")
  func nearestPart() {
    let table = RouteTable(["//*": ["GET /reports/{id}.json", "GET /other"]])
    let origin = HTTPOrigin(scheme: nil, host: "x", port: nil)
    #expect(
      table.hint(for: "GET", "/report/7.json", at: origin)
        == "did you mean `GET /reports/{id}.json`?")
  }

  @Test("An invalid escape in a query stays unchanged, and the rest is decoded")
  func brokenEscapes() {
    let query = HTTPTarget("/a?q=100%&a%2=b+c&d=%20").query
    #expect(query.map(\.name) == ["q", "a%2", "d"])
    #expect(query.map(\.value) == ["100%", "b c", " "])
  }

  @Test("A part of a path that can't be decoded stays unchanged, and a route can have it")
  func undecodedParts() throws {
    #expect(HTTPTarget("/a%20b/%E9%20/%zz").path == ["a b", "%E9%20", "%zz"])
    for path in ["/caf%E9", "/%zz", "/a%20b", "/100%"] {
      let name = "GET \(RouteTemplate.literal(path))"
      #expect(match([name], "GET", path)?.name == name)
    }
    #expect(match(["GET /caf%E9"], "GET", "/caf%E9") != nil)
  }

  @Test("A request that matches no route gets nil")
  func none() {
    #expect(match(Self.names, "DELETE", "/b") == nil)
    #expect(match(["GET /a/{x}"], "GET", "/a/") == nil)
    #expect(match(["GET /a"], "GET", "/a/") == nil)
    #expect(match(["GET /a"], "get", "/a") == nil)
  }

  @Test(
    "The more specific host comes first",
    arguments: [
      ("https", "api.example.com", 443, "https://api.example.com"),
      ("http", "api.example.com", 80, "//api.example.com"),
      ("https", "api.example.com", 8443, "https://api.example.com:8443"),
      ("https", "www.example.com", 443, "//*.example.com"),
      ("https", "a.b.example.com", 443, "//*.b.example.com"),
      ("https", "example.com", 443, "//*"), ("http", "localhost", 3000, "http://localhost:3000"),
    ] as [(String, String, Int, String)])
  func hosts(scheme: String, host: String, port: Int, service: String) throws {
    let services = [
      "https://api.example.com", "//api.example.com", "https://api.example.com:8443",
      "//*.example.com", "//*.b.example.com", "//*", "http://localhost:3000",
    ]
    let table = RouteTable(Dictionary(services.map { ($0, ["GET /a"]) }) { $1 })
    let origin = HTTPOrigin(scheme: scheme, host: host, port: port)
    #expect(table.match("GET", ["a"], at: origin)?.service == service)
  }

  @Test("A less specific host handles requests that the more specific one has no route for")
  func fallback() {
    let table = RouteTable(["//a.example": ["GET /a"], "//*": ["GET /b"]])
    let origin = HTTPOrigin(scheme: "https", host: "A.example", port: 443)
    #expect(table.match("GET", ["a"], at: origin)?.service == "//a.example")
    #expect(table.match("GET", ["b"], at: origin)?.service == "//*")
  }

  @Test("The closest route is reported with its parameters")
  func hint() {
    let table = RouteTable(["//a.example": ["GET /users/{id}", "PUT /users", "GET /health"]])
    let origin = HTTPOrigin(scheme: nil, host: "a.example", port: nil)
    #expect(table.hint(for: "GET", "/user/77", at: origin) == "did you mean `GET /users/{id}`?")
    #expect(table.hint(for: "PUT", "/users/", at: origin) == "did you mean `PUT /users`?")
    #expect(
      table.hint(for: "POST", "/users", at: origin)
        == "did you mean `PUT /users`? It has another method.")
    let escaped = RouteTable(["//a.example": ["GET /a%2Fb"]])
    #expect(escaped.hint(for: "GET", "/a/b", at: origin) == "did you mean `GET /a%2Fb`?")
    let other = HTTPOrigin(scheme: nil, host: "b.example", port: nil)
    #expect(table.hint(for: "GET", "/a", at: other) == "the hosts with routes are `//a.example`")
  }

  @Test("A preferred route comes before those of more precise hosts")
  func preferred() {
    let table = RouteTable(
      ["//a.example": ["GET /users/7", "GET /b"], "//*": ["GET /users/{id}", "GET /b"]],
      preferring: ["//*": ["GET /users/{id}"]])
    let origin = HTTPOrigin(scheme: nil, host: "a.example", port: nil)
    #expect(table.match("GET", ["users", "7"], at: origin)?.service == "//*")
    #expect(table.match("GET", ["b"], at: origin)?.service == "//a.example")
  }

  @Test(
    "Whether a route may answer requests of a template",
    arguments: [
      ("GET /users/7", true), ("HEAD /users/{x}", true), ("PUT /users/7", false),
      ("GET /users", false), ("GET /files/a/b", true), ("GET /{any...}", true),
      ("* /users/8", true), ("GET /v2/x", true), ("GET /w2/x", false), ("DELETE /v2/x", true),
    ])
  func mayAnswer(_ name: String, _ isRoute: Bool) throws {
    let names = ["GET /users/{id}", "GET /files/{rest...}", "* /v{n}/x"]
    let table = RouteTable(["//a.example": names])
    #expect(table.mayAnswer(try RouteTemplate(name)) == isRoute)
  }

  @Test(
    "A GraphQL operation is identified by the request body",
    arguments: [
      ("POST", .query, "Feed", "POST /graphql query Feed"),
      ("POST", .mutation, "Feed", "POST /graphql mutation Feed"),
      ("POST", nil, "Feed", "POST /graphql query Feed"),
      ("POST", nil, "Like", "* /graphql mutation Like"),
      ("GET", .query, "Feed", "POST /graphql query Feed"), ("GET", .mutation, "Feed", nil),
      ("PUT", .mutation, "Like", "* /graphql mutation Like"),
      ("POST", .query, "Like", "POST /graphql"), ("POST", nil, nil, "POST /graphql"),
    ] as [(String, GraphQLOperation.Kind?, String?, String?)])
  func operations(
    method: String, kind: GraphQLOperation.Kind?, name: String?, route: String?
  ) {
    let table = RouteTable([
      "//a.example": [
        "POST /graphql", "POST /graphql query Feed", "POST /graphql mutation Feed",
        "* /graphql mutation Like",
      ]
    ])
    #expect(table.hasOperations)
    let origin = HTTPOrigin(scheme: nil, host: "a.example", port: nil)
    let operation = name.map { GraphQLOperation(kind: kind, name: $0) }
    let match = table.match(method, ["graphql"], operation: operation, at: origin)
    #expect(match?.method == route)
    #expect((match?.operation == nil) == (route == nil || route == "POST /graphql"))
    let hint = table.hint(for: "POST", "/graphql query Fede", at: origin)
    #expect(hint == "did you mean `POST /graphql query Feed`?")
    #expect(!RouteTable(["//a.example": ["POST /graphql", "GET /a b"]]).hasOperations)
  }

  @Test("An invalid route in a configuration is reported with its location")
  func configuration() throws {
    func error(_ text: String) -> String? {
      do throws(MockConfigurationError) {
        _ = try MockServiceConfiguration(json: text)
        return nil
      } catch {
        return "\(error)"
      }
    }
    func service(_ name: String, _ route: String, _ response: String) -> String {
      "{\"services\":{\"\(name)\":{\"methods\":{\"\(route)\":{\"responses\":[\(response)]}}}}}"
    }
    let plain = #"{"result":"success","value":{"body":1}}"#
    #expect(error(service("https://a.example", "GET /a", plain)) == nil)
    #expect(error(service("//a", "POST /graphql query Feed", plain)) == nil)
    let bare = #"{"result":"success","value":5}"#
    let unknown = #"{"result":"success","value":{"bdy":5}}"#
    let code = #"{"result":"error","error":{"code":"x","message":"x"}}"#
    let invalid: [(configuration: String, problem: String)] = [
      (service("ftp://a", "GET /a", plain), "neither http nor https"),
      (service("//a", "get /a", plain), "capital letters"),
      (service("//a", "GET /a", bare), "a route's response must be an object"),
      (service("//a", "GET /a", unknown), "did you mean `body`?"),
      (service("//a", "GET /a", code), "isn't a request error"),
      (service("//a", "POST query Feed", plain), "does not begin with a slash"),
    ]
    for (configuration, problem) in invalid {
      let message = try #require(error(configuration), "\(configuration)")
      #expect(message.contains(problem))
    }
  }

  @Test(
    "A host is matched without regard to case",
    arguments: [
      ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example", "xn--bcher-kva.example"),
      ("münchen.de", "xn--mnchen-3ya.de"), ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
      ("*.mañana.com", "*.xn--maana-pta.com"), ("☃.net", "xn--n3h.net"),
      ("правда", "xn--80aafi6cg"), ("why-日本", "xn--why--j79hm9d"),
      ("ليهمابتكلموشعربي", "xn--mgbcah9ar9a4efegftvvn"),
      ("pročprostěnemluvíčesky", "xn--proprostnemluvesky-uyb24dma41a"),
      ("xn--bcher-kva.example", "xn--bcher-kva.example"),
    ])
  func letters(written: String, name: String) throws {
    #expect(try HTTPHost(written).service == "//\(name)")
    if !written.hasPrefix("*") {
      #expect(HTTPOrigin(scheme: nil, host: written, port: nil).host == name)
    }
  }

  @Test(
    "A host has one name for every form that clients send",
    arguments: [
      ("a.example.com.", "a.example.com"), ("A.Example.COM.", "a.example.com"),
      ("bücher.example.", "xn--bcher-kva.example"), ("*.example.com.", "*.example.com"),
      ("[0:0:0:0:0:0:0:1]", "[::1]"), ("[::0001]", "[::1]"), ("[::1]", "[::1]"),
      ("[2001:DB8:0:0:1:0:0:1]", "[2001:db8::1:0:0:1]"),
      ("[::ffff:7f00:1]", "[::ffff:127.0.0.1]"), ("[fe80::1%25eth0]", "[fe80::1%25eth0]"),
      ("127.0.0.1.", "127.0.0.1"),
    ])
  func forms(written: String, name: String) throws {
    #expect(try HTTPHost(written).service == "//\(name)")
    #expect(try HTTPHost("http://\(written):8080").service == "http://\(name):8080")
    if !written.hasPrefix("*") {
      #expect(HTTPOrigin(scheme: nil, host: written, port: nil).host == name)
    }
  }

  @Test(
    "Invalid host names",
    arguments: [
      ".", "a..", "..", "a.example..", "[]", "[foo]", "[127.0.0.1]", "[::1", "[::1]x", "[%25en0]",
      "*.[::1]",
    ])
  func noName(written: String) {
    #expect(throws: RouteProblem.self) { try HTTPHost(written) }
  }

  @Test("A label that exceeds the maximum length is rejected")
  func longLabel() {
    #expect(throws: RouteProblem.self) { try HTTPHost(String(repeating: "ü", count: 64)) }
    #expect(throws: Never.self) { try HTTPHost(String(repeating: "ü", count: 63)) }
  }
}
