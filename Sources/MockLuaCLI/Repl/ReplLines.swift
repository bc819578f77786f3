import MockLua

/// Where a REPL's lines come from.
protocol ReplLines {
  /// The next line, without its end.
  mutating func next(prompt: String) throws(CommandFailure) -> ReplLine

  /// Runs work to its end; Ctrl-C cancels its task.
  func wait<Success: Sendable>(
    for work: @escaping @Sendable () async -> Success
  ) throws(CommandFailure) -> Success
}

/// What a REPL reads.
enum ReplLine: Equatable {
  case text(String)
  /// Ctrl-C: the line, and what stands before it, is forgotten.
  case interrupted
  case end
}
