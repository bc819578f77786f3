import MockConfiguration
import MockData
import MockLua
import MockRecording
import MockRoutes

/// An HTTP request and its response, from a recording, a collection, or an API description.
struct Exchange {
  var request: ExchangeRequest
  var response: ExchangeResponse
  /// The comments above the answer in the script.
  var comments: [String] = []
  /// The resource type that the browser recorded, such as `xhr`, or nil if there isn't one.
  var resource: String?
  /// The location of the exchange in the document.
  var source: DocumentNode?
  /// A readable name for the response, such as `503 Busy`.
  var label = ""
}

struct ExchangeRequest {
  /// In capitals.
  var method: String
  var url: RequestURL
  var headers: [HTTPField] = []
  var body = ExchangeBody.none
  /// The values of the names in a path's template, if it is one.
  var pathValues: [String: String] = [:]
  /// Whether `{{name}}` in the strings of the request matches any text.
  var hasVariables = false
}

struct ExchangeResponse {
  var status: Int
  var headers: [HTTPField] = []
  var body = ExchangeBody.none
  /// The error of `URLError` that there was instead of an answer; nil for none.
  var failure: String?
  var delay: MockDelay?
  /// Why a script can't give the response; nil if it can.
  ///
  /// A request for it gets 501 with this reason.
  var leftOut: String?
  /// The parts of the response that a function computes, or nil if the response never changes.
  var template: ResponseTemplate?

  init(status: Int, headers: [HTTPField] = [], body: ExchangeBody = .none, failure: String? = nil) {
    (self.status, self.headers, self.body, self.failure) = (status, headers, body, failure)
  }

  /// A response that is left out.
  init(leftOut reason: String) {
    status = 501
    leftOut = reason
  }
}

/// The parts of a response that a function computes.
struct ResponseTemplate {
  /// The expression of the body; nil if that is the same each time.
  var body: LuaPiece?
  /// The expressions of headers by their names in lower case.
  var headers: [String: LuaPiece] = [:]
  /// The regular expression that a computed text matches as a whole; nil for a text that isn't computed.
  var pattern: (String) -> String? = { _ in nil }
}

/// A part of a form that is sent in parts.
struct FormPart: Equatable {
  enum Content: Equatable {
    case text(String)
    case bytes([UInt8])
  }

  var name: String
  /// The name of a file; nil for a field.
  var filename: String?
  var type: String?
  /// The content; nil if the document doesn't have it.
  var content: Content?
}

/// A header, a parameter of a query, a field of a form.
struct HTTPField: Hashable {
  var name: String
  var value: String
}

extension [HTTPField] {
  /// The first value of a header; case makes no difference.
  subscript(_ name: String) -> String? {
    first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The values by name: a text, or a list of those of a name that stands several times.
  var data: [String: AnyCodableValue] {
    HTTPTarget.members(map { (name: $0.name, value: $0.value) })
  }
}

/// What a request or an answer carries.
enum ExchangeBody {
  case none
  case json(AnyCodableValue)
  case form([HTTPField])
  case parts([FormPart])
  case text(String)
  case bytes([UInt8])
  /// There was one, and it is not known: why.
  case unknown(String)
}

extension ExchangeBody {
  var isNone: Bool { if case .none = self { true } else { false } }

  /// The body of a text by its type: JSON and forms as data, all else as it is.
  init(text: String, type: ContentType?) {
    if text.isEmpty {
      self = .none
    } else if type?.isJSON == true, let data = Self.json(text) {
      self = .json(data)
    } else if type?.name == "application/x-www-form-urlencoded" {
      self = .form(RequestURL.fields(of: text))
    } else {
      self = .text(text)
    }
  }

  /// The body of a request, read as a route reads it.
  ///
  /// - Parameters:
  ///   - text: The text of the body.
  ///   - header: The value of `Content-Type`; nil for none.
  init(ofRequest text: String, type header: String?) {
    let type = ContentType(header)
    let isForm = type?.name == "application/x-www-form-urlencoded"
    let first = text.first { !$0.isWhitespace }
    if isForm || type == nil, first == "{" || first == "[", let data = Self.json(text) {
      self = .json(data)
    } else if let header, type?.name == "multipart/form-data",
      let form = MultipartForm(reading: Array(text.utf8), type: header)
    {
      self = .parts(form.parts.map(FormPart.init))
    } else {
      self.init(text: text, type: type)
    }
  }

  /// The body of a request of bytes, read as a route reads it.
  init(ofRequest bytes: [UInt8], type header: String?) {
    let type = ContentType(header)
    if let header, type?.name == "multipart/form-data",
      let form = MultipartForm(reading: bytes, type: header)
    {
      self = .parts(form.parts.map(FormPart.init))
    } else if let text = String(validUTF8: bytes) {
      self.init(ofRequest: text, type: header)
    } else {
      self = .bytes(bytes)
    }
  }

  /// The body of bytes by their type: what is text becomes text.
  init(bytes: [UInt8], type: ContentType?) {
    if type?.isText != false, let text = String(validUTF8: bytes), !text.contains("\0") {
      self.init(text: text, type: type)
    } else {
      self = bytes.isEmpty ? .none : .bytes(bytes)
    }
  }

  /// The most bytes of memory that the data of one body takes.
  private static let largest = 96 << 20

  private static func json(_ text: String) -> AnyCodableValue? {
    var bytes = 0
    let parser = JSONParser(maximumDepth: 200)
    let value = try? parser.parse(text) { _, more in
      bytes += more
      return bytes <= largest
    }
    return value ?? nil
  }
}

extension FormPart {
  /// A part as a request has it.
  ///
  /// Bytes that a text has lost aren't known.
  fileprivate init(_ part: MultipartForm.Part) {
    (name, filename, type) = (part.name, part.filename, part.type)
    guard let text = String(validUTF8: part.content) else {
      content = .bytes(part.content)
      return
    }
    content = text.contains("\u{FFFD}") ? nil : .text(text)
  }
}
