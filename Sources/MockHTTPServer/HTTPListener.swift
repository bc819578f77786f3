internal import MockPlatform

/// Takes connections at a port for a daemon, on a thread of its own.
package final class HTTPListener: Sendable {
  private let socket: ListeningSocket

  package var port: Int { socket.port }

  /// Listens.
  ///
  /// - Parameters:
  ///   - daemon: What takes the connections.
  ///   - port: The port; 0 lets the system choose one.
  ///   - address: The address of IPv4 to listen at; nil for that of this machine alone.
  /// - Throws: ``HTTPServerProblem`` with what the system says.
  package init(
    serving daemon: HTTPDaemon, port: Int, at address: String? = nil
  ) throws(HTTPServerProblem) {
    do throws(SystemError) {
      socket = try ListeningSocket(port: port, at: address)
    } catch {
      throw .cannotListen("\(error)")
    }
    IOThread.start { [socket] in
      while socket.wait() {
        if let accepted = socket.accept() { daemon.add(accepted) }
      }
    }
  }

  /// Takes no more connections; the port is free when this returns.
  package func stop() { socket.close() }
}
