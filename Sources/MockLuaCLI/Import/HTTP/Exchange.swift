import MockConfiguration
import MockData
import MockLua
import MockRecording
import MockRoutes

/// An HTTP request and its response, from a recording, a collection, or an API description.
struct Exchange {
  var request: ExchangeRequest
  var response: ExchangeResponse
  /// The comments above the response in the script.
  var comments: [String] = []
  /// The comments above the route in the script, if this is its first exchange.
  var routeComments: [String] = []
  /// The resource type that the browser recorded, such as `xhr`, if any.
  var resource: String?
  /// The location of the exchange in the document.
  var source: DocumentNode?
  /// A readable name for the response, such as `503 Busy`.
  var label = ""
}

/// A recording, a collection, or an API description.
protocol ExchangeDocument {
  /// The word for an entry of the document, such as `example`.
  var entryName: String { get }
  /// The number of entries, without those that couldn't be read.
  var entryCount: Int { get }
  var exchanges: [Exchange] { get }
  var notes: [ImportNote] { get }
  var unread: [UnreadEntry] { get }
}

extension ExchangeDocument {
  var entryCount: Int { exchanges.count }
}

struct ExchangeRequest {
  /// The method in capitals.
  var method: String
  var url: RequestURL
  var headers: [HTTPField] = []
  var body = ExchangeBody.none
  /// The values of path parameters by name, if the path is a template.
  var pathValues: [String: String] = [:]
  /// The names of path parameters by the variables in their place, whose values a response can repeat.
  var captures: [String: String] = [:]
  /// The variables in the query, whose values a response can't repeat.
  var queryVariables: Set<String> = []
  /// Whether `{{name}}` in the strings of the request matches any text.
  var hasVariables = false
}

struct ExchangeResponse {
  var status: Int
  var headers: [HTTPField] = []
  var body = ExchangeBody.none
  /// The `URLError` that occurred instead of a response, if any.
  var failure: String?
  var fault: RouteFault?
  var delay: MockDelay?
  /// The slow delivery of the body; nil if it's sent as a whole.
  var dribble: MockDribble?
  /// The reason why a script can't return the response; nil if it can.
  ///
  /// The script responds to the request with 501 and this reason.
  var leftOut: String?
  /// The parts of the response that a function computes, or nil if the response never changes.
  var template: PostmanTemplate?

  /// The statuses of responses that never have a body.
  static let bodiless: Set = [204, 205, 304]
}

extension ExchangeResponse {
  init(leftOut reason: String) { self.init(status: 501, leftOut: reason) }
}

/// A part of a multipart form.
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

/// A header, a query parameter, or a form field.
struct HTTPField: Hashable {
  let name: String
  let value: String

  init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// The values of a header, because browsers join the values of a repeated header with line breaks.
  var lines: [String] {
    let lines = value.split(whereSeparator: \.isNewline).map(String.init)
    return lines.isEmpty ? [""] : lines
  }

  /// Whether a header can have a value, which must not have control characters.
  static func isHeaderValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}

extension [HTTPField] {
  /// The first value of a header, whose name isn't case-sensitive.
  subscript(_ name: String) -> String? {
    first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Adds the `Content-Type` to headers that don't have one.
  mutating func addType(_ type: String) {
    if self["content-type"] == nil { append(HTTPField("Content-Type", type)) }
  }

  /// The fields in the form of a URL's query.
  var urlEncoded: String {
    map { "\($0.name.urlEscaped)=\($0.value.urlEscaped)" }.joined(separator: "&")
  }

  /// The values by name: a string, or a list if the name occurs several times.
  var data: [String: AnyCodableValue] {
    HTTPTarget.members(map { (name: $0.name, value: $0.value) })
  }
}

enum ExchangeBody {
  case none
  case json(AnyCodableValue)
  case form([HTTPField])
  case parts([FormPart])
  case text(String)
  case bytes([UInt8])
  /// A body that is unknown, for the given reason.
  case unknown(String)
}

extension ExchangeBody {
  var isNone: Bool { if case .none = self { true } else { false } }

  /// JSON becomes data, and everything else stays text.
  init(text: String, type: ContentType?) {
    if text.isEmpty {
      self = .none
    } else if type?.isJSON == true, let data = Self.json(text) {
      self = .json(data)
    } else {
      self = .text(text)
    }
  }

  init(ofRequest text: String, type: String?) {
    self.init(ofRequest: Array(text.utf8), type: type)
  }

  /// Creates the body of a request, parsed as a route parses it.
  init(ofRequest bytes: [UInt8], type header: String?) {
    let type = ContentType(header)
    let isForm = type?.name == "application/x-www-form-urlencoded"
    if let header, type?.name == "multipart/form-data",
      let form = MultipartForm(reading: bytes, type: header)
    {
      self = .parts(form.parts.map(FormPart.init))
    } else if let text = String(validUTF8: bytes) {
      if isForm || type == nil, text.beginsLikeJSON, let data = Self.json(text) {
        self = .json(data)
      } else if isForm, !text.isEmpty {
        self = .form(RequestURL.fields(of: text))
      } else {
        self.init(text: text, type: type)
      }
    } else {
      self = .bytes(bytes)
    }
  }

  /// Bytes that are text become text.
  ///
  /// Text in an encoding other than UTF-8 stays bytes, even if it happens to be valid UTF-8.
  init(bytes: [UInt8], type: ContentType?) {
    let isPlain = bytes.allSatisfy { $0 < 0x80 && $0 != 0x1B }
    let isUTF8 = ["utf-8", "utf8", nil].contains(type?.charset) || type?.isJSON == true
    if type?.isText != false, isUTF8 || isPlain, let text = String(validUTF8: bytes),
      !text.contains("\0")
    {
      self.init(text: text, type: type)
    } else {
      self = bytes.isEmpty ? .none : .bytes(bytes)
    }
  }

  /// The maximum size of the data of one body in memory, in bytes.
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

extension String {
  /// Whether the text begins like an object or a list in JSON.
  var beginsLikeJSON: Bool {
    let first = first { !$0.isWhitespace }
    return first == "{" || first == "["
  }
}

extension FormPart {
  /// If the text has lost bytes, the content is unknown.
  fileprivate init(_ part: MultipartForm.Part) {
    (name, filename, type) = (part.name, part.filename, part.type)
    guard let text = String(validUTF8: part.content) else {
      content = .bytes(part.content)
      return
    }
    content = text.contains("\u{FFFD}") ? nil : .text(text)
  }
}
