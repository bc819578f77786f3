internal import CMockPlatform

/// A port of this machine that waits for connections.
///
/// One thread waits and accepts; any thread closes it, and nobody who connects after that is let in.
package final class ListeningSocket: Sendable {
  package let port: Int
  /// The system's number of it, nil once it is closed.
  ///
  /// Its lock is held while a connection is accepted: else the number may be another file's by then.
  private let descriptor: Locked<Int32?>
  /// Becomes readable where it is closed, for the thread that waits.
  private let wakeup: (readEnd: Int32, writeEnd: Int32)

  /// Listens.
  ///
  /// - Parameters:
  ///   - port: The port; 0 lets the system choose one.
  ///   - address: The address of IPv4 to listen at; nil, the default, for that of this machine alone.
  /// - Throws: What the system says.
  package init(port: Int, at address: String? = nil) throws(SystemError) {
    var actual: UInt16 = 0
    let listener = try SystemError.check(
      mockplatform_listen_at(address, UInt16(clamping: port), &actual))
    var ends: [Int32] = [0, 0]
    do throws(SystemError) {
      try SystemError.check(mockplatform_wakeup(&ends))
    } catch {
      mockplatform_close(listener)
      throw error
    }
    self.port = Int(actual)
    descriptor = Locked(listener)
    wakeup = (ends[0], ends[1])
  }

  deinit {
    close()
    mockplatform_close(wakeup.readEnd)
    mockplatform_close(wakeup.writeEnd)
  }

  /// Waits for a connection, or until others are readable.
  ///
  /// - Parameters:
  ///   - others: Descriptors that the caller reads; none by default.
  ///   - deadline: When to go on at the latest; nil, the default, for never.
  /// - Returns: Whether this socket is still open.
  package func wait(
    orFor others: [Int32] = [], until deadline: ContinuousClock.Instant? = nil
  ) -> Bool {
    // It may be closed from here on, and its number another file's: then the wait ends, since the other end was woken.
    guard let listener = descriptor.withLock({ $0 }) else { return false }
    var waits = ([listener, wakeup.readEnd] + others).map {
      mockplatform_Wait(descriptor: $0, writes: false, isReady: false)
    }
    let rest = deadline.map { max(.zero, $0 - .now).milliseconds } ?? -1
    _ = mockplatform_wait(&waits, waits.count, rest)
    return !waits[1].isReady
  }

  /// Accepts a connection; nil if none waits, or none can be accepted.
  package func accept() -> Int32? { try? acceptOrThrow() }

  /// Accepts a waiting connection; returns nil if there isn't one.
  ///
  /// - Throws: ``SystemError`` if the process is out of descriptors or memory. The connection keeps waiting.
  package func acceptOrThrow() throws(SystemError) -> Int32? {
    let accepted = descriptor.withLock { listener in listener.map { mockplatform_accept($0) } }
    guard let accepted, accepted < 0 else { return accepted }
    let error = SystemError(-accepted)
    if error.isShortage { throw error }
    return nil
  }

  /// Refuses all further connections; the port is free when this returns.
  package func close() {
    descriptor.withLock { listener in
      guard let open = listener else { return }
      // Closing alone does nothing on Linux as long as a thread waits for it.
      mockplatform_shut_down(open)
      mockplatform_close(open)
      mockplatform_wake(wakeup.writeEnd)
      listener = nil
    }
  }
}
