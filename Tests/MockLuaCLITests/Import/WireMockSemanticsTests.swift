import MockServices
import Testing

/// The values that WireMock's conditions accept, as documented at https://wiremock.org/docs/request-matching.
struct WireMockSemanticsTests {
  /// Members of `request`, with requests and their outcomes: `hit`, `miss`, or `501`.
  private struct Row: CustomTestStringConvertible, Sendable {
    var condition: String
    var requests: [(request: String, expected: String)]
    var testDescription: String { condition }

    init(_ condition: String, _ requests: (String, String)...) {
      (self.condition, self.requests) = (condition, requests)
    }

    /// Creates a row for a pattern of the body of `POST /x`.
    static func body(_ pattern: String, _ bodies: (String, String)...) -> Row {
      var row = Row(#""urlPath": "/x", "bodyPatterns": [\#(pattern)]"#)
      row.requests = bodies.map { ("POST /x" + ($0.0.isEmpty ? "" : "\n\n\($0.0)"), $0.1) }
      return row
    }

    /// Creates a row for a `matchesJsonPath` condition on the body.
    static func path(_ pattern: String, _ bodies: (String, String)...) -> Row {
      var row = Row.body(#"{"matchesJsonPath": \#(pattern)}"#)
      row.requests = bodies.map { ("POST /x" + ($0.0.isEmpty ? "" : "\n\n\($0.0)"), $0.1) }
      return row
    }
  }

  private static let addresses: [Row] = [
    Row(#""url": "/x""#, ("GET /x", "hit"), ("GET /x?a=1", "miss"), ("GET /x/", "miss")),
    Row(
      #""url": "/x?a=1&b=2""#, ("GET /x?a=1&b=2", "hit"), ("GET /x?b=2&a=1", "miss"),
      ("GET /x?a=1&b=2&c=3", "miss"), ("GET /x", "miss")),
    Row(
      #""url": "/x?q=1", "queryParameters": {"q": {"equalTo": "1"}}"#, ("GET /x?q=1", "hit"),
      ("GET /x", "miss")),
    Row(
      #""url": "/x", "queryParameters": {"q": {"equalTo": "1"}}"#, ("GET /x?q=1", "miss"),
      ("GET /x", "miss")),
    Row(#""urlPath": "/x?q=1""#, ("GET /x?q=1", "miss"), ("GET /x", "miss")),
    Row(#""urlPath": "/x""#, ("GET /x", "hit"), ("GET /x?a=1", "hit"), ("GET /x/y", "miss")),
    Row(
      #""urlPattern": "/x\\?a=[0-9]+""#, ("GET /x?a=12", "hit"), ("GET /x?a=12&b=1", "miss"),
      ("GET /x", "miss")),
    Row(
      #""urlPattern": "/x/[a-z]+""#, ("GET /x/ab", "hit"), ("GET /x/ab?c=1", "miss"),
      ("GET /x/AB", "miss"), ("GET /x/a/b", "miss")),
    Row(
      #""urlPattern": "/x/[^/]+""#, ("GET /x/a", "hit"), ("GET /x/a?q=1", "hit"),
      ("GET /x/?q=1", "hit"), ("GET /x/a?q=/", "miss"), ("GET /x/", "miss"), ("GET /x/a/b", "miss")),
    Row(
      #""urlPattern": "/x/[^/]+/y""#, ("GET /x/a/y", "hit"), ("GET /x/?/y", "hit"),
      ("GET /x/a/y?q=1", "miss")),
    Row(#""urlPattern": "/x.*""#, ("GET /x?a=1", "hit"), ("GET /xy/z", "hit"), ("GET /y", "miss")),
    Row(
      #""urlPathPattern": "/x/[0-9]+""#, ("GET /x/1?b=2", "hit"), ("GET /x/a", "miss"),
      ("GET /x/1/2", "miss")),
    Row(
      #""urlPathPattern": "/x/.*/z""#, ("GET /x/a/b/z", "hit"), ("GET /x/a/z", "hit"),
      ("GET /x/a?q=/z", "miss")),
    Row(
      #""urlPathPattern": "/x(/[0-9]+)?""#, ("GET /x", "hit"), ("GET /x/5", "hit"),
      ("GET /x/a", "miss")),
    Row(
      #""urlPathPattern": "/(a|b)/x""#, ("GET /a/x", "hit"), ("GET /b/x", "hit"),
      ("GET /c/x", "miss")),
    Row(#""urlPathPattern": "/x/\\w+""#, ("GET /x/a_1", "hit"), ("GET /x/%C3%A9", "miss")),
    Row(
      #""urlPathPattern": "/x/[^/]*""#, ("GET /x/", "hit"), ("GET /x/a", "hit"), ("GET /x", "miss")),
    Row(
      #""urlPathPattern": "/x/(?!a).*""#, ("GET /x/b", "501"), ("GET /x/a", "501"),
      ("GET /y", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}""#, ("GET /x/1", "hit"), ("GET /x/1/2", "miss"),
      ("GET /x/", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}", "pathParameters": {"id": {"matches": "[0-9]+"}}"#,
      ("GET /x/12", "hit"), ("GET /x/a", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}", "pathParameters": {"id": {"contains": " "}}"#,
      ("GET /x/a%20b", "miss"), ("GET /x/ab", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}", "pathParameters": {"id": {"contains": "20"}}"#,
      ("GET /x/a%20b", "hit"), ("GET /x/20", "hit"), ("GET /x/a", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}/y", "pathParameters": {"id": {"matches": ".*%2F.*"}}"#,
      ("GET /x/a%2Fb/y", "hit"), ("GET /x/ab/y", "miss"), ("GET /x/a/b/y", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}/{n}", "pathParameters": {"id": {"doesNotMatch": "a.+"}, "n": {"equalTo": "1"}}"#,
      ("GET /x/a/1", "hit"), ("GET /x/ab/1", "miss"), ("GET /x/a/2", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}", "pathParameters": {"id": {"equalToIgnoreCase": "é"}}"#,
      ("GET /x/%C3%A9", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}", "pathParameters": {"id": {"matches": "a|b"}}"#,
      ("GET /x/a", "hit"), ("GET /x/ab", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}", "pathParameters": {"id": {"or": [{"contains": "a"}, {"equalTo": "b c"}]}}"#,
      ("GET /x/xa", "hit"), ("GET /x/b%20c", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}", "pathParameters": {"id": {"anything": "anything"}, "no": {"absent": true}}"#,
      ("GET /x/a", "hit")),
    Row(
      #""urlPathTemplate": "/x/{id}", "pathParameters": {"no": {"equalTo": "a"}}"#,
      ("GET /x/a", "501"), ("GET /y", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}/{id}", "pathParameters": {"id": {"equalTo": "a"}}"#,
      ("GET /x/b/a", "hit"), ("GET /x/a/b", "miss")),
    Row(
      #""urlPathTemplate": "/x/{name}.{ext}", "pathParameters": {"ext": {"equalTo": "json"}}"#,
      ("GET /x/a.b.json", "501"), ("GET /y", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}/**", "pathParameters": {"id": {"matches": "[a-z]+"}}"#,
      ("GET /x/a/1/2", "hit"), ("GET /x/1/a", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}/**", "pathParameters": {"id": {"matches": "a.*"}}"#,
      ("GET /x/a/1/2", "501"), ("GET /y", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}/**""#, ("GET /x/1/a/b", "hit"), ("GET /x/1", "miss")),
    Row(
      #""urlPathTemplate": "/x/**/{id}/end""#, ("GET /x/1/2/3/end", "hit"), ("GET /x/1/end", "miss")
    ),
  ]

  private static let methods: [Row] = [
    Row(
      #""method": "GET", "urlPath": "/x""#, ("GET /x", "hit"), ("HEAD /x", "miss"),
      ("POST /x", "miss")),
    Row(#""method": "ANY", "urlPath": "/x""#, ("DELETE /x", "hit"), ("PURGE /x", "hit")),
    Row(
      #""method": "GET_OR_HEAD", "urlPath": "/x""#, ("GET /x", "hit"), ("HEAD /x", "hit"),
      ("PUT /x", "miss")),
    Row(
      #""method": {"oneOf": ["PUT", "PATCH"]}, "urlPath": "/x""#, ("PUT /x", "hit"),
      ("PATCH /x", "hit"),
      ("GET /x", "miss")),
    Row(
      #""method": {"noneOf": ["PUT", "PATCH"]}, "urlPath": "/x""#, ("GET /x", "hit"),
      ("PUT /x", "miss")),
  ]

  private static let values: [Row] = [
    Row(
      #""urlPath": "/x", "basicAuthCredentials": {"username": "u", "password": "p"}"#,
      ("GET /x\nAuthorization: Basic dTpw", "hit"), ("GET /x\nAuthorization: basic dTpw", "hit"),
      ("GET /x\nAuthorization: Basic dTpx", "miss"), ("GET /x", "miss")),
    Row(
      #""urlPath": "/x", "headers": {"Authorization": {"equalTo": "x"}}, "basicAuth": {"username": "u", "password": "p"}"#,
      ("GET /x\nAuthorization: Basic dTpw", "hit"), ("GET /x\nAuthorization: x", "miss")),
    Row(
      #""urlPath": "/x", "queryParams": {"q": {"equalTo": "a"}}"#, ("GET /x?q=a", "501"),
      ("GET /x", "501"), ("GET /y", "miss")),
    Row(
      #""urlPathTemplate": "/x/{id}", "pathParameters": {"id": {"equalTo": "a%20b"}}"#,
      ("GET /x/a%20b", "hit"), ("GET /x/ab", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"equalTo": "a"}}"#, ("GET /x?q=a", "hit"),
      ("GET /x?q=b&q=a", "hit"), ("GET /x?q=b", "miss"), ("GET /x", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"equalTo": "A", "caseInsensitive": true}}"#,
      ("GET /x?q=a", "hit"), ("GET /x?q=b", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"contains": "b.c"}}"#, ("GET /x?q=ab.cd", "hit"),
      ("GET /x?q=abxcd", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"doesNotContain": "b"}}"#, ("GET /x?q=a", "hit"),
      ("GET /x", "hit"), ("GET /x?q=ab", "miss"), ("GET /x?q=ab&q=c", "hit"),
      ("GET /x?q=ab&q=b", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"matches": "a|bc"}}"#, ("GET /x?q=bc", "hit"),
      ("GET /x?q=abc", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"doesNotMatch": "[0-9]+"}}"#,
      ("GET /x?q=a", "hit"),
      ("GET /x", "hit"), ("GET /x?q=1", "miss"), ("GET /x?q=1&q=2", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"absent": true}}"#, ("GET /x", "hit"),
      ("GET /x?q=", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"and": [{"contains": "a"}, {"doesNotContain": "b"}]}}"#,
      ("GET /x?q=ac", "hit"), ("GET /x?q=ab", "miss"), ("GET /x?q=ab&q=ac", "hit"),
      ("GET /x?q=ab&q=c", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"or": [{"equalTo": "a"}, {"absent": true}]}}"#,
      ("GET /x?q=a", "hit"), ("GET /x", "hit"), ("GET /x?q=b", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"not": {"equalTo": "a"}}}"#,
      ("GET /x?q=b", "hit"),
      ("GET /x", "hit"), ("GET /x?q=a", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"hasExactly": [{"equalTo": "1"}, {"matches": "[a-z]"}]}}"#,
      ("GET /x?q=a&q=1", "hit"), ("GET /x?q=1", "miss"), ("GET /x?q=1&q=a&q=b", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"hasExactly": [{"equalTo": "1"}]}}"#,
      ("GET /x?q=1", "hit"), ("GET /x?q=1&q=1", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"includes": [{"equalTo": "1"}, {"equalTo": "2"}]}}"#,
      ("GET /x?q=2&q=3&q=1", "hit"), ("GET /x?q=1", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"equalToNumber": 5}}"#, ("GET /x?q=5.0", "hit"),
      ("GET /x?q=6", "miss"), ("GET /x?q=a", "miss"), ("GET /x", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"not": {"greaterThanNumber": 5}}}"#,
      ("GET /x?q=5", "hit"), ("GET /x", "hit"), ("GET /x?q=6", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"or": [{"lessThanNumber": 1.5}, {"absent": true}]}}"#,
      ("GET /x?q=-1e3", "hit"), ("GET /x?q=1d", "hit"), ("GET /x", "hit"), ("GET /x?q=0x1", "miss"),
      ("GET /x?q=2", "miss")),
    Row(
      #""urlPathTemplate": "/x/{n}", "pathParameters": {"n": {"greaterThanEqualNumber": 5}}"#,
      ("GET /x/5", "hit"), ("GET /x/4.9", "miss"), ("GET /x/a", "miss")),
    Row(
      #""urlPath": "/x", "headers": {"Max-Forwards": {"lessThanEqualNumber": 5}, "X-N": {"equalToNumber": 1}}"#,
      ("GET /x\nMax-Forwards: 5\nX-N: 1.0", "hit"), ("GET /x\nMax-Forwards: 6\nX-N: 1", "miss"),
      ("GET /x\nMax-Forwards: 5", "miss")),
    Row(
      #""urlPath": "/x", "formParameters": {"n": {"greaterThanNumber": 1}}"#,
      ("POST /x\nContent-Type: application/x-www-form-urlencoded\n\nn=2", "hit"),
      ("POST /x\nContent-Type: application/x-www-form-urlencoded\n\nm=2", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"after": "2021-05-01T00:00:00Z"}}"#,
      ("GET /x?q=2022-01-01T00:00:00Z", "501"), ("GET /y", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"a.b": {"equalTo": "1"}}"#, ("GET /x?a.b=1", "hit"),
      ("GET /x?a.b=2", "miss")),
    Row(
      #""urlPath": "/x", "headers": {"X-Key": {"equalTo": "a"}}"#, ("GET /x\nx-key: a", "hit"),
      ("GET /x\nX-Key: b\nX-Key: a", "hit"), ("GET /x\nX-Key: b, a", "miss"), ("GET /x", "miss")),
    Row(
      #""urlPath": "/x", "headers": {"Accept": {"contains": "json"}}"#,
      ("GET /x\nAccept: text/html, application/json", "hit"), ("GET /x\nAccept: text/html", "miss")),
    Row(
      #""urlPath": "/x", "headers": {"X-Key": {"absent": true}}"#, ("GET /x", "hit"),
      ("GET /x\nX-Key: a", "miss")),
    Row(
      #""urlPath": "/x", "headers": {"X-Key": {"doesNotMatch": "a.*"}}"#, ("GET /x", "hit"),
      ("GET /x\nX-Key: b", "hit"), ("GET /x\nX-Key: ab", "miss")),
    Row(
      #""urlPath": "/x", "headers": {"Content-Type": {"equalTo": "text/plain"}}"#,
      ("POST /x\nContent-Type: text/plain\n\nhi", "hit"), ("POST /x\n\nhi", "miss")),
    Row(
      #""urlPath": "/x", "basicAuth": {"username": "ada", "password": "pw"}"#,
      ("GET /x\nAuthorization: Basic YWRhOnB3", "hit"),
      ("GET /x\nAuthorization: Basic AAAA", "miss")),
    Row(
      #""urlPath": "/x", "cookies": {"sid": {"absent": true}}"#, ("GET /x", "hit"),
      ("GET /x\nCookie: a=sid", "hit"), ("GET /x\nCookie: sid=1", "miss")),
    Row(
      #""urlPath": "/x", "cookies": {"sid": {"matches": "[0-9]+"}}"#,
      ("GET /x\nCookie: a=b; sid=12", "hit"),
      ("GET /x\nCookie: sid=12a", "miss"), ("GET /x\nCookie: xsid=12", "miss"), ("GET /x", "miss")),
    Row(
      #""urlPath": "/x", "cookies": {"sid": {"doesNotContain": "a"}}"#,
      ("GET /x\nCookie: sid=b", "hit"),
      ("GET /x", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"anything": "anything"}}"#,
      ("GET /x?q=1", "hit"),
      ("GET /x?q=1&q=2", "hit"), ("GET /x", "hit")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"not": {"anything": "anything"}}}"#,
      ("GET /x?q=1", "miss"), ("GET /x", "miss")),
    Row(
      #""urlPath": "/x", "queryParameters": {"q": {"includes": [{"anything": "anything"}, {"equalTo": "2"}]}}"#,
      ("GET /x?q=1&q=2", "hit"), ("GET /x?q=1", "miss")),
    Row(
      #""urlPath": "/x", "headers": {"X-A": {"anything": "anything"}, "Accept": {"anything": "anything"}}"#,
      ("GET /x\nX-A: 1", "hit"), ("GET /x\nAccept: a", "hit"), ("GET /x", "hit")),
    Row(
      #""urlPath": "/x", "cookies": {"sid": {"anything": "anything"}}"#,
      ("GET /x\nCookie: sid=1", "hit"), ("GET /x\nCookie: a=sid", "miss"), ("GET /x", "miss")),
    Row(
      #""urlPath": "/x", "formParameters": {"n": {"equalTo": "1"}}"#,
      ("POST /x\nContent-Type: application/x-www-form-urlencoded\n\nn=1&m=2", "hit"),
      ("POST /x\nContent-Type: application/x-www-form-urlencoded\n\nn=2", "miss"),
      ("POST /x\n\n{\"n\": \"1\"}", "miss")),
    Row(
      #""urlPath": "/x", "formParameters": {"f": {"equalTo": "1"}}"#,
      ("POST /x\nContent-Type: application/x-www-form-urlencoded\n\n{\"f\": \"1\"}", "miss"),
      ("POST /x\nContent-Type: application/x-www-form-urlencoded; charset=utf-8\n\nf=1", "hit")),
    Row(
      #""urlPath": "/x", "formParameters": {"f": {"absent": true}, "g": {"doesNotContain": "1"}}"#,
      ("POST /x\n\n{\"f\": \"1\", \"g\": \"1\"}", "hit"), ("POST /x", "hit"),
      ("POST /x\nContent-Type: application/x-www-form-urlencoded\n\nh=1", "hit"),
      ("POST /x\nContent-Type: application/x-www-form-urlencoded\n\nf=1", "miss"),
      ("POST /x\nContent-Type: application/x-www-form-urlencoded\n\ng=1", "miss")),
    Row(
      #""urlPath": "/x", "multipartPatterns": [{"bodyPatterns": [{"contains": "a"}]}]"#,
      ("POST /x\n\na", "501"), ("GET /y", "miss")),
  ]

  private static let bodies: [Row] = [
    .body(#"{"equalTo": "hi"}"#, ("hi", "hit"), ("hi!", "miss"), ("", "miss")),
    .body(#"{"equalTo": "{\"a\": 1}"}"#, (#"{"a": 1}"#, "hit"), (#"{"a":1}"#, "miss")),
    .body(#"{"contains": "\"id\":5"}"#, (#"{"a":1,"id":5}"#, "hit"), (#"{"id": 5}"#, "miss")),
    .body(#"{"matches": ".*\"id\": *5.*"}"#, ("{\n\"id\":  5\n}", "hit"), (#"{"id": 6}"#, "miss")),
    .body(
      #"{"matches": "(?m)a$"}"#, ("a", "hit"), ("a\nb", "miss"), ("b\na", "miss")),
    .body(
      #"{"matches": "(?im)^a$\\s^b$"}"#, ("A\nB", "hit"), ("a\nb\n", "miss"), ("a\nb\nc", "miss")),
    .body(#"{"matches": "a\\s+b"}"#, ("a \t b", "hit"), ("a\u{A0}b", "miss")),
    .body(#"{"matches": "[\\s\\S]+[\\d\\D]"}"#, ("a \u{A0}\u{661}", "hit")),
    .body(#"{"doesNotContain": "x"}"#, (#"{"a": 1}"#, "hit"), ("", "hit"), (#"{"x": 1}"#, "miss")),
    .body(#"{"anything": "anything"}"#, ("5", "hit"), ("", "hit")),
    .path(
      #"{"expression": "$.a", "anything": "anything"}"#, (#"{"a": 1}"#, "hit"),
      (#"{"a": {"b": 1}}"#, "hit"), (#"{"a": null}"#, "miss"), (#"{"a": []}"#, "miss"),
      ("{}", "miss")),
    .body(#"{"greaterThanNumber": 4}"#, ("5", "hit"), ("4", "miss"), ("", "miss")),
    .path(
      #"{"expression": "$.n", "lessThanNumber": 2}"#, (#"{"n": 1}"#, "hit"),
      (#"{"n": "1.5"}"#, "hit"),
      (#"{"n": 2}"#, "miss"), ("{}", "miss")),
    .body(#"{"binaryEqualTo": "aGk="}"#, ("hi", "hit"), ("ho", "miss")),
    .body(
      #"{"and": [{"matchesJsonPath": "$.a"}, {"contains": "b"}]}"#, (#"{"a": "b"}"#, "hit"),
      (#"{"a": "c"}"#, "miss")),
    .body(#"{"not": {"equalToJson": {"a": 1}}}"#, (#"{"a": 2}"#, "hit"), (#"{"a": 1}"#, "miss")),
    .body(#"{"equalToXml": "<a/>"}"#, ("<a/>", "501")),
    .body(#"{"matchesXPath": "//a"}"#, ("<a/>", "501")),
    .body(
      #"{"equalToJson": {"a": 1, "b": null}}"#, (#"{"b": null, "a": 1.0}"#, "hit"),
      (#"{"a": 1}"#, "miss"),
      (#"{"a": 1, "b": null, "c": 2}"#, "miss"), (#"{"a": "1", "b": null}"#, "miss"), ("", "miss")),
    .body(
      #"{"equalToJson": "[1, {\"a\": []}]"}"#, (#"[1, {"a": []}]"#, "hit"),
      (#"[1, {"a": {}}]"#, "miss")),
    .body(
      #"{"equalToJson": [1, 1, 2], "ignoreArrayOrder": true}"#, ("[2, 1, 1]", "hit"),
      ("[1, 2, 2]", "miss"),
      ("[1, 1, 2, 2]", "miss"), ("[1, 2]", "miss")),
    .body(
      #"{"equalToJson": {"l": [{"a": 1}, {"a": 2}]}, "ignoreArrayOrder": true}"#,
      (#"{"l": [{"a": 2}, {"a": 1}]}"#, "hit"), (#"{"l": [{"a": 2}, {"a": 1, "b": 1}]}"#, "miss"),
      (#"{"l": [{"a": 1}, {"a": 2}], "m": 1}"#, "miss")),
    .body(
      #"{"equalToJson": {"l": [1, 2]}, "ignoreExtraElements": true}"#,
      (#"{"l": [1, 2, 3], "m": 1}"#, "hit"),
      (#"{"l": [2, 1]}"#, "miss"), (#"{"l": [0, 1, 2]}"#, "miss"), (#"{"l": [1]}"#, "miss")),
    .body(
      #"{"equalToJson": {"l": [1, 2]}, "ignoreExtraElements": true, "ignoreArrayOrder": true}"#,
      (#"{"l": [3, 2, 1]}"#, "hit"), (#"{"l": [1, 1, 3]}"#, "miss")),
    .body(
      #"{"equalToJson": {"a": {"b": 1}, "n": null}, "ignoreExtraElements": true}"#,
      (#"{"a": {"b": 1, "c": 2}, "n": null, "m": 1}"#, "hit"), (#"{"a": {"b": 1}}"#, "miss")),
    .body(
      #"{"equalToJson": {"id": "${json-unit.any-string}", "n": "${json-unit.any-number}", "b": "${json-unit.any-boolean}"}}"#,
      (#"{"id": "x", "n": 1.5, "b": false}"#, "hit"), (#"{"id": 1, "n": 1, "b": true}"#, "miss"),
      (#"{"id": "x", "n": 1, "b": true, "more": 1}"#, "miss"), (#"{"id": "x", "n": 1}"#, "miss")),
    .body(
      #"{"equalToJson": {"c": "${json-unit.regex}[A-Z]+"}}"#, (#"{"c": "AB"}"#, "hit"),
      (#"{"c": "Ab"}"#, "miss")),
    .body(
      #"{"equalToJson": {"a": "${json-unit.ignore}"}}"#, (#"{"a": {"b": 1}}"#, "hit"),
      (#"{"a": null}"#, "hit"),
      ("{}", "miss")),
    .body(
      #"{"equalToJson": ["${json-unit.any-string}", 2]}"#, (#"["x", 2]"#, "hit"),
      (#"["x", 2, 3]"#, "miss")),
    .body(
      #"{"equalToJson": {"a": "${json-unit.matches:custom}"}}"#, (#"{"a": 1}"#, "501")),
    .path(
      #""$.a""#, (#"{"a": 0}"#, "hit"), (#"{"a": null}"#, "miss"), ("{}", "miss"), ("[]", "miss"),
      ("", "miss")),
    .path(
      #""$.a[?(@.b == 'c')]""#, (#"{"a": [{"b": "d"}, {"b": "c"}]}"#, "hit"),
      (#"{"a": [{"b": "d"}]}"#, "miss")),
    .path(#""$.a[?(@.n > 3)]""#, (#"{"a": [{"n": 4}]}"#, "hit"), (#"{"a": [{"n": 3}]}"#, "miss")),
    .path(#""$.a[*].b""#, (#"{"a": [{}, {"b": 1}]}"#, "hit"), (#"{"a": [{}]}"#, "miss")),
    .path(#""$['a']['b c']""#, (#"{"a": {"b c": 1}}"#, "hit"), (#"{"a": {"b": 1}}"#, "miss")),
    .path(
      #""$.a[?(@.b == '5')]""#, (#"{"a": [{"b": 5}]}"#, "hit"), (#"{"a": [{"b": "5"}]}"#, "hit"),
      (#"{"a": [{"b": 6}]}"#, "miss")),
    .path(
      #"{"expression": "$.a", "absent": true}"#, (#"{"a": []}"#, "hit"), (#"{"b": 1}"#, "hit"),
      (#"{"a": [1]}"#, "miss"), (#"{"a": {}}"#, "miss")),
    .path(#""$..a""#, (#"{"b": {"a": 1}}"#, "501")),
    .path(
      #"{"expression": "$.n", "equalTo": "5"}"#, (#"{"n": 5}"#, "hit"), (#"{"n": "5"}"#, "hit"),
      (#"{"n": 5.0}"#, "miss"), (#"{"n": [4, 5]}"#, "hit"), (#"{"n": null}"#, "miss")),
    .path(#"{"expression": "$.n", "equalTo": "1.0E10"}"#, (#"{"n": 1e10}"#, "501")),
    .path(
      #"{"expression": "$.n", "matches": "[0-9]+"}"#, (#"{"n": 120}"#, "hit"),
      (#"{"n": "120"}"#, "hit"),
      (#"{"n": "a"}"#, "miss")),
    .path(
      #"{"expression": "$.b", "equalTo": "true"}"#, (#"{"b": true}"#, "hit"),
      (#"{"b": false}"#, "miss")),
    .path(
      #"{"expression": "$.t", "equalTo": "red"}"#, (#"{"t": ["blue", "red"]}"#, "hit"),
      (#"{"t": ["blue"]}"#, "miss")),
    .path(
      #"{"expression": "$.t[*]", "contains": "e"}"#, (#"{"t": ["blue"]}"#, "hit"),
      (#"{"t": ["a"]}"#, "miss")),
    .path(
      #"{"expression": "$.a.b", "absent": true}"#, (#"{"a": {"b": null}}"#, "hit"), ("{}", "hit"),
      (#"{"a": {"b": 1}}"#, "miss"), ("", "hit"), ("<a/>", "miss")),
    .path(
      #"{"expression": "$.a", "doesNotContain": "x"}"#, ("{}", "miss"), (#"{"a": "b"}"#, "hit"),
      (#"{"a": "x"}"#, "miss")),
    .path(
      #"{"expression": "$.a", "contains": "x"}"#, (#"{"a": "xy"}"#, "hit"),
      (#"{"a": "y"}"#, "miss"),
      (#"{"a": {"b": "x"}}"#, "error"), (#"{"a": [{"b": "x"}]}"#, "error")),
    .path(
      #"{"expression": "$.a", "matches": ".*"}"#, (#"{"a": "x"}"#, "hit"),
      (#"{"a": {"b": 1}}"#, "hit"), (#"{"a": [{"b": 1}]}"#, "hit"), (#"{"a": null}"#, "miss")),
    .path(
      #"{"expression": "$.a", "matches": "ab.*"}"#, (#"{"a": "abc"}"#, "hit"),
      (#"{"a": {"b": 1}}"#, "miss")),
    .path(
      #"{"expression": "$.a", "equalToJson": {"b": 1}}"#, (#"{"a": {"b": 1}}"#, "hit"),
      (#"{"a": {"b": 1, "c": 2}}"#, "miss")),
  ]

  @Test(
    "A condition accepts the same as WireMock's", arguments: addresses + methods + values + bodies)
  private func accepts(_ row: Row) async throws {
    let played = try PlayedMappings(
      "a.json",
      #"""
      {"mappings": [
        {"request": {\#(row.condition)}, "response": {"body": "hit"}},
        {"priority": 10, "request": {"urlPattern": ".*"}, "response": {"status": 404, "body": "miss"}}
      ]}
      """#)
    for (text, expected) in row.requests {
      let response = await played.send(PlayedMappings.Request(text))
      let isError = response.body.hasSuffix("its text isn't compared")
      let result = isError ? "error" : response.status == 501 ? "501" : response.body
      #expect(result == expected, "\(text)\n\(response)\n\(played.script)")
      if expected == "501" { #expect(response.body.hasPrefix("mappings[0] is not imported: ")) }
    }
  }

  @Test("The table has a row for each condition")
  func size() {
    let rows = Self.addresses + Self.methods + Self.values + Self.bodies
    #expect(rows.count >= 60)
    #expect(rows.reduce(0) { $0 + $1.requests.count } >= 180)
  }
}
