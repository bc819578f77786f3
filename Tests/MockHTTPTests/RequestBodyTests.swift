import MockConfiguration
import MockData
import Testing

@testable import MockRoutes

/// The request body that a route receives.
struct RequestBodyTests {
  private func body(
    _ text: String, _ type: String?, _ codings: [String] = []
  ) throws -> RequestBody {
    try RequestBody(Array(text.utf8), type: type, codings: codings)
  }

  @Test("Numbers of any size keep their written form")
  func numbers() throws {
    let body = try body(
      #"{"a":18446744073709551615,"b":-99999999999999999999,"c":0.1234567890123456789}"#,
      "application/json")
    #expect(
      String(decoding: body.value?.compactJSON ?? [], as: UTF8.self)
        == #"{"a":18446744073709551615,"b":-99999999999999999999,"c":0.1234567890123456789}"#)
  }

  @Test(
    "A body that doesn't match its headers is a string, with the reason",
    arguments: [
      (
        "{\"a\":", "application/json", [],
        "the body is not JSON, although its `Content-Type` is `application/json`"
      ),
      ("", "application/json", [], nil), ("{\"a\":", nil, [], nil), ("x", "text/plain", [], nil),
      ("{\"a\":", "application/x-www-form-urlencoded", [], nil),
      ("--a\r\n", "multipart/form-data; boundary=b", [], "the body has no parts"),
      ("x", "multipart/form-data", [], "the body has no parts"),
      ("x", "text/plain", ["br"], "the body is encoded as `br`, which is not supported"),
      ("x", "text/plain", ["gzip"], "the header `Content-Encoding` is gzip, but the body isn't"),
      ("x", "text/plain", ["identity"], nil),
    ] as [(String, String?, [String], String?)])
  func problems(text: String, type: String?, codings: [String], problem: String?) throws {
    let body = try body(text, type, codings)
    if let problem {
      #expect(body.problem?.hasPrefix(problem) == true, "\(body.problem ?? "no problem")")
      #expect(body.value == .string(text))
    } else {
      #expect(body.problem == nil)
    }
  }

  @Test(
    "A form has its parts between boundary lines",
    arguments: [
      ("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--", ["a": "1"]),
      ("x\r\n--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\nx", ["a": "1"]),
      ("--b  \r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--b--", ["a": ""]),
      (
        "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--bc\r\nx--b\r\n--b--",
        ["a": "x\r\n--bc\r\nx--b"]
      ),
      (
        "--b\r\nContent-Disposition: form-data; name=\"a;b\"\r\n\r\n1\r\n--b\r\nX: y\r\n\r\n2\r\n--b--",
        ["a;b": "1"]
      ),
      ("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1", nil), ("--b--", [:]),
      ("--bc\r\n", nil),
    ] as [(String, [String: AnyCodableValue]?)])
  func parts(text: String, fields: [String: AnyCodableValue]?) throws {
    let form = try MultipartForm(Array(text.utf8), type: "multipart/form-data; boundary=\"b\"")
    #expect(form?.value == fields.map { .dictionary($0) })
  }
}
