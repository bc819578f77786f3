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

  static var isAvailable: Bool { mocklua_http_is_available() }

  /// The bytes of a body that are taken.
  static let bodyLimit = 4 << 20

  private let server: OpaquePointer

  let port: Int

  /// Listens; 0 lets the system choose the port.
  ///
  /// - Throws: ``InspectorProblem``: what the system says, or that the library is not there.
  init(port: Int, take: @escaping @Sendable (HTTPExchange) -> Void) throws(InspectorProblem) {
    guard Self.isAvailable else { throw .notBuilt }
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
      throw .cannotListen(port: port, reason: reason)
    }
    self.server = server
    self.port = Int(mocklua_http_port(server))
  }

  func stopListening() { mocklua_http_stop_listening(server) }
}

/// Why an inspector does not open.
package enum InspectorProblem: Error, CustomStringConvertible {
  /// The system does not let it listen.
  case cannotListen(port: Int, reason: String)
  /// The library that speaks HTTP was not there when this was built.
  case notBuilt

  /// The problem as `127.0.0.1:7000: the inspector cannot listen: ...; what to write`.
  package var description: String {
    switch self {
    case .cannotListen(let port, let reason):
      "127.0.0.1:\(port): the inspector cannot listen: \(reason); leave `--inspector-port` out, and the system"
        + " chooses a free port"
    case .notBuilt:
      "there is no inspector in this command, which was built without libmicrohttpd; install that"
        + " (`brew install libmicrohttpd`, or Debian's libmicrohttpd-dev), and build `mocklua` again"
    }
  }
}
