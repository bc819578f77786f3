internal import CHTTPServer
internal import MockData

/// A WebSocket of a client, to which any thread can send messages.
///
/// `@unchecked Sendable`: the C functions use a lock for everything that several threads access.
final class HTTPSocket: @unchecked Sendable {
  enum Event: Sendable {
    /// A message of UTF-8.
    case text([UInt8])
    case bytes([UInt8])
    /// The last event.
    case end(End)
  }

  /// The end of a socket.
  struct End: Sendable {
    /// The close code, which is 1005 if the client didn't send one, and 1006 if the connection was lost.
    var code: Int
    var reason: String
    /// Whether the client ended it before the server did.
    var isByClient: Bool
    /// Whether the server ended it because of invalid frames, or because of a limit.
    var isRefused: Bool
  }

  private final class Handler: Sendable {
    let take: @Sendable (Event) -> Void
    init(_ take: @escaping @Sendable (Event) -> Void) { self.take = take }
  }

  /// Whether the build includes libwslay.
  static var isAvailable: Bool { mocklua_socket_is_available() }

  /// The maximum size of a message from a client, in bytes.
  static let messageLengthLimit = 16 << 20

  private let socket: OpaquePointer

  /// Creates a socket, which must be opened.
  ///
  /// - Parameter take: Handles an event. Events arrive one after the other.
  init(_ take: @escaping @Sendable (Event) -> Void) {
    var options = mocklua_SocketOptions(
      message_limit: Self.messageLengthLimit,
      receive: { context, event in
        guard let context, let event = event?.pointee else { return }
        let handler = Unmanaged<Handler>.fromOpaque(context)
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
      }, context: Unmanaged.passRetained(Handler(take)).toOpaque())
    socket = mocklua_socket_create(&options)
  }

  deinit { mocklua_socket_release(socket) }

  /// Returns the value of `Sec-WebSocket-Accept` for a key.
  static func accept(_ key: String) -> String {
    var digest = [UInt8](repeating: 0, count: 20)
    mocklua_socket_digest(key, &digest)
    return digest.base64
  }

  /// Answers the handshake.
  func open(_ exchange: HTTPExchange, _ headers: HTTPHeaders) {
    exchange.become(socket, headers)
  }

  func send(_ bytes: [UInt8], isText: Bool) {
    bytes.withUnsafeBytes { mocklua_socket_send(socket, isText, $0.baseAddress, $0.count) }
  }

  /// Closes the socket after the messages that were sent.
  func close(_ code: Int, _ reason: String) {
    var reason = reason
    reason.withUTF8 { mocklua_socket_close(socket, UInt32(code), $0.baseAddress, $0.count) }
  }

  /// Ends the connection without closing the socket.
  func abort() { mocklua_socket_abort(socket) }
}
