import MockSessions

/// Checks the frames of a session connection.
///
/// Reading in pieces must give the same result as reading at once, a reader must not read past the received bytes, and a
/// frame must stay the same when written and read again.
enum FramesCheck {
  static func run(_ input: UnsafeRawBufferPointer) throws {
    let bytes = Array(input.dropFirst())
    let way = input.first ?? 0
    let sender: SessionFrame.Sender = way & 1 == 0 ? .app : .test
    let whole = read(bytes, piece: max(1, bytes.count), sender)
    let pieces = read(bytes, piece: Int(way >> 1) + 1, sender)
    try require(whole.frames == pieces.frames, "read in pieces, other frames come out")
    try require(whole.problem == pieces.problem, "read in pieces, another error comes out")
    // Each input is also read as one frame, even if it claims another length.
    let length = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) }
    _ = read(length + bytes, piece: 4096, sender)
  }

  private static func read(
    _ bytes: [UInt8], piece: Int, _ sender: SessionFrame.Sender
  ) -> (frames: [[UInt8]], problem: String?) {
    var buffer = FrameBuffer(limit: 1 << 16)
    var frames: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      buffer.append(bytes[start..<min(start + piece, bytes.count)])
      do throws(FrameProblem) {
        while let frame = try buffer.next(from: sender) { frames.append(repeated(frame, sender)) }
      } catch {
        return (frames, error.description)
      }
    }
    return (frames, nil)
  }

  /// Returns an encoded frame, after checking that it reads back the same.
  private static func repeated(_ frame: SessionFrame, _ sender: SessionFrame.Sender) -> [UInt8] {
    let bytes = frame.plainlyEncoded()
    var buffer = FrameBuffer()
    buffer.append(bytes)
    do throws(FrameProblem) {
      guard let again = try buffer.next(from: sender) else { fatalError("a frame is not whole") }
      precondition(again.kind == frame.kind, "another kind comes back")
      precondition(again.plainlyEncoded() == bytes, "another frame comes back")
    } catch {
      fatalError("a frame that was read is refused: \(error)")
    }
    return bytes
  }
}
