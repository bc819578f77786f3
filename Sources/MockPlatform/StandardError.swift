internal import CLibrary
internal import CMockPlatform

/// Standard error without a `FILE`, because Swift 6 doesn't allow access to the global variable `stderr`.
package enum StandardError {
  /// Writes a line, and ends the process with exit code 1.
  package static func exit(with line: String) -> Never {
    write("\(line)\n")
    IOThread.endProcess(1)
  }

  /// Writes text in a single call, so that lines from several threads aren't mixed.
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return }
      _ = CLibrary.write(2, start, bytes.count)
    }
  }
}

/// Standard output, which another process may be reading.
package enum StandardOutput {
  /// Enables line buffering.
  ///
  /// Otherwise, output to a pipe is only written when the buffer is full.
  package static func writeLines() { mockplatform_write_lines() }
}
