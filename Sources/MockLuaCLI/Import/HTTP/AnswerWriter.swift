import MockConfiguration
import MockData
import MockLua
import MockRecording

/// Writes answers of HTTP as a script has them, and puts large bodies into files.
struct AnswerWriter {
  private(set) var fixtures: FixtureFiles
  /// Headers that were left out, in lower case.
  private(set) var leftOut: Set<String> = []

  /// Longer texts, in bytes, are files.
  private static let longest = 64 << 10
  /// The deepest data that a script can hold, with some room for what is around it.
  private static let deepest = 55

  /// Whether the headers are those of the bodies as they are here, since a person wrote both: a recording has bodies
  /// decoded, and headers of what was sent.
  private let keepsAllHeaders: Bool

  init(scriptName: String, keepsAllHeaders: Bool = false) {
    fixtures = FixtureFiles(scriptName: scriptName)
    self.keepsAllHeaders = keepsAllHeaders
  }

  /// An answer, and a text that is equal for answers that differ only in what a server makes anew for each response.
  struct Written {
    var answer: ImportedAnswer
    var identity: String
    /// The names of the headers that a server makes anew, in lower case.
    var madeAnew: Set<String> = []
    /// Why the response is left out; nil if it isn't.
    var leftOut: String?
  }

  /// Writes the response to a request of a route.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - method: The method of the request.
  ///   - route: The route, such as `GET /users/42`.
  ///   - path: The location of the response in the document, such as `log.entries[3]`.
  ///   - expression: The expression that computes the body, or nil (the default) to use the body of the response.
  ///   - more: The computed headers, by name.
  /// - Returns: The answer.
  mutating func written(
    _ response: ExchangeResponse, method: String, route: String, path: String,
    body expression: LuaPiece? = nil, headers more: [String: LuaPiece] = [:]
  ) -> Written {
    if let reason = Self.leftOutReason(response) {
      var answer = LeftOut(path: path, reasons: [reason]).commented
      answer.isLeftOut = true
      return Written(answer: answer, identity: answer.piece.text, leftOut: reason)
    }
    let delay = response.delay.map { [LuaPiece.delay($0)] } ?? []
    if let failure = response.failure {
      let piece = LuaPiece(chain: [LuaPiece("fail \(LuaText.string(failure))")] + delay)
      return Written(answer: ImportedAnswer(piece: piece), identity: piece.text)
    }
    var comments: [String] = []
    var response = response
    if [204, 205, 304].contains(response.status), !response.body.isNone {
      comments.append(
        "A response of \(response.status) has no body; the one in the document is left out.")
      response.body = .none
    }
    let computed = expression ?? response.template?.body
    let (body, needed) =
      computed.map { ($0, NeededType.of(response.body)) } ?? body(of: response, route)
    var headers = headers(of: response, method, &comments)
    if let type = contentType(of: response, hasBody: body != nil, needed) {
      headers["content-type"] = [HTTPField(name: "Content-Type", value: type)]
    }
    let status = response.status == 200 ? nil : response.status
    func piece(_ fields: [String: [HTTPField]]) -> LuaPiece {
      var values = fields.values.joined().map { $0 }.data.mapValues { LuaText.piece($0) }
      values.merge(more) { $1 }
      guard let template = response.template else {
        return LuaPiece(chain: LuaText.answer(status: status, body, values) + delay)
      }
      for name in values.keys {
        if let computed = template.headers[name.lowercased()] { values[name] = computed }
      }
      let answer = LuaPiece(chain: LuaText.answer(status: status, body, values) + delay)
      return LuaPiece(LuaPiece("function() return "), answer, LuaPiece(" end"))
    }
    return Written(
      answer: ImportedAnswer(piece: piece(headers), comments: comments),
      identity: piece(headers.filter { !HeaderNames.isMadeAnew($0.key) }).text,
      madeAnew: Set(headers.keys.filter(HeaderNames.isMadeAnew)))
  }

  /// Returns a route's answer for a response that isn't left out.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - route: The name of the route.
  ///   - expression: The expression that computes the body, or nil (the default) to use the body of the response.
  ///   - more: The computed headers, by name.
  /// - Returns: The answer.
  mutating func answer(
    _ response: ExchangeResponse, route: String, body expression: LuaPiece? = nil,
    headers more: [String: LuaPiece] = [:]
  ) -> ImportedAnswer {
    let method = String(route.prefix { $0 != " " })
    return written(
      response, method: method, route: route, path: "", body: expression, headers: more
    ).answer
  }

  /// Why a script can't give a response; nil if it can.
  static func leftOutReason(_ response: ExchangeResponse) -> String? {
    if let reason = response.leftOut { return reason }
    guard response.failure == nil else { return nil }
    if !(200...599).contains(response.status) {
      return "its status is \(response.status), and a route has one from 200 to 599"
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

  /// The body as an argument.
  private mutating func body(
    of response: ExchangeResponse, _ route: String
  ) -> (LuaPiece?, NeededType) {
    let type = ContentType(response.headers["content-type"])
    switch response.body {
    case .none, .unknown, .parts: return (nil, .implied(""))
    case .json(let value):
      let text = (try? JSONWriter(style: .pretty).string(from: value)) ?? ""
      let isSentAsText = if case .string = value { type?.isJSON == false } else { false }
      if value.hasLongNumbers || !value.isHeld(upTo: Self.deepest) || isSentAsText {
        // As bytes, since Lua would round a number, or hold no data of that depth.
        return (file(Array(text.utf8), "bytes", "json", route), .implied("application/json"))
      }
      if text.utf8.count > Self.longest {
        let piece = file(Array((text + "\n").utf8), "fixture", "json", route)
        return (piece, .implied("application/json"))
      }
      return (LuaText.piece(value), .implied("application/json"))
    case .form(let fields):
      let piece = LuaText.piece(.string(fields.formText))
      return (piece, .text("application/x-www-form-urlencoded"))
    case .text(let text):
      // Text that says it is JSON, and isn't: only bytes are sent as they are.
      if type?.isJSON == true {
        return (file(Array(text.utf8), "bytes", "json", route), .implied("application/json"))
      }
      guard text.utf8.count > Self.longest else {
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

  private mutating func file(
    _ bytes: [UInt8], _ word: String, _ ending: String, _ route: String
  ) -> LuaPiece {
    LuaPiece("\(word) \(LuaText.string(fixtures.path(of: bytes, route: route, ending: ending)))")
  }

  /// The `Content-Type` that the script has to state; nil if the right one is sent anyway.
  private func contentType(
    of response: ExchangeResponse, hasBody: Bool, _ needed: NeededType
  ) -> String? {
    var stated = response.headers["content-type"]
    // A text body is always sent as UTF-8, even if the original used another encoding.
    if case .bytes = response.body {
    } else if hasBody, let type = ContentType(stated), let charset = type.charset,
      charset != "utf-8"
    {
      stated = type.isJSON ? type.name : "\(type.name); charset=utf-8"
    }
    guard hasBody else { return stated }
    switch needed {
    case .text(let type): return stated ?? type
    case .implied(let type):
      guard let stated, stated != type else { return nil }
      if !keepsAllHeaders, ContentType(type)?.isMeant(by: stated) == true { return nil }
      return stated
    }
  }

  // MARK: - Headers

  /// The headers by name in lower case, without `Content-Type`.
  private mutating func headers(
    of response: ExchangeResponse, _ method: String, _ comments: inout [String]
  ) -> [String: [HTTPField]] {
    var fields: [String: [HTTPField]] = [:]
    for field in response.headers {
      let name = field.name.lowercased()
      if name == "content-type" || name.hasPrefix(":") { continue }
      if name == "content-length" {
        // That of a body is counted.
        guard method == "HEAD", response.body.isNone, fields[name] == nil,
          let length = Int(field.value), length >= 0
        else { continue }
        fields[name] = [HTTPField(name: "Content-Length", value: "\(length)")]
      } else if HeaderNames.isOfConnection(name)
        || (name == "content-encoding" && !keepsAllHeaders)
      {
        leftOut.insert(name)
      } else if HeaderNames.isName(name) {
        // Browsers write the values of one header into one text.
        for value in field.value.split(whereSeparator: \.isNewline) {
          guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            comments.append("The header `\(field.name)` is left out: it has control characters.")
            continue
          }
          fields[name, default: []].append(
            HTTPField(name: HeaderNames.capitalised(name), value: String(value)))
        }
      } else {
        comments.append("A header is left out, because `\(field.name.escaped)` isn't a valid name.")
      }
    }
    return fields
  }
}

extension [HTTPField] {
  /// The fields as a form sends them.
  fileprivate var formText: String {
    map { "\($0.name.formEscaped)=\($0.value.formEscaped)" }.joined(separator: "&")
  }
}

extension String {
  fileprivate var formEscaped: String { urlEscaped.replacing("%20", with: "+") }
}

extension AnyCodableValue {
  /// Whether it holds a number that Lua rounds.
  fileprivate var hasLongNumbers: Bool {
    switch self {
    case .number: true
    case .array(let elements): elements.contains(where: \.hasLongNumbers)
    case .dictionary(let members): members.values.contains(where: \.hasLongNumbers)
    default: false
    }
  }
}

extension LuaPiece {
  /// ` :after(250)`.
  fileprivate static func delay(_ delay: MockDelay) -> LuaPiece {
    LuaPiece(chain: LuaText.builders(of: MockResponse(result: .success, delayMs: delay)))
  }
}
