import CLibrary
import CLineEditor
import MockData
import MockLua
import MockLuaTools
import MockPlatform

/// A source of lines for the REPL.
protocol ReplLines {
  /// Returns the next line, without its line break.
  mutating func next(prompt: String) throws(CommandFailure) -> ReplLine

  /// Runs work to completion, unless Ctrl-C cancels its task.
  func wait<Success: Sendable>(
    for work: @escaping @Sendable () async -> Success
  ) throws(CommandFailure) -> Success
}

enum ReplLine: Equatable {
  case text(String)
  /// Ctrl-C: the line, and the incomplete input before it, is discarded.
  case interrupted
  case end
}

/// Lines of a file or a pipe on standard input.
struct PipedLines: ReplLines {
  private var lines: LineReader

  init() throws(CommandFailure) { lines = try LineReader(path: nil) }

  mutating func next(prompt: String) throws(CommandFailure) -> ReplLine {
    guard var line = try lines.next() else { return .end }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard let text = String(validUTF8: line) else {
      throw .unreadableCalls(path: lines.name, .notUTF8(lines.number))
    }
    return .text(text)
  }

  func wait<Success: Sendable>(
    for work: @escaping @Sendable () async -> Success
  ) throws(CommandFailure) -> Success {
    try AsyncWork.run(work)
  }
}

/// Lines typed in a terminal, with editing, completion, and history.
struct TerminalLines: ReplLines {
  private let completer: Completer
  private let history: HistoryFile?
  private var last: String?

  /// Takes over the terminal.
  ///
  /// `complete` returns the completions of the text before the cursor. Throws an error if the system has no more pipes.
  init(complete: @escaping (String) -> ConsoleCompletions) throws(CommandFailure) {
    completer = Completer(complete)
    let context = Unmanaged.passUnretained(completer).toOpaque()
    guard mocklua_editor_start("mocklua", completeLine, context) else {
      throw .unreadableCalls(path: "stdin", .system(.last))
    }
    let environment = ProcessEnvironment()
    history = HistoryFile(
      named: environment["MOCKLUA_HISTORY"], state: environment.value(of: "XDG_STATE_HOME"),
      home: environment.value(of: "HOME"))
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

/// The history of typed lines across sessions, in a file that only its owner can read.
///
/// Each line is added when it is entered, so that concurrent sessions don't lose any. If the history can't be stored,
/// the session continues with its own lines only.
struct HistoryFile {
  /// The maximum number of lines.
  ///
  /// A longer file is shortened when it is read.
  static let limit = 1000

  /// The maximum size of a line, in bytes.
  private static let lineLimit = 10_000
  /// The maximum size of the file, in bytes.
  private static let byteLimit = 16 << 20

  let path: String

  /// Determines the file from `MOCKLUA_HISTORY`, `XDG_STATE_HOME`, and `HOME`; nil if the history is disabled.
  ///
  /// The name contains the path; an empty name disables the history. The default is `mocklua/history` in the folder for
  /// state, or in `~/.local/state`.
  init?(named name: String?, state: String?, home: String?) {
    if let name {
      guard !name.isEmpty else { return nil }
      path = name
    } else if let state, state.hasPrefix("/") {
      path = state + "/mocklua/history"
    } else if let home {
      path = home + "/.local/state/mocklua/history"
    } else {
      return nil
    }
  }

  /// Returns the last lines, oldest first; empty if the file doesn't exist or can't be read.
  func lines() -> [String] {
    guard case .file(let number) = RegularFile.open(path) else { return [] }
    let descriptor = Descriptor(number: number)
    defer { try? descriptor.close() }
    guard let status = try? FileStatus(descriptor: number),
      let bytes = try? descriptor.readAll(limit: Self.byteLimit)
    else { return [] }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard lines.count > Self.limit else { return lines }
    let kept = Array(lines.suffix(Self.limit))
    try? FileReplacement(path: path, replacing: status)
      .write(kept.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] })
    return kept
  }

  /// Adds a line to the file, which is created if it doesn't exist.
  func append(_ line: String) {
    guard line.utf8.count <= Self.lineLimit, !line.contains("\n") else { return }
    Folder.make(FilePath.folder(of: path), permissions: 0o700)
    guard let descriptor = try? Descriptor(appendingTo: path) else { return }
    try? descriptor.write(line + "\n")
    try? descriptor.close()
  }
}
