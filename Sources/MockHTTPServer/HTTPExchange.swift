internal import CHTTPServer
internal import CLibrary
internal import MockData

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

  /// Takes ownership of an exchange.
  ///
  /// It must run on the thread that provides the exchange.
  init(_ exchange: OpaquePointer) {
    self.exchange = exchange
    method = String(cString: mocklua_http_method(exchange))
    target = Self.target(mocklua_http_target(exchange))
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
          (String(cString: name), HTTPExchange.text(value).withoutTrailingSpaces))
      }, Unmanaged.passUnretained(headers).toOpaque())
    self.headers = headers.list
    port = Int(mocklua_http_port(exchange))
  }

  /// Returns the target of a request, with the escapes of bytes that aren't UTF-8.
  private static func target(_ text: UnsafePointer<CChar>) -> String {
    let bytes = bytes(text)
    return String(validUTF8: bytes)
      ?? bytes.map { byte in
        byte < 0x80
          ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
      }.joined()
  }

  private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    UnsafeRawBufferPointer(start: text, count: strlen(text)).map { $0 }
  }

  /// Returns the value of a header, which older clients send in ISO-8859-1.
  private static func text(_ value: UnsafePointer<CChar>) -> String {
    let bytes = bytes(value)
    return String(validUTF8: bytes) ?? Charset.latin1.decoded(bytes) ?? ""
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

  /// Marks the connection as trusted.
  ///
  /// Call this method only in the request handler.
  package func trust() { mocklua_http_trust(exchange) }

  package func answer(_ status: Int, _ bytes: [UInt8], _ headers: HTTPHeaders) {
    bytes.withUnsafeBytes { bytes in
      mocklua_http_answer(exchange, UInt32(status), bytes.baseAddress, bytes.count, headers.pairs)
    }
  }

  /// Ends the connection without a response, or in the middle of one.
  ///
  /// `bytes` are sent instead of a response, and don't have to be valid HTTP. If `resets` is true, the client sees a
  /// reset instead of a normal end of the connection.
  package func abort(after bytes: [UInt8] = [], resets: Bool = false) {
    bytes.withUnsafeBytes { mocklua_http_abort(exchange, $0.baseAddress, $0.count, resets) }
  }

  /// Accepts the handshake, and turns the connection into a socket.
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

extension String {
  /// The string without the spaces and tabs at its end, which don't belong to the value of a header (RFC 9110, 5.5).
  fileprivate var withoutTrailingSpaces: String {
    guard let last = utf8.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return "" }
    return String(self[...last])
  }
}

/// The headers of a response, in the form that the C functions require.
///
/// `@unchecked Sendable`: it is immutable.
package final class HTTPHeaders: @unchecked Sendable {
  let pairs: UnsafePointer<UnsafePointer<CChar>?>
  private let count: Int

  package init(_ headers: [(name: String, value: String)]) {
    let texts = headers.flatMap { [$0.name, $0.value] }
    let pairs = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count + 1)
    for (index, text) in texts.enumerated() {
      (pairs + index).initialize(to: UnsafePointer(strdup(text)))
    }
    (pairs + texts.count).initialize(to: nil)
    self.pairs = UnsafePointer(pairs)
    count = texts.count
  }

  deinit {
    for index in 0..<count { free(UnsafeMutablePointer(mutating: pairs[index])) }
    pairs.deallocate()
  }
}

/// The reason to refuse a request, according to RFC 9112 and RFC 9110.
struct HTTPHeadProblem {
  let status: Int
  /// The problem, and what to send instead.
  let text: String

  /// Converts the result of the checks in C; nil for a well-formed request.
  init?(_ problem: mocklua_HTTPProblem) {
    let text: String? =
      switch problem {
      case MOCKLUA_HTTP_BAD_REQUEST_LINE:
        "the request line has a control character or more than two spaces; send `GET /path HTTP/1.1`"
      case MOCKLUA_HTTP_BAD_LINE:
        "a header continues on the next line, has no name, contains a NUL, or ends without CR; "
          + "send `Name: value` on one line that ends with CR LF"
      case MOCKLUA_HTTP_BAD_HEADER_NAME:
        "a header's name is not a token; send `Name: value`, without a space before the colon"
      case MOCKLUA_HTTP_BAD_HEADER_VALUE:
        "a header's value has a control character, such as a bare CR; remove it"
      case MOCKLUA_HTTP_NO_HOST:
        "the request has no `Host` header, which HTTP/1.1 requires; send `Host: localhost`"
      case MOCKLUA_HTTP_TWO_HOSTS: "the request has two `Host` headers; send one"
      case MOCKLUA_HTTP_TWO_LENGTHS: "the request has two `Content-Length` headers; send one"
      case MOCKLUA_HTTP_LENGTH_AND_CODING:
        "the request has both `Content-Length` and `Transfer-Encoding`; send one of them"
      case MOCKLUA_HTTP_CODING_OF_OLD_VERSION:
        "HTTP/1.0 doesn't support `Transfer-Encoding`; send `Content-Length`, or use HTTP/1.1"
      case MOCKLUA_HTTP_CODING_NOT_CHUNKED:
        "`chunked` must be the last transfer coding, and appear once; send `Transfer-Encoding: chunked`"
      case MOCKLUA_HTTP_UNKNOWN_CODING:
        "the only transfer coding that this server supports is `chunked`; use `Content-Encoding` to compress a body"
      default: nil
      }
    guard let text else { return nil }
    self.text = text
    status = problem == MOCKLUA_HTTP_UNKNOWN_CODING ? 501 : 400
  }
}
