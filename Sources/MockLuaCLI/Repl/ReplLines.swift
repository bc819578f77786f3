import MockData
import MockLua

/// A source of lines for the REPL.
protocol ReplLines {
  /// Returns the next line, without its line break.
  mutating func next(prompt: String) throws(CommandFailure) -> ReplLine

  /// Runs work to its end, unless Ctrl-C cancels its task.
  func wait<Success: Sendable>(
    for work: @escaping @Sendable () async -> Success
  ) throws(CommandFailure) -> Success
}

/// A result of reading a line.
enum ReplLine: Equatable {
  case text(String)
  /// Ctrl-C: the line, and the incomplete input before it, is discarded.
  case interrupted
  case end
}

/// Lines of a file or a pipe on standard input.
struct PipedLines: ReplLines {
  private var lines: LineReader

  init() throws(CommandFailure) {
    do throws(CallsProblem) {
      lines = try LineReader(path: nil)
    } catch {
      throw .unreadableCalls(path: "stdin", error)
    }
  }

  mutating func next(prompt: String) throws(CommandFailure) -> ReplLine {
    do throws(CallsProblem) {
      guard var line = try lines.next() else { return .end }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard let text = String(validUTF8: line) else {
        throw .notUTF8(lines.number)
      }
      return .text(text)
    } catch {
      throw .unreadableCalls(path: "stdin", error)
    }
  }

  func wait<Success: Sendable>(
    for work: @escaping @Sendable () async -> Success
  ) throws(CommandFailure) -> Success {
    try AsyncWork.run { () async -> Result<Success, CommandFailure> in .success(await work()) }
  }
}
