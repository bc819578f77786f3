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
    "Text is decoded by its charset",
    arguments: [
      ([0xE9], "text/plain; charset=iso-8859-1", "é", "é"),
      ([0xE9], "text/plain; charset=\"ISO-8859-1\"", "é", "é"),
      ([0xE9], "text/plain", "6Q==", "\u{FFFD}"), ([0xC3, 0xA9], "text/plain", "é", "é"),
      ([0xC3, 0xA9], "text/plain; charset=iso-8859-1", "Ã©", "Ã©"),
      ([0x22, 0xE9, 0x22], "application/json; charset=iso-8859-1", "é", "\"é\""),
    ] as [([UInt8], String, String, String)])
  func charsets(bytes: [UInt8], type: String, value: String, text: String) throws {
    let body = try RequestBody(bytes, type: type)
    #expect(body.value == .string(value) && body.text == text && body.problem == nil)
  }

  @Test("A raw request has the body as text, as data, and as bytes")
  func raw() throws {
    func raw(_ target: String, _ body: [UInt8], _ type: String) throws -> AnyCodableValue? {
      let request = RoutedRequest(
        "POST", target, at: HTTPOrigin(host: "a.example", namedPort: nil),
        headers: [("Content-Type", type)],
        body: body)
      return request.arguments([:], try request.readBody(), isRaw: true).member(at: ["raw"])
    }
    let text = try raw("/a?", Array(#"{"a":1}"#.utf8), "text/plain")
    #expect(text?.member(at: ["json", "a"]) == 1 && text?.member(at: ["target"]) == "/a")
    #expect(text?.member(at: ["body"]) == #"{"a":1}"#)
    #expect(text?.member(at: ["base64"]) == nil)
    let bytes = try raw("/a?b?", [0xFF, 0x41], "image/png")
    #expect(bytes?.member(at: ["body"]) == "\u{FFFD}A" && bytes?.member(at: ["json"]) == nil)
    #expect(bytes?.member(at: ["base64"]) == "/0E=" && bytes?.member(at: ["target"]) == "/a?b?")
    let empty = try raw("/a", [], "text/plain")
    #expect(empty?.member(at: ["base64"]) == nil && empty?.member(at: ["body"]) == nil)
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
