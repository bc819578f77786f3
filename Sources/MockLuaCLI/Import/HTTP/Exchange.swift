import MockConfiguration
import MockData
import MockRecording

/// A request of HTTP with its answer, as a recording or a collection has it.
struct Exchange {
  var request: ExchangeRequest
  var response: ExchangeResponse
  /// What the script says above the answer.
  var comments: [String] = []
  /// What kind of resource a browser took it for, such as `xhr`; nil where nothing says so.
  var resource: String?
}

struct ExchangeRequest {
  /// In capitals.
  var method: String
  var url: RequestURL
  var headers: [HTTPField] = []
  var body = ExchangeBody.none
  /// The values of the names in a path's template, where it is one.
  var pathValues: [String: String] = [:]
}

struct ExchangeResponse {
  var status: Int
  var headers: [HTTPField] = []
  var body = ExchangeBody.none
  /// The error of `URLError` that there was instead of an answer; nil for none.
  var failure: String?
  var delay: MockDelay?
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
