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
      #""urlPath": "/x", "queryParameters": {"q": {"anything": "anything"}}"#, ("GET /x?q=1", "hit"),
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
      (#"{"a": {"b": 1}}"#, "hit"), (#"{"a": null}"#, "miss"), (#"{"a": []}"#, "miss"), ("{}", "miss")),
    .body(#"{"greaterThanNumber": 4}"#, ("5", "hit"), ("4", "miss"), ("", "miss")),
    .path(
      #"{"expression": "$.n", "lessThanNumber": 2}"#, (#"{"n": 1}"#, "hit"), (#"{"n": "1.5"}"#, "hit"),
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
          #"mappings[4] is not imported: the file "none.json" of `__files` doesn't exist"#
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
      template: "{{parameters.n}} {{parameters.b}}", request: "GET /t/7", body: "7 true",
      more: #", "transformerParameters": {"n": 7, "b": true}"#),
    Filled(
      template: "{{parameters.l}}", request: "GET /t/7",
      body: "the mapping is not imported: the template `{{parameters.l}}` has no counterpart",
      more: #", "transformerParameters": {"l": ["a", 1]}"#),
    Filled(template: "{{jsonPath request.body '$.n'}}", request: "POST /t/7\n\n{\"n\": 1.50}", body: "1.5"),
    Filled(
      template: "{{jsonPath request.body '$.n'}}", request: "POST /t/7\n\n{\"n\": 100000000.0}",
      body: "imported.lua:15: the template shows a large or small number, whose text is unknown"),
    Filled(
      template: "{{jsonPath request.body '$.n'}}", request: "POST /t/7\n\nno",
      body: "imported.lua:15: the template shows a part of the body, which isn't JSON"),
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
    ("/f/{name}.{ext}", "{{request.path.name}} {{request.path.ext}}", "GET /f/a.b.json", "a.b json"),
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
