import CLibrary
import MockPlatform

/// The history of typed lines across sessions, in a file that only its owner can read.
///
/// Each line is added when it is entered, so that concurrent sessions don't lose any. If the history can't be stored,
/// the session continues with its own lines only.
struct HistoryFile {
  /// The maximum number of lines.
  ///
  /// A longer file is shortened when it is read.
  static let limit = 1000

  /// The maximum size of a line, and of the file, in bytes.
  private static let lineLimit = 10_000
  private static let byteLimit = 16 << 20

  /// The path of the file.
  let path: String

  /// Determines the file from the environment; nil if the history is disabled.
  ///
  /// `MOCKLUA_HISTORY` contains the path; an empty value disables the history. The default is `mocklua/history` in
  /// `XDG_STATE_HOME`, or in `~/.local/state`.
  init?(environment: ProcessEnvironment) {
    self.init(
      named: environment["MOCKLUA_HISTORY"], state: environment.value(of: "XDG_STATE_HOME"),
      home: environment.value(of: "HOME"))
  }

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
