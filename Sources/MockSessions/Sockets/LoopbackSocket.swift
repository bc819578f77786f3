internal import CMockPlatform
package import MockPlatform

/// A local connection, which is closed when it is no longer referenced.
///
/// Any thread can use it. When a thread shuts the connection down, the threads that wait for it continue.
package final class LoopbackSocket: Sendable {
  package let descriptor: Int32

  package init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { mockplatform_close(descriptor) }

  /// Connects to a port of 127.0.0.1.
  ///
  /// - Throws: A `SystemError` with the value of `errno`.
  package static func connect(
    port: UInt16, within limit: Duration
  ) throws(SystemError) -> LoopbackSocket {
    LoopbackSocket(
      descriptor: try SystemError.check(mockplatform_connect(port, limit.milliseconds)))
  }

  package enum Sent {
    case all
    /// Part of the bytes.
    ///
    /// The peer must read before the system accepts more.
    case some(Int)
    case failed
  }

  /// Sends the bytes that the system accepts immediately, starting at an offset.
  package func send(_ bytes: [UInt8], from offset: Int) -> Sent {
    bytes.withUnsafeBytes { bytes in
      var offset = offset
      while offset < bytes.count {
        let sent = mockplatform_send(
          descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
        if sent == -CLong(SystemError.wouldBlock) { return .some(offset) }
        guard sent > 0 else { return .failed }
        offset += sent
      }
      return .all
    }
  }

  /// Sends all bytes as the peer reads them, or returns false if the connection ends or the time is up.
  package func sendAll(_ bytes: [UInt8], by deadline: ContinuousClock.Instant? = nil) -> Bool {
    var offset = 0
    while true {
      switch send(bytes, from: offset) {
      case .all: return true
      case .failed: return false
      case .some(let reached):
        offset = reached
        guard waitUntilWritable(by: deadline) else { return false }
      }
    }
  }

  /// Waits until more can be sent, or returns false if the peer hasn't read by the deadline.
  @discardableResult
  package func waitUntilWritable(by deadline: ContinuousClock.Instant? = nil) -> Bool {
    wait(writes: true, until: deadline)
  }

  private func wait(writes: Bool, until deadline: ContinuousClock.Instant?) -> Bool {
    var wait = mockplatform_Wait(descriptor: descriptor, writes: writes, isReady: false)
    let rest = deadline.map { max(.zero, $0 - .now).milliseconds } ?? -1
    return mockplatform_wait(&wait, 1, rest) > 0
  }

  /// Waits for bytes and reads them, or returns false at the end of the connection.
  package func receive(into buffer: inout FrameBuffer) -> Bool {
    buffer.fill { mockplatform_receive(descriptor, $0.baseAddress, $0.count) } > 0
  }

  /// Reads the available bytes, or returns false at the end of the connection.
  package func receiveNow(into buffer: inout FrameBuffer) -> Bool {
    let count = buffer.fill { mockplatform_receive_now(descriptor, $0.baseAddress, $0.count) }
    return count > 0 || count == -Int(SystemError.wouldBlock)
  }

  /// Waits for bytes until a deadline, or returns false if no bytes have arrived by then.
  package func waitUntilReadable(by deadline: ContinuousClock.Instant) -> Bool {
    wait(writes: false, until: deadline)
  }

  package func shutDown() { mockplatform_shut_down(descriptor) }
}
