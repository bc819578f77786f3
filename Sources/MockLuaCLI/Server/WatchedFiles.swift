import CLibrary
import MockConfiguration
import MockLua
import MockPlatform

/// The files of a script, and whether they should be read again.
///
/// Many programs write a file by emptying it first, and then in steps. A change only counts when the files have stayed
/// the same for a while. It never counts while a file that had content is empty, because the file is then still being
/// written.
struct WatchedFiles {
  /// The time that the files must stay the same before a change counts.
  private static let quiet = Duration.milliseconds(80)

  private struct Stamp: Equatable {
    var seconds: Int
    var nanoseconds: Int
    var size: Int
    var file: UInt64
  }

  private let paths: [String]
  /// The files when the script was read.
  private var read: [String: Stamp]
  /// The files at the last check, and the time since which they haven't changed.
  private var seen: [String: Stamp]
  private var since = ContinuousClock.now
  /// The files that had content at any time.
  ///
  /// A new file that replaces a deleted one is also empty at first.
  private var filled: Set<String>

  /// Checks the files of a script for the first time.
  ///
  /// If a file doesn't exist, its creation counts as a change. `earlier` is a check from before the script was read, so
  /// that a file written in the meantime counts as changed.
  init(_ paths: [String], readAfter earlier: WatchedFiles? = nil) {
    self.paths = paths
    seen = Self.look(at: paths)
    read = seen
    filled = Set(seen.filter { $0.value.size > 0 }.keys)
    guard let earlier else { return }
    for (path, stamp) in earlier.seen where read[path] != nil { read[path] = stamp }
    filled.formUnion(earlier.filled)
  }

  /// Checks the files again, and returns whether they have changed and are completely written.
  mutating func shouldBeRead() -> Bool {
    let isLeftAlone = !haveChangedSinceLook()
    return isLeftAlone && seen != read && isWritten
  }

  /// Whether the files seem to be completely written.
  private var isWritten: Bool {
    ContinuousClock.now - since >= Self.quiet && !filled.contains { seen[$0]?.size == 0 }
  }

  /// Waits until changed files seem to be completely written.
  mutating func waitUntilWritten(by deadline: ContinuousClock.Instant) {
    while haveChangedSinceLook() || seen != read && !isWritten, .now < deadline {
      usleep(10_000)
    }
  }

  /// Checks the files again, and returns whether they differ from the last check.
  mutating func haveChangedSinceLook() -> Bool {
    let now = Self.look(at: paths)
    guard now != seen else { return false }
    (seen, since) = (now, .now)
    filled.formUnion(now.filter { $0.value.size > 0 }.keys)
    return true
  }

  /// Marks the files at the last check as read, so that the same errors aren't reported again.
  mutating func takeAsRead() { read = seen }

  private static func look(at paths: [String]) -> [String: Stamp] {
    var stamps: [String: Stamp] = [:]
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      stamps[path] = Stamp(
        seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec), size: Int(status.st_size),
        file: UInt64(status.st_ino))
    }
    return stamps
  }

  /// Returns all possible paths of the files that a script has read.
  static func paths(of script: MockScript, at path: String, searchPaths: [String]) -> [String] {
    let files = script.modules.values.map(\.file) + script.fixtures.keys + script.bytes.keys
    let folders = [FilePath.folder(of: path)] + searchPaths
    return [path] + folders.flatMap { folder in files.sorted().map { "\(folder)/\($0)" } }
  }
}
