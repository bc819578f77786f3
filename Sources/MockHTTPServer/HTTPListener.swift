internal import CMockPlatform
package import MockPlatform

/// Takes connections at a port, on a thread of its own.
package final class HTTPListener: Sendable {
  /// Rings when no more connections are to be taken; nil once it has rung, since its thread closes it then.
  private let wakeup: Locked<Int32?>

  package let port: Int

  /// Listens.
  ///
  /// - Parameters:
  ///   - port: The port; 0 lets the system choose one.
  ///   - address: The address of IPv4 to listen at; nil for that of this machine alone.
  ///   - take: Takes a connection.
  /// - Throws: What the system says.
  package init(
    port: Int, at address: String? = nil, take: @escaping @Sendable (Int32) -> Void
  ) throws(SystemError) {
    var ends: [Int32] = [0, 0]
    var actual: UInt16 = 0
    let listener = try SystemError.check(
      mockplatform_listen_at(address, UInt16(clamping: port), &actual))
    do throws(SystemError) {
      try SystemError.check(mockplatform_wakeup(&ends))
    } catch {
      mockplatform_close(listener)
      throw error
    }
    self.port = Int(actual)
    wakeup = Locked(ends[1])
    IOThread.start { [ends] in
      Self.accept(from: listener, until: ends[0], take)
      for descriptor in [listener, ends[0], ends[1]] { mockplatform_close(descriptor) }
    }
  }

  /// Listens for a daemon.
  package convenience init(
    serving daemon: HTTPDaemon, port: Int, at address: String? = nil
  ) throws(HTTPServerProblem) {
    do throws(SystemError) {
      try self.init(port: port, at: address) { daemon.add($0) }
    } catch {
      throw .cannotListen("\(error)")
    }
  }

  private static func accept(
    from listener: Int32, until wakeup: Int32, _ take: (Int32) -> Void
  ) {
    while true {
      var waits = [listener, wakeup].map {
        mockplatform_Wait(descriptor: $0, writes: false, isReady: false)
      }
      _ = mockplatform_wait(&waits, waits.count, -1)
      if waits[1].isReady { return }
      let accepted = mockplatform_accept(listener)
      if accepted >= 0 { take(accepted) }
    }
  }

  package func stop() {
    if let end = wakeup.exchange(nil) { mockplatform_wake(end) }
  }
}
