internal import CHTTPServer

/// A request that waits for its answer, which any thread may give once.
///
/// `@unchecked Sendable`: the C functions take a lock where more than one thread may come.
package final class HTTPExchange: @unchecked Sendable {
  private let exchange: OpaquePointer

  package let method: String
  /// Path and query as they were sent.
  package let target: String
  /// In the order in which they came.
  package let headers: [(name: String, value: String)]
  /// The body; nil where it is longer than is taken.
  package let body: [UInt8]?
  /// The port of this machine at which the request came.
  package let port: Int

  /// Takes over an exchange, on the thread that hands it over.
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

  /// The first value of a header; nil where it was not sent.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The value of a header that was sent once; nil for none, and for more than one.
  package func singleHeader(_ name: String) -> String? {
    let values = headers.filter { $0.name.lowercased() == name.lowercased() }
    return values.count == 1 ? values[0].value : nil
  }

  /// The connection has shown that it may be here; to be said while the request is handed over.
  package func trust() { mocklua_http_trust(exchange) }

  package func answer(_ status: Int, _ bytes: [UInt8], _ headers: HTTPHeaders) {
    bytes.withUnsafeBytes { bytes in
      mocklua_http_answer(exchange, UInt32(status), bytes.baseAddress, bytes.count, headers.pairs)
    }
  }

  /// Ends the connection without an answer, or in the middle of one.
  package func abort() { mocklua_http_abort(exchange) }

  // MARK: - Streams

  /// Answers with a stream, whose length in bytes is sent where it is known: one that ends before it ends the connection.
  package func beginStream(_ status: Int = 200, length: Int? = nil, _ headers: HTTPHeaders) {
    mocklua_http_begin_stream(exchange, UInt32(status), Int64(length ?? -1), headers.pairs)
  }

  package func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { mocklua_http_write(exchange, $0.baseAddress, $0.count) }
  }

  package func end() { mocklua_http_end(exchange) }

  /// The bytes that the other side has not taken yet.
  package var unsent: Int { mocklua_http_unsent(exchange) }

  /// Whether the other side has gone.
  package var isOver: Bool { mocklua_http_is_over(exchange) }
}
