internal import CMockPlatform

/// A socket that listens on a port of this machine.
///
/// One thread waits and accepts. Any thread can close the socket. After that, no more connections are accepted.
package final class ListeningSocket: Sendable {
  package let port: Int
  /// The descriptor of the socket; nil after it was closed.
  ///
  /// The lock is held while a connection is accepted. Otherwise, the descriptor could be closed and reused for another
  /// file at that moment.
  private let descriptor: Locked<Int32?>
  /// A pipe that becomes readable when the socket is closed, to wake the waiting thread.
  private let wakeup: (readEnd: Int32, writeEnd: Int32)

  /// With port 0, the system chooses one.
  ///
  /// `address` is an IPv4 address; nil (the default) is the loopback address.
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

  /// Waits for a connection, or until other descriptors are readable, and returns whether this socket is still open.
  ///
  /// The caller reads the other descriptors.
  package func wait(
    orFor others: [Int32] = [], until deadline: ContinuousClock.Instant? = nil
  ) -> Bool {
    // After this line, the socket may be closed and its descriptor reused for another file. The wait ends even then,
    // because closing the socket also makes the pipe readable.
    guard let listener = descriptor.withLock({ $0 }) else { return false }
    var waits = ([listener, wakeup.readEnd] + others).map {
      mockplatform_Wait(descriptor: $0, writes: false, isReady: false)
    }
    let rest = deadline.map { max(.zero, $0 - .now).milliseconds } ?? -1
    _ = mockplatform_wait(&waits, waits.count, rest)
    return !waits[1].isReady
  }

  /// Accepts a waiting connection, or returns nil if no connection is waiting or it can't be accepted.
  package func accept() -> Int32? { try? acceptOrThrow() }

  /// Accepts a waiting connection, if any.
  ///
  /// - Throws: ``SystemError`` if the process is out of descriptors or memory. The connection then continues to wait.
  package func acceptOrThrow() throws(SystemError) -> Int32? {
    let accepted = descriptor.withLock { listener in listener.map { mockplatform_accept($0) } }
    guard let accepted, accepted < 0 else { return accepted }
    let error = SystemError(-accepted)
    if error.isShortage { throw error }
    return nil
  }

  /// Stops accepting connections.
  ///
  /// The port is free when this method returns.
  package func close() {
    descriptor.withLock { listener in
      guard let open = listener else { return }
      // On Linux, closing a socket isn't enough if a thread is waiting for it.
      mockplatform_shut_down(open)
      mockplatform_close(open)
      mockplatform_wake(wakeup.writeEnd)
      listener = nil
    }
  }
}

/// Tracks whether a listener lacks descriptors or memory for waiting connections, so that a shortage is reported only
/// once.
package struct AcceptShortage {
  private var isShort = false
  /// The time of the last report; nil if nothing was reported.
  private var lastNote: ContinuousClock.Instant?

  /// The time that must pass before another shortage is reported.
  private static let pause = Duration.seconds(10)

  package init() {}

  /// Records that a connection could not be accepted.
  ///
  /// - Returns: The message to report; nil if the shortage was already reported.
  package mutating func begin(_ error: SystemError) -> String? {
    defer { isShort = true }
    guard !isShort, lastNote.map({ .now - $0 > Self.pause }) ?? true else { return nil }
    lastNote = .now
    return "\(error): new connections wait until others end; \(SystemError.shortageSuggestion)"
  }

  /// Records that a connection was accepted.
  package mutating func end() { isShort = false }
}
