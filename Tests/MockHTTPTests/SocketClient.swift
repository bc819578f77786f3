import CMockPlatform
import MockPlatform
import TestSupport

/// A WebSocket client with frames written by hand, because `URLSession` on Linux doesn't have sockets.
final class SocketClient: Sendable {
  /// The bytes from the server.
  private struct Input: Sendable {
    let descriptor: Int32
    private let unread = Locked<[UInt8]>([])

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Runs a function that reads, on a thread of its own.
    func onThread<Result: Sendable>(
      _ run: @escaping @Sendable (Input) -> Result
    ) async -> Result {
      await withCheckedContinuation { continuation in
        startThread { continuation.resume(returning: run(self)) }
      }
    }

    /// Returns the next bytes; nil at the end.
    func bytes(_ count: Int) -> [UInt8]? {
      while unread.withLock({ $0.count }) < count {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let read = buffer.withUnsafeMutableBytes {
          mockplatform_receive(descriptor, $0.baseAddress, $0.count)
        }
        guard read > 0 else { return nil }
        let piece = buffer.prefix(Int(read))
        unread.withLock { $0 += piece }
      }
      return unread.withLock { unread in
        defer { unread.removeFirst(count) }
        return Array(unread.prefix(count))
      }
    }
  }

  private let input: Input
  /// The head of the response to the handshake.
  let head: String

  /// Sends a handshake, and reads its response.
  init(_ port: Int, _ path: String, headers: [String] = SocketClient.usual) async {
    input = Input(mockplatform_connect(UInt16(port), 10_000))
    let lines = ["GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers + ["", ""]
    Self.send(Array(lines.joined(separator: "\r\n").utf8), to: input)
    head = await input.onThread { input in
      var head = ""
      while !head.hasSuffix("\r\n\r\n"), let byte = input.bytes(1) {
        head += String(decoding: byte, as: UTF8.self)
      }
      return head
    }
  }

  static let usual = [
    "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ]

  deinit { mockplatform_close(input.descriptor) }

  var status: Int? { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } }

  func send(_ bytes: [UInt8]) { Self.send(bytes, to: input) }

  private static func send(_ bytes: [UInt8], to input: Input) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        mockplatform_send(input.descriptor, $0.baseAddress, $0.count)
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ text: String) { send(Self.frame(0x81, Array(text.utf8))) }

  /// Returns a frame with the mask zero, which doesn't change the payload.
  static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let count = payload.count
    let length =
      count < 126
      ? [0x80 | UInt8(count)] : [0xFE, UInt8(truncatingIfNeeded: count >> 8), UInt8(count & 255)]
    return [first] + length + [0, 0, 0, 0] + payload
  }

  /// Reads a frame: a text unchanged, others as `close 4001 bye`, `pong ...`, or `bytes [1, 2]`, and the end of the
  /// connection as `lost`.
  func read() async -> String { await input.onThread { Self.readFrame($0) } }

  private static func readFrame(_ input: Input) -> String {
    guard let head = input.bytes(2),
      let length = head[1] < 126
        ? Int(head[1]) : input.bytes(2).map({ Int($0[0]) << 8 | Int($0[1]) }),
      let payload = input.bytes(length)
    else { return "lost" }
    let text = String(decoding: payload, as: UTF8.self)
    switch head[0] {
    case 0x81: return text
    case 0x82: return "bytes \(payload)"
    case 0x8A: return "pong \(text)"
    case 0x88 where payload.count > 1:
      let reason = String(decoding: payload.dropFirst(2), as: UTF8.self)
      return "close \(Int(payload[0]) << 8 | Int(payload[1])) \(reason)"
    default: return "close"
    }
  }
}
