internal import CHTTPServer

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Takes requests on the loopback address, on threads of its own, as long as the process lives.
///
/// `@unchecked Sendable`: `server` is set once, before anybody else has this, and its functions may be called from
/// any thread.
final class HTTPServer: @unchecked Sendable {
  private final class Handler: Sendable {
    let take: @Sendable (HTTPExchange) -> Void
    init(_ take: @escaping @Sendable (HTTPExchange) -> Void) { self.take = take }
  }

  /// The bytes of a body that are taken.
  static let bodyLimit = 4 << 20

  private let server: OpaquePointer

  let port: Int

  /// Listens; 0 lets the system choose the port.
  ///
  /// - Throws: The text of the system's reason.
  init(port: Int, take: @escaping @Sendable (HTTPExchange) -> Void) throws(InspectorProblem) {
    // Kept for good: requests may come as long as the process lives.
    let handler = Unmanaged.passRetained(Handler(take))
    var options = mocklua_HTTPOptions(
      port: UInt16(clamping: port), threads: 2, connections: 256, idle_seconds: 60,
      body_limit: Self.bodyLimit,
      handle: { context, exchange in
        guard let context, let exchange else { return }
        Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue().take(HTTPExchange(exchange))
      }, context: handler.toOpaque())
    guard let server = mocklua_http_start(&options) else {
      let reason = String(cString: strerror(errno))
      handler.release()
      throw InspectorProblem(port: port, reason: reason)
    }
    self.server = server
    self.port = Int(mocklua_http_port(server))
  }

  func stopListening() { mocklua_http_stop_listening(server) }
}

/// Why an inspector does not open.
package struct InspectorProblem: Error, CustomStringConvertible {
  package var port: Int
  package var reason: String

  /// The problem as `127.0.0.1:7000: the inspector cannot listen: ...; what to write`.
  package var description: String {
    "127.0.0.1:\(port): the inspector cannot listen: \(reason); leave `--inspector-port` out, and the system chooses"
      + " a free port"
  }
}
