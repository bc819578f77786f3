internal import CLibrary
internal import CMockPlatform

/// Standard error without a `FILE`, which is a global variable that Swift 6 does not let us touch.
package enum StandardError {
  /// Writes a line, and ends the process with the exit code 1.
  package static func exit(with line: String) -> Never {
    write("\(line)\n")
    IOThread.endProcess(1)
  }

  /// Writes a text in one call, so that lines of several threads do not mix.
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return }
      _ = CLibrary.write(2, start, bytes.count)
    }
  }
}

/// Standard output, which another process may read.
package enum StandardOutput {
  /// Lets each line be written when it is complete; into a pipe whole buffers are, by default.
  package static func writeLines() { mockplatform_write_lines() }
}
