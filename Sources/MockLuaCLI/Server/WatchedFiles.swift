import CLibrary
import MockConfiguration
import MockLua
import MockPlatform

/// The files that a script was read from, and whether they should be read again.
///
/// Many programs write a file by emptying it first, and then in steps. A change counts only when the files
/// have been left alone for a while, and never while one that had content is empty: what stands there in
/// between is no script that anybody has written.
struct WatchedFiles {
  /// How long the files have to stay as they are before a change counts.
  private static let quiet = Duration.milliseconds(80)

  private struct Stamp: Equatable {
    var seconds: Int
    var nanoseconds: Int
    var size: Int
    var file: UInt64
  }

  private let paths: [String]
  /// The files as they were when the script was read.
  private var read: [String: Stamp]
  /// The files as the last look saw them, and since when they look so.
  private var seen: [String: Stamp]
  private var since = ContinuousClock.now
  /// The files that had content at some time; a new file in the place of a deleted one begins empty too.
  private var filled: Set<String>

  /// Looks at the files of a script.
  ///
  /// - Parameters:
  ///   - paths: The files; those that do not exist count as a change when they appear.
  ///   - earlier: A look from before the script was read: a file that was written meanwhile has changed.
  init(_ paths: [String], readAfter earlier: WatchedFiles? = nil) {
    self.paths = paths
    seen = Self.look(at: paths)
    read = seen
    filled = Set(seen.filter { $0.value.size > 0 }.keys)
    guard let earlier else { return }
    for (path, stamp) in earlier.seen where read[path] != nil { read[path] = stamp }
    filled.formUnion(earlier.filled)
  }

  /// Looks again, and says whether there is something else to read, and all of it.
  mutating func shouldBeRead() -> Bool {
    let isLeftAlone = !haveChangedSinceLook()
    return isLeftAlone && seen != read && isWritten
  }

  /// Whether whoever has changed the files seems to have done so.
  private var isWritten: Bool {
    ContinuousClock.now - since >= Self.quiet && !filled.contains { seen[$0]?.size == 0 }
  }

  /// Waits, where the files have changed, until that seems to be done.
  ///
  /// - Parameter deadline: When it gives up.
  mutating func waitUntilWritten(by deadline: ContinuousClock.Instant) {
    while haveChangedSinceLook() || seen != read && !isWritten, .now < deadline {
      usleep(10_000)
    }
  }

  /// Looks again, and says whether the files differ from the last look.
  mutating func haveChangedSinceLook() -> Bool {
    let now = Self.look(at: paths)
    guard now != seen else { return false }
    (seen, since) = (now, .now)
    filled.formUnion(now.filter { $0.value.size > 0 }.keys)
    return true
  }

  /// Takes the files as the last look saw them for read, so that the same mistakes are not told again.
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

  /// The files that a script has read, wherever they may lie.
  static func paths(of script: MockScript, at path: String, searchPaths: [String]) -> [String] {
    let files = script.modules.values.map(\.file) + script.fixtures.keys + script.bytes.keys
    let folders = [FilePath.folder(of: path)] + searchPaths
    return [path] + folders.flatMap { folder in files.sorted().map { "\(folder)/\($0)" } }
  }
}
