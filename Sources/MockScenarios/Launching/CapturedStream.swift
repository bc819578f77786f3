#if os(macOS) || os(Linux)
  /// The output of a process on one stream.
  ///
  /// Lines up to a certain position have been taken.
  struct CapturedStream {
    /// Whether the stream has ended.
    var isEnded = false

    private var bytes: [UInt8] = []
    /// The start of the next line.
    private var start = 0
    /// The position from which to search for the next newline.
    private var searched = 0

    /// The output so far.
    ///
    /// Bytes that aren't UTF-8 are replaced.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

    /// Takes the next line, without its newline.
    ///
    /// The last line doesn't need a newline if the stream has ended.
    mutating func takeLine() -> String? {
      let newline = bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
      guard newline != nil || isEnded && start < bytes.count else {
        searched = bytes.count
        return nil
      }
      let end = newline ?? bytes.count
      let line = String(decoding: bytes[start..<end], as: UTF8.self)
      start = newline.map { $0 + 1 } ?? end
      searched = start
      return line
    }
  }
#endif

/// One of the two output streams of a process.
public enum ProcessStream: String, Sendable, CaseIterable {
  /// Standard output.
  case output = "standard output"
  /// Standard error.
  case errors = "standard error"
}
