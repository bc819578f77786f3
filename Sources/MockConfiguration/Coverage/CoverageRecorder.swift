internal import CLibrary
internal import MockPlatform

/// Records the parts of scripts that this process uses, and appends them to the process's file in a folder.
///
/// A use is counted by the process that chooses the response, so nothing is counted twice. An app that gets its
/// responses from a test through a live session counts nothing. An app with its own configuration counts the uses
/// itself.
///
/// The file is written when the process exits, and up to ten times per second before that, so that tests never wait for
/// it. Each write appends to the end of the file. If the process is killed, at most the last tenth of a second is lost.
package final class CoverageRecorder: Sendable {
  /// The recorder for the folder that `MOCKLUA_COVERAGE` names; nil if the variable isn't set.
  package static let shared = CoverageFolder.path.map { CoverageRecorder.in($0) }

  /// The folder is created when there is something to write.
  package static func `in`(_ folder: String) -> CoverageRecorder {
    all.withLock { all in
      if let recorder = all[folder] { return recorder }
      let recorder = CoverageRecorder(folder)
      all[folder] = recorder
      return recorder
    }
  }

  private static let all = Locked<[String: CoverageRecorder]>([:])

  /// The absolute path of the folder.
  package let folder: String
  private let known = Locked(Known())
  private let file: Locked<CoverageFile>

  private struct Known {
    var texts: [TextKey: CoverageText] = [:]
    var units: [CoverageUnit.Identity: CoverageUnit] = [:]
    /// The units in the order in which they were added, which determines their numbers.
    var order: [CoverageUnit] = []
    var isWatched = false
  }

  private struct TextKey: Hashable {
    var name: String
    var path: String?
    var text: String

    /// Hashes only a part of the key.
    ///
    /// Every scenario looks up its texts when it is loaded, and hashing a whole text takes far longer than comparing it
    /// once.
    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(text.utf8.count)
    }
  }

  private init(_ folder: String) {
    self.folder = folder.hasPrefix("/") ? folder : Folder.current + "/" + folder
    file = Locked(CoverageFile(folder: self.folder))
  }

  /// Returns the same object for the same text.
  ///
  /// `name` is used in messages, and `path` is nil if the text isn't in a file.
  package func text(_ text: String, name: String, path: String?) -> CoverageText {
    let key = TextKey(name: name, path: path, text: text)
    if let known = known.withLock({ $0.texts[key] }) { return known }
    let hash = CoverageSource.hash(of: text.utf8)
    var source = CoverageSource(file: name, root: nil, hash: hash)
    if let path = path.flatMap(Folder.resolved) {
      let root = Folder.project(of: path)
      source.file = root.map { String(path.dropFirst($0.count + 1)) } ?? path
      source.root = root ?? "/"
    }
    let made = CoverageText(text, source: source, recorder: self)
    return known.withLock { known in
      let text = known.texts[key] ?? made
      known.texts[key] = text
      return text
    }
  }

  /// Returns the counter of a unit, which is shared in this process.
  package func unit(_ identity: CoverageUnit.Identity) -> CoverageUnit {
    let (unit, starts) = known.withLock { known in
      if let unit = known.units[identity] { return (unit, false) }
      let unit = CoverageUnit(identity, recorder: self)
      known.units[identity] = unit
      known.order.append(unit)
      defer { known.isWatched = true }
      return (unit, !known.isWatched)
    }
    if starts { watch() }
    return unit
  }

  package func flush() {
    file.withLock { file in
      let texts = known.withLock { Array($0.texts.values) }
      let lines = texts.flatMap { $0.takeNewLines() }
      let order = known.withLock { known in
        known.order += lines
        return known.order
      }
      file.append(order)
    }
  }

  private func watch() {
    AtExit.run { [self] in flush() }
    IOThread.start { [self] in
      while true {
        IOThread.sleep(for: .milliseconds(100))
        flush()
      }
    }
  }
}
