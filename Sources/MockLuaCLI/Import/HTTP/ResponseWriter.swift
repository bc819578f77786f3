import MockConfiguration
import MockData
import MockLua
import MockRecording

/// Writes HTTP responses in the form that scripts use, and stores large bodies in files.
struct ResponseWriter {
  private var fixtures: FixtureFiles
  /// The headers that were left out, in lower case.
  private var leftOut: Set<String> = []

  /// The maximum length of a string in a script, in bytes.
  ///
  /// Longer strings are stored in files.
  private static let lengthLimit = 64 << 10
  /// The maximum size of bytes that aren't in a separate file.
  private static let inlineLimit = 1000
  /// The maximum nesting depth of data in a script, with some room for the surrounding tables.
  private static let depthLimit = 55

  /// Whether all headers are kept, because a person wrote both headers and body.
  ///
  /// In a recording, bodies are decoded, but headers are as they were sent.
  private let keepsAllHeaders: Bool

  init(scriptName: String, keepsAllHeaders: Bool = false) {
    fixtures = FixtureFiles(scriptName: scriptName)
    self.keepsAllHeaders = keepsAllHeaders
  }

  /// A response, and a string that is the same for responses that differ only in generated headers.
  struct Written {
    var answer: ImportedResponse
    var identity: String
    /// The names of the generated headers, in lower case.
    var generatedHeaders: Set<String> = []
    /// The reason why the response is left out; nil if it isn't.
    var leftOut: String?
  }

  /// Writes the response to a request of a route, such as `GET /users/42`.
  ///
  /// The path is the location of the response in the document, such as `log.entries[3]`. The expression computes the
  /// body. If it is nil, the body of the response is used. `more` has the computed headers, by name.
  mutating func written(
    _ response: ExchangeResponse, route: String, path: String = "",
    body expression: LuaPiece? = nil, headers more: [String: LuaPiece] = [:]
  ) -> Written {
    let method = String(route.prefix { $0 != " " })
    if let reason = Self.leftOutReason(response) {
      var answer = LeftOut(path: path, reasons: [reason]).commented
      answer.isLeftOut = true
      return Written(answer: answer, identity: answer.piece.text, leftOut: reason)
    }
    var timing = MockResponse(result: .success)
    timing.delayMs = response.delay
    let failing =
      response.fault.map { LuaText.answer(status: nil, nil, [:], fault: $0) }
      ?? response.failure.map { [LuaPiece("fail \(LuaText.string($0))")] }
    if let failing {
      let piece = LuaPiece(chain: failing + LuaText.builders(of: timing))
      return Written(answer: ImportedResponse(piece: piece), identity: piece.text)
    }
    var comments: [String] = []
    var response = response
    if ExchangeResponse.bodiless.contains(response.status), !response.body.isNone {
      comments.append(
        "A response of \(response.status) has no body; the one in the document is left out.")
      response.body = .none
    }
    let computed = expression ?? response.template?.bodyPiece
    let (body, needed) =
      computed.map { ($0, NeededType.of(response.body)) } ?? body(of: response, route)
    if body != nil { timing.dribble = response.dribble }
    let delay = LuaText.builders(of: timing)
    var headers = headers(of: response, method, &comments)
    if let type = contentType(of: response, hasBody: body != nil, needed) {
      headers["content-type"] = [HTTPField("Content-Type", type)]
      let stated = ContentType(response.headers["content-type"])
      if case .text(let text) = response.body, let charset = stated?.charset,
        Charset(charset) != .utf8, charset != ContentType(type)?.charset,
        !text.utf8.allSatisfy({ $0 < 0x80 })
      {
        comments.append("The text is sent in UTF-8 instead of \(charset).")
      }
    }
    let isUntyped = body != nil && isUntyped(response)
    // With its status, a body that looks like a status is clearly meant as a body.
    var isLikeStatus = false
    if case .json(let data) = response.body { isLikeStatus = HTTPStatus.inBody(data) != nil }
    let status = response.status == 200 && !isLikeStatus ? nil : response.status
    func piece(_ fields: [String: [HTTPField]]) -> LuaPiece {
      var values = fields.values.joined().map { $0 }.data.mapValues { LuaText.piece($0) }
      if isUntyped { values["Content-Type"] = LuaText.piece(.array([])) }
      values.merge(more) { $1 }
      guard let template = response.template else {
        return LuaPiece(chain: LuaText.answer(status: status, body, values) + delay)
      }
      let computed = template.headerPieces
      for name in values.keys {
        if let piece = computed[name.lowercased()] { values[name] = piece }
      }
      let answer = LuaPiece(chain: LuaText.answer(status: status, body, values) + delay)
      let parameter = template.usesRequest ? "request" : ""
      return LuaPiece(LuaPiece("function(\(parameter)) return "), answer, LuaPiece(" end"))
    }
    return Written(
      answer: ImportedResponse(piece: piece(headers), comments: comments),
      identity: piece(headers.filter { !HeaderNames.isGeneratedPerResponse($0.key) }).text,
      generatedHeaders: Set(headers.keys.filter(HeaderNames.isGeneratedPerResponse)))
  }

  /// Returns the reason why a script can't return a response; nil if it can.
  static func leftOutReason(_ response: ExchangeResponse) -> String? {
    if let reason = response.leftOut { return reason }
    guard response.failure == nil, response.fault == nil else { return nil }
    if !(200...599).contains(response.status) {
      return "its status is \(response.status), but a route needs one from 200 to 599"
    }
    let types = response.headers.filter { $0.name.lowercased() == "content-type" }
    if types.count > 1 || types.contains(where: { !HTTPField.isHeaderValue($0.value) }) {
      return "its `Content-Type` has several values or control characters"
    }
    if case .unknown(let reason) = response.body { return reason }
    return nil
  }

  // MARK: - Bodies

  /// The `Content-Type` that a body needs so that its bytes are sent unchanged.
  private enum NeededType {
    /// Any type except JSON. If the response doesn't have a `Content-Type`, use this one.
    case text(String)
    /// No header is needed, because this type is sent by default.
    case implied(String)

    /// Returns the type that a computed body needs.
    static func of(_ body: ExchangeBody) -> NeededType {
      if case .text = body { .text("text/plain") } else { .implied("application/json") }
    }
  }

  /// Returns the body as an argument.
  private mutating func body(
    of response: ExchangeResponse, _ route: String
  ) -> (LuaPiece?, NeededType) {
    let type = ContentType(response.headers["content-type"])
    switch response.body {
    case .none, .unknown, .parts: return (nil, .implied(""))
    case .json(let value):
      let text = (try? JSONWriter(style: .pretty).string(from: value)) ?? ""
      let isSentAsText = if case .string = value { type?.isJSON == false } else { false }
      if value.hasLongNumbers || !value.isNested(atMost: Self.depthLimit) || isSentAsText {
        // Stored as bytes, because Lua would round a number, or doesn't support the nesting depth.
        return (file(Array(text.utf8), "bytes", "json", route), .implied("application/json"))
      }
      if text.utf8.count > Self.lengthLimit {
        let piece = file(Array((text + "\n").utf8), "fixture", "json", route)
        return (piece, .implied("application/json"))
      }
      return (LuaText.piece(value), .implied("application/json"))
    case .form(let fields):
      let text = fields.urlEncoded.replacing("%20", with: "+")
      let piece = LuaText.piece(.string(text))
      return (piece, .text("application/x-www-form-urlencoded"))
    case .text(let text):
      // The type is JSON or missing, but the text isn't JSON. Only bytes are sent unchanged.
      if isUntyped(response) {
        let bytes = Array(text.utf8)
        guard bytes.count > Self.inlineLimit else {
          return (LuaPiece("bytes { base64 = \(LuaText.string(bytes.base64)) }"), .implied(""))
        }
        return (file(bytes, "bytes", "txt", route), .implied(""))
      }
      if type?.isJSON == true {
        return (file(Array(text.utf8), "bytes", "json", route), .implied("application/json"))
      }
      guard text.utf8.count > Self.lengthLimit else {
        return (LuaText.piece(ofText: text), .text("text/plain"))
      }
      let ending = (type ?? ContentType("text/plain"))?.fileEnding ?? "txt"
      guard ["html", "css", "js", "txt", "xml", "svg"].contains(ending) else {
        let piece = file(Array(text.utf8), "bytes", ending, route)
        return (piece, .implied(MediaType.ofFile("a.\(ending)")))
      }
      return (file(Array(text.utf8), "fixture", ending, route), .text("text/plain"))
    case .bytes(let bytes):
      let ending = type?.fileEnding ?? "bin"
      let piece = file(bytes, "bytes", ending, route)
      return (piece, .implied(MediaType.ofFile("a.\(ending)")))
    }
  }

  /// Whether a recorded response has no `Content-Type`.
  private func isUntyped(_ response: ExchangeResponse) -> Bool {
    !keepsAllHeaders && response.headers["content-type"] == nil
  }

  private mutating func file(
    _ bytes: [UInt8], _ word: String, _ ending: String, _ route: String
  ) -> LuaPiece {
    LuaPiece("\(word) \(LuaText.string(fixtures.path(of: bytes, route: route, ending: ending)))")
  }

  /// Returns the `Content-Type` that the script must specify; nil if the right one is sent automatically.
  private func contentType(
    of response: ExchangeResponse, hasBody: Bool, _ needed: NeededType
  ) -> String? {
    var stated = response.headers["content-type"]
    // Text is sent as UTF-8 if it can't be sent in its charset, or if the document has only the text.
    if case .bytes = response.body {
    } else if hasBody, let type = ContentType(stated), let charset = type.charset,
      charset != "utf-8", keepsAllHeaders || !isSent(response.body, in: charset)
    {
      stated = type.isJSON ? type.name : "\(type.name); charset=utf-8"
    }
    guard hasBody else { return stated }
    if isUntyped(response) { return nil }
    switch needed {
    case .text(let type): return stated ?? type
    case .implied(let type):
      guard let stated, stated != type else { return nil }
      if !keepsAllHeaders, ContentType(type)?.isMeant(by: stated) == true { return nil }
      return stated
    }
  }

  /// Whether a script sends the same bytes for a text in a charset.
  ///
  /// The text of UTF-16 doesn't show whether there was a byte order mark.
  private func isSent(_ body: ExchangeBody, in charset: String) -> Bool {
    guard case .text(let text) = body, !charset.hasPrefix("utf") else { return false }
    return (Charset(charset) ?? .ascii).encoded(text) != nil
  }

  // MARK: - Headers

  /// Adds the files, and a comment on the headers that were left out, which begins with their kind.
  func finish(_ script: inout ImportedScript, _ headers: String) {
    script.files = fixtures.files
    guard !leftOut.isEmpty else { return }
    let names = leftOut.sorted().joined(separator: ", ")
    script.comments.append("\(headers) are left out: \(names).")
  }

  /// Returns the headers by lowercase name, without `Content-Type`.
  private mutating func headers(
    of response: ExchangeResponse, _ method: String, _ comments: inout [String]
  ) -> [String: [HTTPField]] {
    var fields: [String: [HTTPField]] = [:]
    for field in response.headers {
      let name = field.name.lowercased()
      if name == "content-type" || name.hasPrefix(":") { continue }
      if name == "content-length" {
        // The length of a body is computed.
        guard method == "HEAD", response.body.isNone, fields[name] == nil,
          let length = Int(field.value.trimmed), length >= 0
        else { continue }
        fields[name] = [HTTPField("Content-Length", "\(length)")]
      } else if HeaderNames.isOfConnection(name)
        || (name == "content-encoding" && !keepsAllHeaders)
      {
        leftOut.insert(name)
      } else if HeaderNames.isName(name) {
        for value in field.lines {
          guard HTTPField.isHeaderValue(value) else {
            comments.append("The header `\(field.name)` is left out: it has control characters.")
            continue
          }
          fields[name, default: []].append(HTTPField(HeaderNames.capitalized(name), value))
        }
      } else {
        comments.append("A header is left out, because `\(field.name.escaped)` isn't a valid name.")
      }
    }
    return fields
  }
}

extension LuaText {
  /// Returns a constant part of a computed body.
  ///
  /// Lua rounds a number with many digits in a script, but decoding it from JSON keeps its digits.
  static func computed(_ value: AnyCodableValue) -> LuaPiece {
    guard case .number = value else { return piece(value) }
    return LuaPiece("json.decode \(string(value.compactText))")
  }
}
