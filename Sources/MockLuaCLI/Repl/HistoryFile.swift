import CLibrary
import MockPlatform

/// The lines that were typed, from one session to the next, in a file that only its owner can read.
///
/// Each line is added as it is entered, so that sessions beside each other lose none. A history that
/// can't be kept is no reason to stop: the session then has its own lines alone.
struct HistoryFile {
  /// How many lines are kept; a longer file is cut when it is read.
  static let limit = 1000

  /// The longest line that is kept, and the longest file that is read, in bytes.
  private static let lineLimit = 10_000
  private static let byteLimit = 16 << 20

  /// Where the lines are.
  let path: String

  /// The file that the environment says; nil where it says that there is none.
  ///
  /// `MOCKLUA_HISTORY` names it; an empty name means none. By default it is `mocklua/history` in
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

  /// The last lines, oldest first; none where there is no file yet, or it can't be read.
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

  /// Adds a line to the file, which is created where there is none.
  func append(_ line: String) {
    guard line.utf8.count <= Self.lineLimit, !line.contains("\n") else { return }
    Folder.make(FilePath.folder(of: path), permissions: 0o700)
    guard let descriptor = try? Descriptor(appendingTo: path) else { return }
    try? descriptor.write(line + "\n")
    try? descriptor.close()
  }
}
