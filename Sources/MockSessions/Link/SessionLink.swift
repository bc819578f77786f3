internal import MockPlatform

/// Sends the frames of one side of a session, and keeps them until they are acknowledged.
///
/// A caller appends its frame to the waiting frames. If no other caller is writing, it sends all of them, with as few
/// system calls as possible. Sending never blocks: if the other side doesn't read, a separate thread waits for it, and
/// the callers continue. If the connection is lost, it is replaced with a new one, and frames that weren't acknowledged
/// are sent again. Both sides count the frames that they receive, and regularly report the count.
package final class SessionLink: Sendable {
  fileprivate struct State {
    var socket: LoopbackSocket?
    /// The frames that may have to be sent again, and the number of the first one, counted from 0.
    var kept: [[UInt8]] = []
    var firstKept = 0
    /// The number of the next frame to send.
    var next = 0
    var isWriting = false
    /// Whether the other side has stopped reading.
    var isBlocked = false
    /// The number of received frames, and the number of those that were acknowledged.
    var received = 0
    var acknowledged = 0
    var receivedBytes = 0
    var isClosed = false
  }

  private let state = Locked(State())
  /// Called on a separate thread when the other side reads again.
  private let onDrained: Locked<@Sendable () -> Void> = Locked({})

  /// The number of received frames, and the number of received bytes, after which an acknowledgment is sent.
  fileprivate static let (framesPerReceipt, bytesPerReceipt) = (64, 1 << 20)
  /// The maximum size of one send, in bytes.
  fileprivate static let batch = 256 << 10

  package init() {}

  package func whenDrained(_ action: @escaping @Sendable () -> Void) {
    onDrained.withLock { $0 = action }
  }

  package var received: Int { state.withLock { $0.received } }

  package var isBlocked: Bool { state.withLock { $0.isBlocked } }

  /// Sends a frame, after all frames that were passed to this method earlier.
  ///
  /// A held frame can wait for the next frame or for ``flush()``.
  package func send(_ frame: [UInt8], isHeld: Bool = false) {
    let writes = state.withLock { state in
      guard !state.isClosed else { return false }
      state.kept.append(frame)
      return !isHeld && state.beginWriting()
    }
    if writes { write() }
  }

  package func flush() {
    if state.withLock({ $0.beginWriting() }) { write() }
  }

  package func countReceived(bytes: Int) {
    let writes = state.withLock { state in
      state.received += 1
      state.receivedBytes += bytes
      return state.owesReceipt && state.beginWriting()
    }
    if writes { write() }
  }

  /// Releases the frames that the other side has received, or returns false if it claims more frames than were sent.
  package func confirm(_ count: Int) -> Bool {
    state.withLock { $0.confirm(count) }
  }

  /// Continues with another connection.
  ///
  /// `count` is the number of frames that the other side has received. Returns false if it claims to have received more
  /// frames than were sent.
  package func attach(_ socket: LoopbackSocket, peerHas count: Int) -> Bool {
    let (isRight, writes) = state.withLock { state -> (Bool, Bool) in
      guard !state.isClosed, state.confirm(count) else { return (false, false) }
      state.socket = socket
      state.next = state.firstKept
      state.acknowledged = state.received
      state.receivedBytes = 0
      return (true, state.beginWriting())
    }
    if writes { write() }
    return isRight
  }

  /// Stops using a connection that was lost.
  package func detach(_ socket: LoopbackSocket) {
    state.withLock { if $0.socket === socket { $0.socket = nil } }
    socket.shutDown()
  }

  /// Drops all frames and ends the connection.
  package func close() {
    let socket = state.withLock { state in
      state.isClosed = true
      state.kept = []
      defer { state.socket = nil }
      return state.socket
    }
    socket?.shutDown()
  }

  /// Sends all waiting frames; the caller must have called `beginWriting()`.
  private func write() {
    while true {
      let turn = state.withLock { state -> (LoopbackSocket, [UInt8])? in
        if let socket = state.socket, let bytes = state.takeBatch() { return (socket, bytes) }
        state.isWriting = false
        return nil
      }
      guard let (socket, bytes) = turn else { return }
      switch socket.send(bytes, from: 0) {
      case .all: continue
      case .failed: lose(socket)
      case .some(let offset):
        state.withLock { $0.isBlocked = true }
        if IOThread.start({ self.drain(socket, bytes, offset) }) { return }
        lose(socket)
      }
    }
  }

  /// Sends the rest of a batch as the other side reads it, and then the frames that were added in the meantime.
  private func drain(_ socket: LoopbackSocket, _ bytes: [UInt8], _ offset: Int) {
    var offset = offset
    sending: while true {
      socket.waitUntilWritable()
      switch socket.send(bytes, from: offset) {
      case .all: break sending
      case .some(let reached): offset = reached
      case .failed:
        lose(socket)
        break sending
      }
    }
    state.withLock { $0.isBlocked = false }
    write()
    onDrained.withLock { $0 }()
  }

  /// Drops a connection that was lost.
  ///
  /// The reader of the connection also notices the loss, and handles it.
  private func lose(_ socket: LoopbackSocket) {
    state.withLock { state in
      state.isBlocked = false
      if state.socket === socket { state.socket = nil }
    }
    socket.shutDown()
  }
}

extension SessionLink.State {
  /// Returns whether the caller may write now.
  ///
  /// If so, no other caller may write at the same time.
  fileprivate mutating func beginWriting() -> Bool {
    guard socket != nil, !isWriting else { return false }
    isWriting = true
    return true
  }

  fileprivate var owesReceipt: Bool {
    received - acknowledged >= SessionLink.framesPerReceipt
      || receivedBytes >= SessionLink.bytesPerReceipt
  }

  fileprivate mutating func confirm(_ count: Int) -> Bool {
    guard count >= firstKept, count <= firstKept + kept.count else { return false }
    kept.removeFirst(count - firstKept)
    firstKept = count
    next = max(next, count)
    return true
  }

  fileprivate mutating func takeBatch() -> [UInt8]? {
    var bytes: [UInt8] = []
    if owesReceipt {
      bytes = SessionFrame.acknowledged(.init(count: received)).plainlyEncoded()
      acknowledged = received
      receivedBytes = 0
    }
    let end = firstKept + kept.count
    if bytes.isEmpty, end - next == 1 {
      next = end
      return kept.last
    }
    while next < end, bytes.count < SessionLink.batch {
      bytes += kept[next - firstKept]
      next += 1
    }
    return bytes.isEmpty ? nil : bytes
  }
}
