internal import CHTTPServer
internal import MockData

/// A request that waits for its answer, which any thread may give once.
///
/// `@unchecked Sendable`: the C functions take a lock where more than one thread may come.
final class HTTPExchange: @unchecked Sendable {
  private let exchange: OpaquePointer
  let request: HTTPRequest

  /// Takes over an exchange, on the thread that hands it over.
  init(_ exchange: OpaquePointer) {
    self.exchange = exchange
    let target = HTTPTarget(String(cString: mocklua_http_target(exchange)))
    func header(_ name: String) -> String? {
      mocklua_http_header(exchange, name).map { String(cString: $0) }
    }
    var length = 0
    let body = mocklua_http_body(exchange, &length)
    request = HTTPRequest(
      method: String(cString: mocklua_http_method(exchange)), path: target.path,
      query: target.query,
      body: mocklua_http_is_too_long(exchange)
        ? nil : Array(UnsafeBufferPointer(start: body, count: length)),
      // Of two names it is not known which one somebody on the way has believed.
      host: mocklua_http_header_count(exchange, "Host") == 1 ? header("Host") : nil,
      origin: header("Origin"), authorization: header("Authorization"),
      contentType: header("Content-Type"), accept: header("Accept"))
  }

  deinit { mocklua_http_release(exchange) }

  /// The connection has shown the token; to be said while the request is handed over.
  func trust() { mocklua_http_trust(exchange) }

  func answer(_ status: Int, _ bytes: [UInt8], _ headers: HTTPHeaders = .json) {
    bytes.withUnsafeBytes { bytes in
      mocklua_http_answer(exchange, UInt32(status), bytes.baseAddress, bytes.count, headers.pairs)
    }
  }

  func answer(_ value: AnyCodableValue) { answer(200, value.compactJSON) }

  func refuse(_ refusal: Refusal, _ headers: HTTPHeaders = .json) {
    answer(refusal.status, refusal.value.compactJSON, headers)
  }

  // MARK: - Streams

  func beginStream() { mocklua_http_begin_stream(exchange, HTTPHeaders.events.pairs) }

  func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { mocklua_http_write(exchange, $0.baseAddress, $0.count) }
  }

  /// Writes one server-sent event; JSON has no line breaks, so that it is one line.
  func send(_ event: String, _ value: AnyCodableValue) {
    write(Array("event: \(event)\ndata: ".utf8) + value.compactJSON + [0x0A, 0x0A])
  }

  func end() { mocklua_http_end(exchange) }

  /// The bytes that the other side has not taken yet.
  var unsent: Int { mocklua_http_unsent(exchange) }

  /// Whether the other side has gone.
  var isOver: Bool { mocklua_http_is_over(exchange) }
}

/// Why a request is not answered as it wishes.
struct Refusal: Error {
  var status: Int
  var code: String
  var message: String
  var details: AnyCodableValue?

  init(_ status: Int, _ code: String, _ message: String, details: AnyCodableValue? = nil) {
    (self.status, self.code, self.message, self.details) = (status, code, message, details)
  }

  var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = ["code": .string(code), "message": .string(message)]
    members["details"] = details
    return .dictionary(members)
  }
}
