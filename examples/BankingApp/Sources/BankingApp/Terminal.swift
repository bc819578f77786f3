import Foundation

/// Standard input and output, line by line.
enum Terminal {
  /// Prints a line at once; lines of several threads do not mix.
  static let show: @Sendable (String) -> Void = { line in
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  /// The lines of standard input, read on a thread of its own so that screens can go on meanwhile.
  static var lines: AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    Thread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }.start()
    return stream
  }
}
