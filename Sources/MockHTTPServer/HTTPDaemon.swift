internal import CHTTPServer
internal import MockPlatform

/// Serves HTTP on connections that listeners have accepted, on separate threads, for the lifetime of the process.
///
/// `@unchecked Sendable`: `server` is set once, and its functions can be called from any thread.
package final class HTTPDaemon: @unchecked Sendable {
  package struct Limits: Sendable {
    package var connections: Int
    /// The maximum number of untrusted connections, and the seconds after which an idle untrusted connection is closed.
    package var untrustedConnections: Int
    package var untrustedSeconds: Int
    /// The maximum size of a body, in bytes.
    package var body: Int

    package init(connections: Int, untrustedConnections: Int, untrustedSeconds: Int, body: Int) {
      (self.connections, self.untrustedConnections) = (connections, untrustedConnections)
      (self.untrustedSeconds, self.body) = (untrustedSeconds, body)
    }
  }

  /// Whether the build includes libmicrohttpd.
  ///
  /// Without it, no daemon starts.
  package static var isAvailable: Bool { mocklua_http_is_available() }

  private let server: OpaquePointer

  /// Starts the threads, which call `take` with each request.
  ///
  /// Without an identity, they serve plain HTTP.
  package init(
    _ limits: Limits, identity: TLSIdentity? = nil,
    take: @escaping @Sendable (HTTPExchange) -> Void
  ) throws(HTTPServerProblem) {
    guard Self.isAvailable else { throw .notBuilt }
    // Never released, because requests can arrive as long as the process lives.
    let handler = Unmanaged.passRetained(EventHandler(take))
    var options = mocklua_HTTPOptions(
      threads: 2, connections: UInt32(limits.connections), idle_seconds: 60,
      untrusted_connections: UInt32(limits.untrustedConnections),
      untrusted_seconds: UInt32(limits.untrustedSeconds),
      body_limit: limits.body, tls: identity?.pointer,
      handle: { context, exchange in
        guard let context, let exchange else { return }
        let handler = Unmanaged<EventHandler<HTTPExchange>>.fromOpaque(context)
          .takeUnretainedValue()
        let taken = HTTPExchange(exchange)
        if let problem = HTTPHeadProblem(mocklua_http_problem(exchange)) {
          // The client and the server may not agree on where the next request begins.
          return taken.refuse(problem.status, problem.text, [("Connection", "close")])
        }
        handler.take(taken)
      }, context: handler.toOpaque())
    let started = withExtendedLifetime(identity) { mocklua_http_start(&options) }
    guard let server = started else {
      let reason = SystemError.last
      handler.release()
      throw HTTPServerProblem(reason)
    }
    self.server = server
  }

  /// Takes ownership of a connection.
  ///
  /// - Throws: `SystemError` if the system doesn't have the resources for another connection.
  func add(_ socket: Int32) throws(SystemError) {
    guard mocklua_http_add(server, socket) else { throw .last }
  }
}

/// A reference to a closure, which C functions keep.
final class EventHandler<Event>: Sendable {
  let take: @Sendable (Event) -> Void
  init(_ take: @escaping @Sendable (Event) -> Void) { self.take = take }
}

/// A key and a self-signed certificate for TLS, made for this process.
///
/// `@unchecked Sendable`: it is immutable.
package final class TLSIdentity: @unchecked Sendable {
  fileprivate let pointer: OpaquePointer

  /// Makes a key and a certificate for `localhost`, `127.0.0.1`, and `::1`.
  ///
  /// - Parameter address: Another IPv4 address for the certificate, if any.
  /// - Throws: ``HTTPServerProblem``.
  package init(for address: String?) throws(HTTPServerProblem) {
    guard HTTPDaemon.isAvailable else { throw .notBuilt }
    guard mocklua_tls_is_available() else { throw .noTLS(nil) }
    var reason: UnsafePointer<CChar>?
    guard let made = mocklua_tls_make(address, &reason) else {
      throw .noTLS(reason.map { String(cString: $0) })
    }
    pointer = made
  }

  deinit { mocklua_tls_release(pointer) }

  /// The certificate as PEM.
  package var certificate: String { String(cString: mocklua_tls_certificate(pointer)) }
}

/// The reason why a server can't start.
package enum HTTPServerProblem: Error, Equatable {
  /// The system doesn't allow listening, for the given reason.
  case cannotListen(String)
  /// The process has no file descriptors left.
  ///
  /// The associated value is the system's message.
  case shortage(String)
  /// The package was built without the HTTP library.
  case notBuilt
  /// The package was built without the TLS library, or the library can't make a certificate for the given reason.
  case noTLS(String?)

  init(_ error: SystemError) {
    self = error.isShortage ? .shortage("\(error)") : .cannotListen("\(error)")
  }
}

/// Accepts connections at a port for a daemon, on a separate thread.
package final class HTTPListener: Sendable {
  private let socket: ListeningSocket

  package var port: Int { socket.port }

  /// Starts listening.
  ///
  /// Port 0 lets the system choose one. Without an IPv4 address, it listens on the loopback address. `noteShortage` is
  /// called when no more connections can be accepted until others end. It isn't called again until a connection has
  /// been accepted.
  package init(
    serving daemon: HTTPDaemon, port: Int, at address: String? = nil,
    noteShortage: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(HTTPServerProblem) {
    do throws(SystemError) {
      socket = try ListeningSocket(port: port, at: address)
    } catch {
      throw HTTPServerProblem(error)
    }
    IOThread.start { [socket] in
      var shortage = AcceptShortage()
      while socket.wait() {
        do throws(SystemError) {
          guard let accepted = try socket.acceptOrThrow() else { continue }
          try daemon.add(accepted)
          shortage.end()
        } catch {
          if let text = shortage.begin(error) { noteShortage(text) }
        }
      }
    }
  }

  /// Stops accepting connections, and frees the port before it returns.
  package func stop() { socket.close() }
}
