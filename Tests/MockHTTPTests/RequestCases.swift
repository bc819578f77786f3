import Foundation
import TestSupport

/// A request and the expected result, for every way of responding.
struct RequestCase: Sendable {
  var name: String
  var request: SentRequest
  var status: Int? = 200
  var text: String?
  var headers: [String: String] = [:]
  /// The code of the `URLError`, or nil if there is a response.
  var error: Int?
  /// Whether a function computes the response.
  ///
  /// A configuration without Lua can't do that.
  var isComputed = false

  static func make(
    _ name: String, _ method: String, _ path: String, headers: [String: String] = [:],
    body: String? = nil, bytes: [UInt8]? = nil, way: SentRequest.Way = .data,
    _ status: Int = 200, _ text: String? = nil, has: [String: String] = [:]
  ) -> RequestCase {
    let data = bytes.map { Data($0) } ?? body.map { Data($0.utf8) }
    return RequestCase(
      name: name,
      request: SentRequest(
        method, "http://api.example.com\(path)", headers: headers, body: data, way: way),
      status: status, text: text, headers: has)
  }

  static func fails(
    _ name: String, _ path: String, _ error: Int
  ) -> RequestCase {
    var made = make(name, "GET", path)
    (made.status, made.error) = (nil, error)
    return made
  }

  private func failing(_ error: Int) -> RequestCase {
    var copy = self
    (copy.status, copy.error) = (nil, error)
    return copy
  }

  var computed: RequestCase {
    var copy = self
    copy.isComputed = true
    return copy
  }

  private static let json = ["Content-Type": "application/json"]
  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]
  private static let plain = ["Content-Type": "text/plain"]
  private static let parts = ["Content-Type": "multipart/form-data; boundary=xyz"]
  private static let multipart =
    "--xyz\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nHello\r\n--xyz\r\n"
    + "Content-Disposition: form-data; name=\"file\"; filename=\"a; b.txt\"\r\nContent-Type: text/plain\r\n\r\n"
    + "content\r\n--xyz--\r\n"

  static let all: [RequestCase] =
    methods + bodies + queries + paths + statuses + contents + redirects + errors + streams
    + sequences + operations + hosts + computedOnes

  private static let methods = [
    make("GET", "GET", "/m", 200, #"{"m":"GET"}"#),
    make("POST", "POST", "/m", body: "x", 200, #"{"m":"POST"}"#),
    make("PUT", "PUT", "/m", body: "x", 200, #"{"m":"PUT"}"#),
    make("PATCH", "PATCH", "/m", body: "x", 200, #"{"m":"PATCH"}"#),
    make("DELETE", "DELETE", "/m", 200, #"{"m":"DELETE"}"#),
    make("HEAD by GET", "HEAD", "/m", 200, ""),
    make("OPTIONS by any", "OPTIONS", "/m", 200, #"{"m":"any"}"#),
    make("a method of its own", "PURGE", "/m", 200, #"{"m":"any"}"#),
  ]

  private static let bodies = [
    make(
      "JSON that matches", "POST", "/login", headers: json, body: #"{"password":"open"}"#, 200,
      #"{"token":"t"}"#),
    make(
      "JSON that does not", "POST", "/login", headers: json, body: #"{"password":"x"}"#, 401,
      #"{"error":"wrong"}"#),
    make(
      "JSON with more", "POST", "/login", headers: json, body: #"{"a":[1],"password":"open"}"#, 200),
    make("JSON called a form", "POST", "/login", headers: form, body: #"{"password":"open"}"#, 200),
    make(
      "JSON of a kind", "POST", "/login",
      headers: ["Content-Type": "application/vnd.api+json; charset=utf-8"],
      body: #"{"password":"open"}"#, 200),
    make("broken JSON", "POST", "/login", headers: json, body: #"{"password":"#, 401),
    make("a form", "POST", "/login", headers: form, body: "user=a%20b&password=open", 200),
    make("a form that does not match", "POST", "/login", headers: form, body: "password=o", 401),
    make("a text", "POST", "/text", headers: plain, body: "hello", 200, #""text""#),
    make(
      "bytes", "POST", "/text", headers: ["Content-Type": "application/octet-stream"],
      bytes: [0xFF, 0x00, 0xFE], 200, #""bytes""#),
    make("no body", "POST", "/text", 200, #""none""#),
    make("a form in parts", "POST", "/parts", headers: parts, body: multipart, 200, #""field""#),
    make("a file in parts", "POST", "/file", headers: parts, body: multipart, 200, #""file""#),
    make(
      "an upload of data", "POST", "/login", headers: json, body: #"{"password":"open"}"#,
      way: .upload, 200),
    make(
      "an upload of a file", "POST", "/login", headers: json, body: #"{"password":"open"}"#,
      way: .file, 200),
    make(
      "an upload of a stream", "POST", "/login", headers: json, body: #"{"password":"open"}"#,
      way: .stream, 200),
  ]

  private static let queries = [
    make("a query", "GET", "/q?page=2", 200, #""two""#),
    make("a query with more", "GET", "/q?size=10&page=2", 200, #""two""#),
    make("a query with escapes", "GET", "/q?name=a%20b%26c", 200, #""escaped""#),
    make("a query with plus", "GET", "/q?name=a+b%26c", 200, #""escaped""#),
    make("a name more than once", "GET", "/q?tag=a&tag=b", 200, #""tags""#),
    make("a name without value", "GET", "/q?flag", 200, #""flag""#),
    make("a query in Unicode", "GET", "/q?name=%C3%BC", 200, #""umlaut""#),
    make("another query", "GET", "/q?page=3", 200, #""other""#),
    make("a header", "GET", "/h", headers: ["X-Token": "abc"], 200, #""token""#),
    make(
      "a header by pattern", "GET", "/h", headers: ["Authorization": "Bearer 123"], 200,
      #""bearer""#),
    make("no header", "GET", "/h", 401),
  ]

  private static let paths = [
    make("a parameter", "GET", "/users/7", 200, #""seven""#),
    make("a text before a parameter", "GET", "/users/me", 200, #""me""#),
    make("all that follows", "GET", "/files/a/b.txt", 200, #""deep""#),
    make("an escaped slash", "GET", "/users/a%2Fb", 200, #""slash""#),
    make("a path in Unicode", "GET", "/%C3%BCber", 200, #""umlaut""#),
    make("a slash at the end", "GET", "/users/", 404),
    make("the root", "GET", "/", 200, #""root""#),
    make("nothing else", "GET", "/nothing/here", 404, ""),
  ]

  private static let statuses = [
    make(
      "created", "POST", "/created", body: "x", 201, #"{"id":1}"#, has: ["location": "/created/1"]),
    make("no content", "DELETE", "/created", 204, ""),
    make("unavailable", "GET", "/unavailable", 503, #"{"wait":true}"#, has: ["retry-after": "120"]),
    make("an error of the server", "GET", "/error", 500, ""),
  ]

  private static let contents = [
    make(
      "JSON", "GET", "/json", 200, #"{"list":[1,2.5,null,true],"text":"é"}"#,
      has: ["content-type": "application/json"]),
    make("null", "GET", "/null", 200, "null"),
    make("a text in JSON", "GET", "/string", 200, #""hi""#),
    make("a plain text", "GET", "/plain", 200, "hi", has: ["content-type": "text/plain"]),
    make(
      "a page", "GET", "/page", 200, "<p>hi</p>", has: ["content-type": "text/html; charset=utf-8"]),
    make(
      "a file's bytes", "GET", "/bytes", 200, "%PDF-1",
      has: ["content-type": "application/pdf", "content-length": "6"]),
    make("no body at all", "GET", "/empty", 200, "", has: ["content-length": "0"]),
    make("a length that is stated", "GET", "/stated", 200, "hi", has: ["content-length": "2"]),
    make("a length for HEAD", "HEAD", "/large", 200, "", has: ["content-length": "5000000000"]),
    make("a stream's length", "GET", "/long", 200, "abc", has: ["content-length": "3"]),
  ]

  private static let redirects = [
    make("found", "GET", "/found", 200, #""seven""#),
    make("see other", "POST", "/other", body: "x", 200, #"{"m":"GET"}"#),
    make(
      "kept", "POST", "/kept", headers: json, body: #"{"password":"open"}"#, 200, #"{"token":"t"}"#),
    make("two of them", "GET", "/found/twice", 200, #""seven""#),
    fails("a circle", "/circle", -1007),
  ]

  private static let errors = [
    fails("timed out", "/fail/timedOut", -1001),
    fails("not connected", "/fail/notConnectedToInternet", -1009),
    fails("lost, later", "/fail/later", -1005),
    fails("lost in a stream", "/fail/stream", -1005),
  ]

  private static let streams = [
    make(
      "events", "GET", "/events", 200,
      "event: tick\ndata: 1\n\nevent: tick\nid: 9\ndata: two\ndata: lines\n\n",
      has: ["content-type": "text/event-stream"]),
    make("data alone", "GET", "/data", 200, "data: {\"a\":1}\n\ndata: 2\n\n"),
    make("pieces of text", "GET", "/pieces", 200, "ab", has: ["content-type": "text/plain"]),
    make(
      "lines of JSON", "GET", "/lines", 200, "{\"a\":1}\n{\"a\":2}\n",
      has: ["content-type": "application/x-ndjson"]),
    make("a stream of nothing", "GET", "/silent", 200, ""),
  ]

  private static let sequences = [
    make("a name with a dot", "GET", "/hook?hub.mode=subscribe", 200, "1"),
    make("a name with a dot behind a dot", "GET", "/hook?hub.mode=denied", 200, "2"),
    make("a name with a dollar", "GET", "/hook?$filter=a", 200, "3"),
    make("another name with a dot", "GET", "/hook?hub.modes=subscribe", 200, "4"),
    make("the first of two", "GET", "/twice", 200, "1"),
    make("the second of two", "GET", "/twice", 200, "2"),
    make("the first of a page", "GET", "/pages?page=1", 200, "1"),
    make("the first of another", "GET", "/pages?page=2", 200, "1"),
    make("the second of a page", "GET", "/pages?page=1", 200, "2"),
  ]

  private static func asks(
    _ name: String, _ document: String?, more: String = "", _ text: String, status: Int = 200
  ) -> RequestCase {
    let query = document.map { "\"query\":\"\($0)\"," } ?? ""
    return make(
      "GraphQL: \(name)", "POST", "/graphql", headers: json,
      body: "{\(query)\(more)\"extensions\":{}}", status, text)
  }

  private static let operations = [
    asks("a query", "query Feed { feed }", #"{"data":{"feed":1}}"#),
    asks(
      "variables", "query Feed($id: ID!) { feed(id: $id) }", more: #""variables":{"id":"7"},"#,
      #"{"data":{"feed":7}}"#),
    asks("a mutation", "mutation Like { like }", #"{"data":{"like":true}}"#),
    asks("nothing", "mutation Forget { forget }", #"{"data":null}"#),
    asks(
      "an error", "query Lost { lost }",
      #"{"data":null,"errors":[{"extensions":{"code":"NOT_FOUND","id":5},"message":"no such"}]}"#),
    asks("a status", "query Busy { busy }", #"{"busy":true}"#, status: 503),
    asks(
      "the operation that is named", "query Lost { lost } query Feed { feed }",
      more: #""operationName":"Feed","#, #"{"data":{"feed":1}}"#),
    asks(
      "the first with a name",
      ##"# query A {\n fragment query on Q { a } {b} query Feed @a(b: \"}\") { feed(c: \"\"\"{\"\"\") }"##,
      #"{"data":{"feed":1}}"#),
    asks(
      "several operations without a name", "query Lost { lost } query Feed { feed }", #""plain""#),
    asks("a name alone", nil, more: #""operationName":"Like","#, #"{"data":{"like":true}}"#),
    asks("no name", "{ feed }", #""plain""#),
    asks("another kind", "mutation Feed { feed }", #""plain""#),
    asks(
      "a subscription", "subscription Ticks { tick }",
      "event: next\ndata: {\"data\":1}\n\nevent: complete\ndata: \n\n"),
    make(
      "GraphQL: by GET", "GET",
      "/graphql?query=query%20Feed%20%7B%20feed%20%7D&variables=%7B%22id%22%3A%227%22%7D", 200,
      #"{"data":{"feed":7}}"#),
    make("GraphQL: a mutation by GET", "GET", "/graphql?query=mutation%20Like%20%7Blike%7D", 404),
    make("GraphQL: no JSON", "POST", "/graphql", headers: plain, body: "hi", 200, #""plain""#),
    make(
      "GraphQL: a request error", "POST", "/graphql", headers: json,
      body: #"{"query":"query Off { off }"}"#
    ).failing(-1001),
    asks(
      "a sequence by a variable", "query Page { p }", more: #""variables":{"n":1},"#, #"{"data":1}"#
    ),
    asks("another", "query Page { p }", more: #""variables":{"n":2},"#, #"{"data":1}"#),
    asks("the second", "query Page { p }", more: #""variables":{"n":1},"#, #"{"data":2}"#),
    asks(
      "a function", "query Sum { s }", more: #""variables":{"a":1,"b":2},"#, #"{"data":3}"#
    ).computed,
    asks(
      "a function's error", "query Sum { s }",
      #"{"data":null,"errors":[{"extensions":{"code":"NO_SUM"},"message":"NO_SUM"}]}"#
    ).computed,
    asks(
      "a computed subscription", "subscription Count { c }",
      "event: next\ndata: {\"data\":1}\n\nevent: complete\ndata: \n\n"
    ).computed,
  ]

  private static let computedOnes = [
    make("a function", "GET", "/f/7?x=1", 200, #"{"id":"7","x":"1"}"#).computed,
    make("a function's status", "GET", "/f/0", 404, #"{"error":"none"}"#).computed,
    make("a status that is raised", "GET", "/raised", 409, #"{"error":"raised"}"#).computed,
    make("state", "POST", "/count", body: "x", 200, "1").computed,
    make("state again", "POST", "/count", body: "x", 200, "2").computed,
    make("a computed stream", "GET", "/computed", 200, "data: 1\n\ndata: 2\n\n").computed,
    make("an address", "GET", "/address?a=b", 200, #""http://api.example.com/address?a=b""#)
      .computed,
  ]

  /// Clients normalize host names in different ways.
  private static let hosts = [
    ("an umlaut", "http://xn--bcher-kva.example/books"),
    ("a dot at its end", "http://xn--bcher-kva.example./books"),
    ("capital letters", "http://XN--BCHER-kva.Example/books"),
    ("an address of IPv6", "http://[2001:db8::7]/books"),
    ("a long address of IPv6", "http://[2001:0DB8:0:0:0:0:0:7]/books"),
  ].map { name, url in
    RequestCase(
      name: "a host with \(name)", request: SentRequest("GET", url), text: #""found""#)
  }

  static let script = #"""
    shared { n = 0 }
    http "http://bücher.example" { ["GET /books"] = reply "found" }
    http "http://[2001:db8:0::7]" { ["GET /books"] = reply "found" }
    http "http://api.example.com" {
      ["GET /m"] = reply { m = "GET" }, ["POST /m"] = reply { m = "POST" }, ["PUT /m"] = reply { m = "PUT" },
      ["PATCH /m"] = reply { m = "PATCH" }, ["DELETE /m"] = reply { m = "DELETE" }, ["* /m"] = reply { m = "any" },
      ["POST /login"] = {
        when({ body = { password = "open" } }, reply { token = "t" }),
        status(401, { error = "wrong" }),
      },
      ["POST /text"] = {
        when({ body = "hello" }, reply "text"), when({ body = base64 "\xFF\x00\xFE" }, reply "bytes"),
        when({ body = is.absent }, reply "none"),
      },
      ["POST /parts"] = { when({ body = { title = "Hello" } }, reply "field"), status(400) },
      ["POST /file"] = {
        when({ body = { file = { filename = "a; b.txt", type = "text/plain", body = "content" } } }, reply "file"),
        status(400),
      },
      ["GET /q"] = {
        when({ query = { page = "2" } }, reply "two"), when({ query = { name = "a b&c" } }, reply "escaped"),
        when({ query = { tag = { "a", "b" } } }, reply "tags"), when({ query = { flag = "" } }, reply "flag"),
        when({ query = { name = "ü" } }, reply "umlaut"), reply "other",
      },
      ["GET /h"] = {
        when({ headers = { ["x-token"] = "abc" } }, reply "token"),
        when({ headers = { authorization = is.regex "^Bearer \\d+$" } }, reply "bearer"), status(401),
      },
      ["GET /users/{id}"] = {
        when({ path = { id = "7" } }, reply "seven"), when({ path = { id = "a/b" } }, reply "slash"), status(404),
      },
      ["GET /users/me"] = reply "me",
      ["GET /files/{rest...}"] = { when({ path = { rest = "a/b.txt" } }, reply "deep"), status(404) },
      ["GET /über"] = reply "umlaut", ["GET /"] = reply "root", ["* /{rest...}"] = status(404),
      ["POST /created"] = status(201, { id = 1 }) :headers { Location = "/created/1" },
      ["DELETE /created"] = status(204),
      ["GET /unavailable"] = status(503, { wait = true }) :headers { ["Retry-After"] = 120 },
      ["GET /error"] = status(500),
      ["GET /json"] = reply { list = { 1, 2.5, null, true }, text = "é" },
      ["GET /null"] = reply(null), ["GET /string"] = reply "hi",
      ["GET /plain"] = reply "hi" :headers { ["Content-Type"] = "text/plain" },
      ["GET /page"] = reply "<p>hi</p>" :headers { ["content-type"] = "text/html; charset=utf-8" },
      ["GET /bytes"] = reply(bytes "paper.pdf"), ["GET /empty"] = reply(),
      ["GET /stated"] = reply "hi" :headers { ["Content-Type"] = "text/plain", ["Content-Length"] = 2 },
      ["HEAD /large"] = reply() :headers { ["Content-Length"] = "5000000000" },
      ["GET /long"] = stream { "ab", "c" } :headers { ["Content-Type"] = "text/plain", ["content-length"] = "3" } :every(5),
      ["GET /found"] = status(302) :headers { Location = "/users/7" },
      ["POST /other"] = status(303) :headers { Location = "/m" },
      ["POST /kept"] = status(307) :headers { Location = "/login" },
      ["GET /found/twice"] = status(301) :headers { Location = "http://api.example.com/found" },
      ["GET /circle"] = status(302) :headers { Location = "/circle" },
      ["GET /fail/timedOut"] = fail "timedOut",
      ["GET /fail/notConnectedToInternet"] = fail "notConnectedToInternet",
      ["GET /fail/later"] = fail "networkConnectionLost" :after(20),
      ["GET /fail/stream"] = stream { { data = 1 } } :fails "networkConnectionLost",
      ["GET /events"] = stream { { event = "tick", data = 1 }, { event = "tick", id = 9, data = "two\nlines" } } :every(10),
      ["GET /data"] = stream { { a = 1 }, 2 },
      ["GET /pieces"] = stream { "a", "b" } :headers { ["Content-Type"] = "text/plain" } :every(5),
      ["GET /lines"] = stream { { a = 1 }, { a = 2 } } :headers { ["Content-Type"] = "application/x-ndjson" },
      ["GET /silent"] = stream {},
      ["POST /graphql"] = reply "plain",
      ["GET /twice"] = { reply(1), reply(2) },
      ["GET /pages"] = { by = "query.page", reply(1), reply(2) },
      ["GET /hook"] = {
        when({ query = { ["hub.mode"] = "subscribe" } }, reply(1)),
        when({ ["query.hub.mode"] = "denied" }, reply(2)),
        when({ ["query.$filter"] = "a" }, reply(3)),
        reply(4),
      },
      --[[computed]]
    }
    graphql "http://api.example.com/graphql" {
      ["query Feed"] = { when({ id = "7" }, reply { feed = 7 }), reply { feed = 1 } },
      ["mutation Like"] = reply { like = true }, ["mutation Forget"] = reply(),
      ["query Lost"] = fail("NOT_FOUND", "no such", { id = 5 }),
      ["query Busy"] = status(503, { busy = true }), ["query Off"] = fail "timedOut",
      ["subscription Ticks"] = stream { 1 },
      ["query Page"] = { by = "n", reply(1), reply(2) },
      --[[computed operations]]
    }
    """#

  static let computedScript = #"""
      ["GET /f/{id}"] = function(request)
        if request.path.id == "0" then return status(404, { error = "none" }) end
        return { id = request.path.id, x = request.query.x }
      end,
      ["GET /raised"] = function() error(status(409, { error = "raised" })) end,
      ["POST /count"] = function() state.n = state.n + 1 return state.n end,
      ["GET /computed"] = stream(function() emit(1) sleep(5) emit(2) end),
      ["GET /address"] = function(request) return request.url end,
    """#

  static let computedOperations = #"""
      ["query Sum"] = function(args)
        if args.a == nil then return fail "NO_SUM" end
        return args.a + args.b
      end,
      ["subscription Count"] = stream(function() emit(1) end),
    """#
}
