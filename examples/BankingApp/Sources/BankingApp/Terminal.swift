import Foundation

/// Standard input and output, line by line.
enum Terminal {
  /// Prints a line immediately.
  ///
  /// Lines from several threads don't mix.
  static let show: @Sendable (String) -> Void = { line in
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  /// The lines of standard input, read on a separate thread so that screens can work in the meantime.
  static var lines: AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    Thread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }.start()
    return stream
  }
}
