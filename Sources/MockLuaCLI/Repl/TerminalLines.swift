import CLibrary
import CLineEditor
import MockLua
import MockPlatform

/// Lines typed in a terminal, with editing, completion, and history.
struct TerminalLines: ReplLines {
  private let completer: Completer
  private let history: HistoryFile?
  private var last: String?

  /// Takes over the terminal.
  ///
  /// - Parameter complete: Returns the completions of the text before the cursor.
  /// - Throws: `CommandFailure.unreadableCalls` if the system has no more pipes.
  init(complete: @escaping (String) -> ConsoleCompletions) throws(CommandFailure) {
    completer = Completer(complete)
    let context = Unmanaged.passUnretained(completer).toOpaque()
    guard mocklua_editor_start("mocklua", completeLine, context) else {
      throw .unreadableCalls(path: "stdin", .system(.last))
    }
    history = HistoryFile(environment: ProcessEnvironment())
    for line in history?.lines() ?? [] { remember(line) }
  }

  mutating func next(prompt: String) -> ReplLine {
    var line: UnsafeMutablePointer<CChar>?
    let event = mocklua_editor_read(prompt, &line)
    defer { free(line) }
    switch event {
    case MOCKLUA_EDITOR_LINE:
      let text = line.map { String(cString: $0) } ?? ""
      if !text.allSatisfy(\.isWhitespace), text != last {
        remember(text)
        history?.append(text)
      }
      return .text(text)
    case MOCKLUA_EDITOR_INTERRUPT:
      // The line stays on the screen, with the prompt below it.
      Descriptor.standardOutput.report("^C")
      return .interrupted
    default:
      Descriptor.standardOutput.report("")
      return .end
    }
  }

  private mutating func remember(_ line: String) {
    last = line
    mocklua_editor_remember(line, Int32(HistoryFile.limit))
  }

  func wait<Success: Sendable>(
    for work: @escaping @Sendable () async -> Success
  ) throws(CommandFailure) -> Success {
    mocklua_editor_forget_interrupt()
    let started = AsyncWork.start(work) { mocklua_editor_finish() }
    while mocklua_editor_wait() == MOCKLUA_EDITOR_INTERRUPT { started.cancel() }
    return started.result()
  }
}

/// The editor's reference to the completion closure.
private final class Completer {
  let complete: (String) -> ConsoleCompletions
  init(_ complete: @escaping (String) -> ConsoleCompletions) { self.complete = complete }
}

private func completeLine(
  _ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ candidates: OpaquePointer?
) {
  guard let context, let text else { return }
  let completer = Unmanaged<Completer>.fromOpaque(context).takeUnretainedValue()
  let completions = completer.complete(String(cString: text))
  for name in completions.names {
    mocklua_editor_add_candidate(candidates, completions.start, name)
  }
}
