internal import CHTTPServer
internal import MockCalls
internal import MockConfiguration
internal import MockData

/// A WebSocket, to which any thread can send messages.
///
/// `@unchecked Sendable`: the C functions use a lock for everything that several threads access.
final class HTTPSocket: @unchecked Sendable {
  enum Event: Sendable {
    /// A text message in UTF-8.
    case text([UInt8])
    case bytes([UInt8])
    /// The last event.
    case end(End)
  }

  /// The end of a socket.
  ///
  /// In this type, the client is the other end of the socket, even if this process is the client and the other end is a
  /// server.
  struct End: Sendable {
    /// The close code, which is 1005 if the client didn't send one, and 1006 if the connection was lost.
    var code: Int
    var reason: String
    /// Whether the client ended the socket before this process did.
    var isByClient: Bool
    /// Whether this process ended the socket, because of invalid frames or a limit.
    var isRefused: Bool
  }

  /// Whether the build includes libwslay.
  static var isAvailable: Bool { mocklua_socket_is_available() }

  /// The maximum size of a message from a client, in bytes.
  static let messageLengthLimit = 16 << 20

  private let socket: OpaquePointer

  /// Creates a socket, which must be opened.
  ///
  /// Events arrive one after the other.
  init(isClient: Bool = false, _ take: @escaping @Sendable (Event) -> Void) {
    var options = mocklua_SocketOptions(
      message_limit: Self.messageLengthLimit, is_client: isClient,
      receive: { context, event in
        guard let context, let event = event?.pointee else { return }
        let handler = Unmanaged<EventHandler<Event>>.fromOpaque(context)
        let bytes = Array(UnsafeBufferPointer(start: event.bytes, count: event.length))
        switch event.kind {
        case MOCKLUA_SOCKET_TEXT: handler.takeUnretainedValue().take(.text(bytes))
        case MOCKLUA_SOCKET_BYTES: handler.takeUnretainedValue().take(.bytes(bytes))
        default:
          let end = End(
            code: Int(event.code), reason: String(decoding: bytes, as: UTF8.self),
            isByClient: event.is_by_client, isRefused: event.is_refused)
          handler.takeRetainedValue().take(.end(end))
        }
      }, context: Unmanaged.passRetained(EventHandler(take)).toOpaque())
    socket = mocklua_socket_create(&options)
  }

  deinit { mocklua_socket_release(socket) }

  /// Returns the value of `Sec-WebSocket-Accept` for a key.
  static func accept(_ key: String) -> String {
    var digest = [UInt8](repeating: 0, count: 20)
    mocklua_socket_digest(key, &digest)
    return digest.base64
  }

  /// Connects to a server, and returns its response.
  ///
  /// It blocks the caller's thread for up to 10 seconds in each step.
  ///
  /// - Parameters:
  ///   - origin: The server, with its scheme.
  ///   - target: The path and query.
  ///   - headers: The headers of the handshake, except for headers that every handshake has.
  /// - Returns: The status and headers of the response. The socket is open if the status is 101.
  /// - Throws: `MockServiceError` with the reason, unless the server accepts or refuses the handshake.
  func dial(
    _ origin: HTTPOrigin, _ target: String, _ headers: [(name: String, value: String)]
  ) throws(MockServiceError) -> (status: Int, headers: [(name: String, value: String)]) {
    let isSecure = origin.scheme == "https"
    let key = (0..<16).map { _ in UInt8.random(in: 0...255) }.base64
    let port = origin.port ?? (isSecure ? 443 : 80)
    let host = origin.port.map { "\(origin.host):\($0)" } ?? origin.host
    let own = [
      ("Host", host), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
      ("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", key),
    ]
    let fields = (own + headers).map { "\($0.0): \($0.1)\r\n" }.joined()
    let request = "GET \(target) HTTP/1.1\r\n\(fields)\r\n"
    let name = origin.host.hasPrefix("[") ? String(origin.host.dropFirst().dropLast()) : origin.host
    var text = [CChar](repeating: 0, count: 16 << 10)
    let isOpen = name.withCString { name in
      request.withCString { request in
        Self.accept(key).withCString { accept in
          var server = mocklua_SocketServer(
            host: name, port: UInt32(port), is_secure: isSecure, request: request, accept: accept)
          return mocklua_socket_dial(socket, &server, &text, text.count)
        }
      }
    }
    let head = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    let status = words.count > 1 && words[0].hasPrefix("HTTP/") ? Int(words[1]) : nil
    guard let status, isOpen || (300..<600).contains(status) else {
      let reason =
        lines.count > 1 || status != nil
        ? "the server answered the handshake with `\(lines[0].prefix(100))`" : head
      throw MockServiceError(code: "cannotConnectToHost", message: "\(host): \(reason)")
    }
    let headers = lines.dropFirst().compactMap { line in
      line.firstIndex(of: ":").map { colon in
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        return (name: String(line[..<colon]), value: String(value))
      }
    }
    return (status, headers)
  }

  /// Accepts a handshake, and opens the socket on its connection.
  func open(_ exchange: HTTPExchange, _ headers: HTTPHeaders) {
    exchange.become(socket, headers)
  }

  func send(_ bytes: [UInt8], isText: Bool) {
    bytes.withUnsafeBytes { mocklua_socket_send(socket, isText, $0.baseAddress, $0.count) }
  }

  /// Sends all messages that were passed to `send`, and then closes the socket.
  func close(_ code: Int, _ reason: String) {
    var reason = reason
    reason.withUTF8 { mocklua_socket_close(socket, UInt32(code), $0.baseAddress, $0.count) }
  }

  /// Ends the connection without a close frame.
  func abort() { mocklua_socket_abort(socket) }
}
