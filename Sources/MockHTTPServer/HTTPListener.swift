internal import MockPlatform

/// Accepts connections at a port for a daemon, on a separate thread.
package final class HTTPListener: Sendable {
  private let socket: ListeningSocket

  package var port: Int { socket.port }

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - daemon: The daemon that serves the connections.
  ///   - port: The port; 0 lets the system choose one.
  ///   - address: The IPv4 address to listen on; nil for the loopback address.
  ///   - noteShortage: Called once for each period in which no connection can be accepted until others end.
  /// - Throws: ``HTTPServerProblem`` with the system's message.
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
          daemon.add(accepted)
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
