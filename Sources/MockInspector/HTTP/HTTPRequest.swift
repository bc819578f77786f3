internal import MockConfiguration
internal import MockHTTPServer

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
