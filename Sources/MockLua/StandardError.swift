#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The stream for everything that is no result.
enum StandardError {
  /// Writes a line in one call, so that lines of several threads do not mix.
  static func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        unistdWrite(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      if count <= 0 { return }
      written += count
    }
  }

  #if canImport(Glibc)
    private static let unistdWrite = Glibc.write
  #elseif canImport(Musl)
    private static let unistdWrite = Musl.write
  #else
    private static let unistdWrite = Darwin.write
  #endif
}
