internal import CLibrary
internal import MockPlatform

/// Keeps what the scenarios of this process use, and appends it to a file of the process in a folder.
///
/// Whoever chooses responses counts: an app that asks a test across a live session counts nothing, and one that answers
/// from a configuration of its own does. So nothing counts twice. The file is written ten times a second while
/// anything is used, and when the process exits, so that no test waits for it; each time by one write to its end, so that
/// a process that is killed loses a tenth of a second, and never what it has written.
package final class CoverageRecorder: Sendable {
  /// The folder that `MOCKLUA_COVERAGE` names; nil where the variable is not set.
  package static let shared = CoverageFolder.path.map { CoverageRecorder.in($0) }

  /// The one for a folder, which is made when there is something to write.
  package static func `in`(_ folder: String) -> CoverageRecorder {
    all.withLock { all in
      if let recorder = all[folder] { return recorder }
      let recorder = CoverageRecorder(folder)
      all[folder] = recorder
      return recorder
    }
  }

  private static let all = Locked<[String: CoverageRecorder]>([:])

  /// The folder, as an absolute path where the system has one.
  package let folder: String
  private let known = Locked(Known())
  private let file: Locked<CoverageFile>

  private struct Known {
    var texts: [TextKey: CoverageText] = [:]
    var units: [CoverageUnit.Identity: CoverageUnit] = [:]
    /// In the order in which they became known, which gives them their numbers.
    var order: [CoverageUnit] = []
    var isWatched = false
  }

  private struct TextKey: Hashable {
    var name: String
    var path: String?
    var text: String

    /// Each scenario that is loaded looks its texts up, and hashing a text takes far longer than comparing it once.
    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(text.utf8.count)
    }
  }

  private init(_ folder: String) {
    self.folder = folder.hasPrefix("/") ? folder : Folder.current + "/" + folder
    file = Locked(CoverageFile(folder: self.folder))
  }

  /// A text that was read.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: Its name in messages.
  ///   - path: Where it lies; nil for a text that lies in no file.
  /// - Returns: The same for the same text.
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

  /// The counter of a thing, the same for whoever has it in this process.
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

  /// Appends what was used since the last time; nothing where that is nothing.
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
