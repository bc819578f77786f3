#if os(macOS) || os(Linux)
  /// What a process has written to one stream, and how far its lines have been taken.
  struct CapturedStream {
    /// Whether the stream has ended.
    var isEnded = false

    private var bytes: [UInt8] = []
    /// Where the next line begins.
    private var start = 0
    /// Where the search for the next newline goes on.
    private var searched = 0

    /// Everything so far; bytes that are not UTF-8 are replaced.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

    /// The next line without its newline; what an ended stream holds last needs none.
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

/// One of the two streams that a process writes.
public enum ProcessStream: String, Sendable, CaseIterable {
  /// Standard output.
  case output = "standard output"
  /// Standard error.
  case errors = "standard error"
}
