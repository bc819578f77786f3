internal import CHTTPServer
internal import MockPlatform

/// Speaks HTTP on connections that listeners have taken, on threads of its own, as long as the process lives.
///
/// `@unchecked Sendable`: `server` is set once, and its functions may be called from any thread.
package final class HTTPDaemon: @unchecked Sendable {
  /// What it allows.
  package struct Limits: Sendable {
    /// How many connections may be open at once.
    package var connections: Int
    /// How many of them may be strangers', and the seconds after which one of those is closed that sends nothing.
    package var strangers: Int
    package var strangerSeconds: Int
    /// The bytes of a body that are taken.
    package var body: Int

    package init(connections: Int, strangers: Int, strangerSeconds: Int, body: Int) {
      (self.connections, self.strangers) = (connections, strangers)
      (self.strangerSeconds, self.body) = (strangerSeconds, body)
    }
  }

  private final class Handler: Sendable {
    let take: @Sendable (HTTPExchange) -> Void
    init(_ take: @escaping @Sendable (HTTPExchange) -> Void) { self.take = take }
  }

  /// Whether there was libmicrohttpd when this was built; without it no daemon starts.
  package static var isAvailable: Bool { mocklua_http_is_available() }

  private let server: OpaquePointer

  /// Starts its threads.
  ///
  /// - Parameters:
  ///   - limits: What it allows.
  ///   - take: Takes a request, on a thread of the daemon.
  /// - Throws: ``HTTPServerProblem``.
  package init(
    _ limits: Limits, take: @escaping @Sendable (HTTPExchange) -> Void
  ) throws(HTTPServerProblem) {
    guard Self.isAvailable else { throw .notBuilt }
    // Kept for good: requests may come as long as the process lives.
    let handler = Unmanaged.passRetained(Handler(take))
    var options = mocklua_HTTPOptions(
      threads: 2, connections: UInt32(limits.connections), idle_seconds: 60,
      strangers: UInt32(limits.strangers), stranger_seconds: UInt32(limits.strangerSeconds),
      body_limit: limits.body,
      handle: { context, exchange in
        guard let context, let exchange else { return }
        let handler = Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        let taken = HTTPExchange(exchange)
        if let problem = HTTPHeadProblem(mocklua_http_problem(exchange)) {
          // The client and the server may not agree on where the next request begins.
          return taken.refuse(problem.status, problem.text, [("Connection", "close")])
        }
        handler.take(taken)
      }, context: handler.toOpaque())
    guard let server = mocklua_http_start(&options) else {
      let reason = SystemError.last
      handler.release()
      throw HTTPServerProblem(reason)
    }
    self.server = server
  }

  /// Takes over a connection.
  package func add(_ socket: Int32) { mocklua_http_add(server, socket) }
}

/// Why nothing answers at a port.
package enum HTTPServerProblem: Error, Equatable {
  /// What the system says.
  case cannotListen(String)
  /// The process has no descriptor left; what the system says.
  case shortage(String)
  /// The library that speaks HTTP was not there when this was built.
  case notBuilt

  init(_ error: SystemError) {
    self = error.isShortage ? .shortage("\(error)") : .cannotListen("\(error)")
  }
}
