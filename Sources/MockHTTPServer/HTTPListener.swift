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
  ///   - noteShortage: Is told, once for each time, that no connection can be taken until others end.
  /// - Throws: ``HTTPServerProblem`` with what the system says.
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

  /// Takes no more connections; the port is free when this returns.
  package func stop() { socket.close() }
}
