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

  /// Whether headers of connections and caches stay, since a person wrote them.
  private let keepsAllHeaders: Bool

  init(scriptName: String, keepsAllHeaders: Bool = false) {
    fixtures = FixtureFiles(scriptName: scriptName)
    self.keepsAllHeaders = keepsAllHeaders
  }

  /// The answer to a route, such as `GET /users/42`.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - route: The name of the route.
  ///   - expression: What computes the body, instead of the body of the response; nil, the default, for none.
  ///   - more: Headers that are computed, by name.
  /// - Returns: The answer.
  mutating func answer(
    _ response: ExchangeResponse, route: String, body expression: LuaPiece? = nil,
    headers more: [String: LuaPiece] = [:]
  ) -> ImportedAnswer {
    let delay = response.delay.map { [LuaPiece.delay($0)] } ?? []
    if let failure = response.failure {
      return ImportedAnswer(
        piece: LuaPiece(chain: [LuaPiece("fail \(LuaText.string(failure))")] + delay))
    }
    var comments: [String] = []
    let type = ContentType(response.headers["content-type"])
    var response = response
    if [204, 205, 304].contains(response.status), !response.body.isNone {
      comments.append(
        "An answer of \(response.status) has no body; that of the recording stays out.")
      response.body = .none
    }
    let (body, sentType) = self.body(of: response, type, route)
    if case .unknown(let reason) = response.body { comments.append(reason) }
    if !(200...599).contains(response.status) {
      comments.append("The status was \(response.status), which no route answers with.")
      response.status = response.status < 200 ? 200 : 599
    }
    let status = response.status == 200 ? nil : response.status
    let pieces = LuaText.answer(
      status: status, expression ?? body,
      headers(of: response, sentType, isOfHEAD: route.hasPrefix("HEAD ")).merging(more) { $1 })
    return ImportedAnswer(piece: LuaPiece(chain: pieces + delay), comments: comments)
  }

  // MARK: - Bodies

  /// The body as an argument, and the type that has to be named since nothing else says it.
  private mutating func body(
    of response: ExchangeResponse, _ type: ContentType?, _ route: String
  ) -> (LuaPiece?, String?) {
    var named = type.map { $0.charset == nil ? $0.name : "\($0.name); charset=utf-8" }
    // Texts are sent as UTF-8, whatever they were.
    if keepsAllHeaders, type?.charset ?? "utf-8" == "utf-8" {
      named = response.headers["content-type"] ?? named
    }
    switch response.body {
    case .none, .unknown: return (nil, response.headers["content-type"])
    case .json(let value):
      let text = (try? JSONWriter(style: .pretty).string(from: value)) ?? ""
      let written = keepsAllHeaders ? response.headers["content-type"] : nil
      let sentType =
        written.map { $0 == "application/json" ? nil : $0 }
        ?? (type?.isPlainJSON == false ? type?.name : nil)
      if value.hasLongNumbers || !value.isHeld(upTo: Self.deepest) {
        // As bytes, since Lua would round a number, or hold no data of that depth.
        return (file(Array(text.utf8), "bytes", "json", route), sentType)
      }
      if text.utf8.count > Self.longest {
        return (file(Array((text + "\n").utf8), "fixture", "json", route), sentType)
      }
      return (LuaText.piece(value), sentType)
    case .form(let fields): return (LuaText.piece(.string(fields.formText)), named)
    case .text(let text):
      let type = type ?? ContentType("text/plain")
      // Text that says it is JSON, and is none: only bytes are sent as they are.
      if type?.isJSON == true {
        return (
          file(Array(text.utf8), "bytes", "json", route),
          type?.isPlainJSON == true ? nil : type?.name
        )
      }
      guard text.utf8.count > Self.longest else {
        return (LuaText.piece(ofText: text), named ?? "text/plain")
      }
      let ending = type?.fileEnding ?? "txt"
      let word = ["html", "css", "js", "txt", "xml", "svg"].contains(ending) ? "fixture" : "bytes"
      return (file(Array(text.utf8), word, ending, route), named ?? "text/plain")
    case .bytes(let bytes):
      let ending = type?.fileEnding ?? "bin"
      let isKnown = type?.isUsual(ofEnding: ending) ?? true
      let written = keepsAllHeaders ? response.headers["content-type"] : nil
      let sentType =
        written.map { $0 == MediaType.ofFile("a.\(ending)") ? nil : $0 }
        ?? (isKnown ? nil : type?.name)
      return (file(bytes, "bytes", ending, route), sentType)
    }
  }

  private mutating func file(
    _ bytes: [UInt8], _ word: String, _ ending: String, _ route: String
  ) -> LuaPiece {
    LuaPiece("\(word) \(LuaText.string(fixtures.path(of: bytes, route: route, ending: ending)))")
  }

  // MARK: - Headers

  private mutating func headers(
    of response: ExchangeResponse, _ type: String?, isOfHEAD: Bool
  ) -> [String: LuaPiece] {
    var fields: [HTTPField] = []
    for field in response.headers {
      let name = field.name.lowercased()
      if name == "content-type" || name.hasPrefix(":") { continue }
      if name == "content-length", isOfHEAD, response.body.isNone {
        // What `HEAD` states is the length of a body that it doesn't send.
        fields.append(HTTPField(name: "Content-Length", value: field.value))
      } else if keepsAllHeaders
        ? HeaderNames.isOfConnection(name) : HeaderNames.isOfTransport(name)
      {
        leftOut.insert(name)
      } else if HeaderNames.isName(name) {
        // Browsers write the values of one header into one text.
        for value in field.value.split(whereSeparator: \.isNewline) {
          fields.append(HTTPField(name: HeaderNames.capitalised(name), value: String(value)))
        }
      } else {
        leftOut.insert(name)
      }
    }
    if let type { fields.append(HTTPField(name: "Content-Type", value: type)) }
    return fields.data.mapValues { LuaText.piece($0) }
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
