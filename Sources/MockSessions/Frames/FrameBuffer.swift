/// Bytes of a connection, out of which frames are taken: four bytes of length, big-endian, then so many of JSON.
///
/// It grows with what has come, never by a length that somebody claims.
package struct FrameBuffer {
  /// The most bytes of one frame's JSON: 64 MiB.
  package static let largestFrame = 64 << 20

  /// Whether a frame, with its length before it, has more than one may have.
  static func isTooLarge(_ frame: [UInt8]) -> Bool { frame.count - 4 > largestFrame }

  private var bytes: [UInt8] = []
  private var start = 0
  /// The most bytes of JSON that a frame may have from now on.
  package var limit: Int

  package init(limit: Int = FrameBuffer.largestFrame) { self.limit = limit }

  /// How many bytes wait.
  package var count: Int { bytes.count - start }

  /// Adds bytes.
  package mutating func append(_ more: some Collection<UInt8>) {
    dropTaken()
    bytes.append(contentsOf: more)
  }

  /// Lets a function of the system write behind what is there, and gives what it returns.
  mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    dropTaken()
    return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      let count = read(buffer)
      if count > 0 { bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      return count
    }
  }

  /// Reads the next frame; nil where it is not here as a whole.
  ///
  /// - Throws: ``FrameProblem`` for a frame that is too large, or that is none of the protocol.
  package mutating func next(from sender: SessionFrame.Sender) throws(FrameProblem) -> SessionFrame?
  {
    guard count >= 4 else { return nil }
    let length = (0..<4).reduce(0) { $0 << 8 | Int(bytes[start + $1]) }
    guard length <= limit else { throw .tooLarge(length, limit: limit) }
    guard count >= 4 + length else { return nil }
    let content = start + 4..<start + 4 + length
    start += 4 + length
    // The buffer closures of the standard library carry no typed error, so a `Result` crosses them.
    return try bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(FrameProblem) in
        try SessionFrame(UnsafeBufferPointer(rebasing: bytes[content]), from: sender)
      }
    }.get()
  }

  private mutating func dropTaken() {
    guard start > 0 else { return }
    if start == bytes.count {
      // What one large frame needed is not kept.
      bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20)
      start = 0
    } else if start > 32 << 10 {
      bytes.removeFirst(start)
      start = 0
    }
  }
}
