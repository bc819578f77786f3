internal import MockPlatform

/// What goes out of one end of a session and is not known to have arrived.
///
/// Whoever has a frame appends it; the first who finds nobody writing puts out all that is there, in as few sends
/// as it takes. A send never blocks: where the other side does not read, a thread of its own waits for that, and
/// everybody else goes on. A connection that was lost is replaced by another one, on which goes again what had not
/// arrived: both sides count the frames that they have got, and say so now and then.
final class SessionLink: Sendable {
  fileprivate struct State {
    var socket: LoopbackSocket?
    /// The frames that may have to be sent again, and the number of the first of them, from 0.
    var kept: [[UInt8]] = []
    var firstKept = 0
    /// The number of the frame to be sent next.
    var next = 0
    var isWriting = false
    /// Whether the other side does not read what was sent.
    var isBlocked = false
    /// How many frames have come, and how many of them the other side knows of.
    var received = 0
    var acknowledged = 0
    var receivedBytes = 0
    var isClosed = false
  }

  private let state = Locked(State())
  /// Is called, on a thread of its own, when the other side reads again.
  private let onDrained: Locked<@Sendable () -> Void> = Locked({})

  /// After so many frames, or bytes, the other side hears that they have come.
  fileprivate static let (framesPerReceipt, bytesPerReceipt) = (64, 1 << 20)
  /// The most bytes that are put into one send.
  fileprivate static let batch = 256 << 10

  func whenDrained(_ action: @escaping @Sendable () -> Void) {
    onDrained.withLock { $0 = action }
  }

  /// How many frames have come.
  var received: Int { state.withLock { $0.received } }

  /// Whether the other side does not read what was sent.
  var isBlocked: Bool { state.withLock { $0.isBlocked } }

  /// Sends a frame behind those that were given before.
  ///
  /// - Parameters:
  ///   - frame: The whole frame.
  ///   - isHeld: Whether it may wait for the next one, or for ``flush()``; false by default.
  func send(_ frame: [UInt8], isHeld: Bool = false) {
    let writes = state.withLock { state in
      guard !state.isClosed else { return false }
      state.kept.append(frame)
      return !isHeld && state.beginWriting()
    }
    if writes { write() }
  }

  /// Sends what was held.
  func flush() {
    if state.withLock({ $0.beginWriting() }) { write() }
  }

  /// Counts a frame that has come.
  func countReceived(bytes: Int) {
    let writes = state.withLock { state in
      state.received += 1
      state.receivedBytes += bytes
      return state.owesReceipt && state.beginWriting()
    }
    if writes { write() }
  }

  /// Lets go of what the other side has got; false for more than was sent.
  func confirm(_ count: Int) -> Bool {
    state.withLock { $0.confirm(count) }
  }

  /// Goes on with another connection, on which the other side says how much it has got; false for more than was
  /// sent.
  func attach(_ socket: LoopbackSocket, peerHas count: Int) -> Bool {
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

  /// Stops using a connection that is lost.
  func detach(_ socket: LoopbackSocket) {
    state.withLock { if $0.socket === socket { $0.socket = nil } }
    socket.shutDown()
  }

  /// Drops everything and ends the connection.
  func close() {
    let socket = state.withLock { state in
      state.isClosed = true
      state.kept = []
      defer { state.socket = nil }
      return state.socket
    }
    socket?.shutDown()
  }

  /// Puts out what there is; the caller has begun writing.
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

  /// Sends the rest of a batch as the other side reads, and then what has come meanwhile.
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

  /// The reader of the connection notices as well, and does what is to be done.
  private func lose(_ socket: LoopbackSocket) {
    state.withLock { state in
      state.isBlocked = false
      if state.socket === socket { state.socket = nil }
    }
    socket.shutDown()
  }
}

extension SessionLink.State {
  /// Whether the caller is the one to write now.
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

  /// The bytes to be sent next; nil for none.
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
