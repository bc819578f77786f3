internal import CHTTPServer

/// A request that is waiting for its response, which any thread can send once.
///
/// `@unchecked Sendable`: the C functions use a lock for everything that several threads access.
package final class HTTPExchange: @unchecked Sendable {
  private let exchange: OpaquePointer

  package let method: String
  /// The path and query as they were sent.
  package let target: String
  /// The headers in the order in which they were sent.
  package let headers: [(name: String, value: String)]
  /// The body; nil if it exceeds the limit.
  package let body: [UInt8]?
  /// The local port that received the request.
  package let port: Int

  /// Takes ownership of an exchange, on the thread that provides it.
  init(_ exchange: OpaquePointer) {
    self.exchange = exchange
    method = String(cString: mocklua_http_method(exchange))
    target = String(cString: mocklua_http_target(exchange))
    var length = 0
    let body = mocklua_http_body(exchange, &length)
    self.body =
      mocklua_http_is_too_long(exchange)
      ? nil : Array(UnsafeBufferPointer(start: body, count: length))
    let headers = Headers()
    mocklua_http_each_header(
      exchange,
      { context, name, value in
        guard let context, let name, let value else { return }
        Unmanaged<Headers>.fromOpaque(context).takeUnretainedValue().list.append(
          (String(cString: name), String(cString: value)))
      }, Unmanaged.passUnretained(headers).toOpaque())
    self.headers = headers.list
    port = Int(mocklua_http_port(exchange))
  }

  private final class Headers {
    var list: [(name: String, value: String)] = []
  }

  deinit { mocklua_http_release(exchange) }

  /// Returns the first value of a header; nil if it wasn't sent.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Returns the value of a header that was sent exactly once; otherwise nil.
  package func singleHeader(_ name: String) -> String? {
    let values = headers.filter { $0.name.lowercased() == name.lowercased() }
    return values.count == 1 ? values[0].value : nil
  }

  /// Marks the connection as trusted; only valid in the request handler.
  package func trust() { mocklua_http_trust(exchange) }

  package func answer(_ status: Int, _ bytes: [UInt8], _ headers: HTTPHeaders) {
    bytes.withUnsafeBytes { bytes in
      mocklua_http_answer(exchange, UInt32(status), bytes.baseAddress, bytes.count, headers.pairs)
    }
  }

  /// Ends the connection without a response, or in the middle of one.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to send instead of a response; none by default. They can be no HTTP.
  ///   - resets: Whether the client sees a reset instead of an end (default: false).
  package func abort(after bytes: [UInt8] = [], resets: Bool = false) {
    bytes.withUnsafeBytes { mocklua_http_abort(exchange, $0.baseAddress, $0.count, resets) }
  }

  /// Answers the handshake of a socket.
  func become(_ socket: OpaquePointer, _ headers: HTTPHeaders) {
    mocklua_socket_open(socket, exchange, headers.pairs)
  }

  // MARK: - Streams

  /// Starts a stream response, with its length in bytes if it's known.
  ///
  /// A stream that ends early closes the connection.
  package func beginStream(_ status: Int = 200, length: Int? = nil, _ headers: HTTPHeaders) {
    mocklua_http_begin_stream(exchange, UInt32(status), Int64(length ?? -1), headers.pairs)
  }

  package func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { mocklua_http_write(exchange, $0.baseAddress, $0.count) }
  }

  package func end() { mocklua_http_end(exchange) }

  /// The number of bytes that the client hasn't received yet.
  package var unsent: Int { mocklua_http_unsent(exchange) }

  /// Whether the client has disconnected, or has received its whole response.
  package var isOver: Bool { mocklua_http_is_over(exchange) }
}
