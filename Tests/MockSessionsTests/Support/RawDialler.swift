import CMockPlatform
import MockData
import MockPlatform
import MockSessions

/// A raw connection to a session that sends arbitrary data.
///
/// `@unchecked Sendable`: only one test uses it, and waits while a separate thread reads.
final class RawDialler: @unchecked Sendable {
  private let socket: Int32
  private var buffer = FrameBuffer()

  init(port: Int) { socket = mockplatform_connect(UInt16(port), 10_000) }

  deinit { if socket >= 0 { mockplatform_close(socket) } }

  var isConnected: Bool { socket >= 0 }

  func send(_ bytes: [UInt8]) { _ = mockplatform_send(socket, bytes, bytes.count) }

  /// Sends a frame of any size, as fast as the test reads it.
  func sendAll(_ json: String) {
    var rest = frame(json)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { mockplatform_send(socket, $0.baseAddress, $0.count) }
      if sent > 0 { rest = rest.dropFirst(sent) }
      var wait = mockplatform_Wait(descriptor: socket, writes: true, isReady: false)
      _ = mockplatform_wait(&wait, 1, -1)
    }
  }

  func send(_ json: String) { send(frame(json)) }

  /// Returns the next frame sent from a task, which must wait for a thread of Swift's pool.
  ///
  /// Otherwise like ``next()``.
  func nextOfTask() async throws -> SessionFrame? {
    try await withCheckedThrowingContinuation { continuation in
      IOThread.start { continuation.resume(with: Result { try self.next() }) }
    }
  }

  /// Returns the test's next frame, or nil at the end of the connection or after twenty minutes without data.
  func next() throws -> SessionFrame? {
    while true {
      if let frame = try buffer.next(from: .test) { return frame }
      var wait = mockplatform_Wait(descriptor: socket, writes: false, isReady: false)
      guard mockplatform_wait(&wait, 1, 1_200_000) > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = mockplatform_receive(socket, &bytes, bytes.count)
      guard count > 0 else { return nil }
      buffer.append(bytes[..<count])
    }
  }
}

/// Encodes text as a frame: its big-endian length, then its bytes.
func frame(_ json: String) -> [UInt8] {
  let length = json.utf8.count
  return (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + Array(json.utf8)
}

extension SessionFrame {
  /// The frame's message, if it has one.
  var message: String? {
    switch self {
    case .refused(let refused): refused.message
    case .ended(let ended): ended.message
    case .issue(let issue): issue.message
    default: nil
    }
  }

  /// The frame's response, if it has one.
  var reply: Reply? { if case .answer(let reply) = self { reply } else { nil } }
}
