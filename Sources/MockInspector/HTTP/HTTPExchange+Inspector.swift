internal import MockConfiguration
internal import MockData
internal import MockHTTPServer

// What the inspector answers with.
extension HTTPExchange {
  /// The request as it came, taken apart.
  var request: HTTPRequest { HTTPRequest(self) }

  func answer(_ status: Int, _ bytes: [UInt8]) { answer(status, bytes, .json) }

  func answer(_ value: AnyCodableValue) { answer(200, value.compactJSON) }

  func refuse(_ refusal: Refusal, _ headers: HTTPHeaders = .json) {
    answer(refusal.status, refusal.value.compactJSON, headers)
  }

  func beginEvents() { beginStream(200, .events) }

  /// Writes one server-sent event; JSON has no line breaks, so that it is one line.
  func send(_ event: String, _ value: AnyCodableValue) {
    write(Array("event: \(event)\ndata: ".utf8) + value.compactJSON + [0x0A, 0x0A])
  }
}

/// Why a request is not answered as it wishes.
struct Refusal: Error {
  var status: Int
  var code: String
  var message: String

  init(_ status: Int, _ code: String, _ message: String) {
    (self.status, self.code, self.message) = (status, code, message)
  }

  var value: AnyCodableValue {
    .dictionary(["code": .string(code), "message": .string(message)])
  }
}

// The headers of the inspector's answers; made once, since each answer has some.
extension HTTPHeaders {
  /// What every answer says: nobody keeps it, guesses its type, or shows it in a frame.
  private static let common = [
    (name: "Cache-Control", value: "no-store"), ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private static let api = common + [("Content-Security-Policy", "default-src 'none'")]

  static let json = HTTPHeaders(api + [("Content-Type", "application/json")])
  static let empty = HTTPHeaders(api)
  static let events = HTTPHeaders(api + [("Content-Type", "text/event-stream")])
  static let unauthorized = HTTPHeaders(
    api + [("Content-Type", "application/json"), ("WWW-Authenticate", "Bearer")])

  /// The headers of a path that takes other methods.
  static func allowing(_ methods: [String]) -> HTTPHeaders {
    let list = methods.joined(separator: ", ")
    return HTTPHeaders(api + [("Content-Type", "application/json"), ("Allow", list)])
  }

  /// The headers of a part of the page, which runs nothing and asks nobody but this server.
  static func page(_ type: String) -> HTTPHeaders {
    HTTPHeaders(
      common + [
        (
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
        ), ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Content-Type", type),
      ])
  }
}

/// A request as it came, taken apart.
struct HTTPRequest: Sendable {
  var method: String
  /// The parts of the path between slashes, decoded; nil where an escape is wrong.
  var path: [String]?
  var query: [String: String]
  /// The body; nil where it is longer than is taken.
  var body: [UInt8]?
  var host: String?
  var origin: String?
  var authorization: String?
  var contentType: String?
  var accept: String?

  /// Whether the caller wants values as they come.
  var wantsEvents: Bool { accept?.lowercased().contains("text/event-stream") ?? false }

  init(_ exchange: HTTPExchange) {
    let target = HTTPTarget(exchange.target)
    method = exchange.method
    path = target.path
    query = Dictionary(target.query.map { ($0.name, $0.value) }) { $1 }
    body = exchange.body
    // Of two names it is not known which one somebody on the way has believed.
    host = exchange.singleHeader("Host")
    origin = exchange.header("Origin")
    authorization = exchange.header("Authorization")
    contentType = exchange.header("Content-Type")
    accept = exchange.header("Accept")
  }
}
