import MockLua
import MockServices

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// When a script, its modules and its fixtures were changed.
struct FileStamps: Equatable {
  private struct Stamp: Equatable {
    var seconds: Int
    var nanoseconds: Int
    var size: Int
    var file: UInt64
  }

  private var stamps: [String: Stamp] = [:]

  /// Looks at the files of a script.
  init(paths: [String]) {
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
  }

  /// The same files as an earlier look saw them, where it did: one that was written while the script was read
  /// differs at the next look.
  func asSeen(by earlier: FileStamps) -> FileStamps {
    var seen = self
    for (path, stamp) in earlier.stamps where stamps[path] != nil { seen.stamps[path] = stamp }
    return seen
  }

  /// The files that a script has read, wherever they may lie.
  static func paths(of script: MockScript, at path: String, searchPaths: [String]) -> [String] {
    let files = script.modules.values.map(\.file) + script.fixtures.keys
    let folders = [FilePath.folder(of: path)] + searchPaths
    return [path] + folders.flatMap { folder in files.sorted().map { "\(folder)/\($0)" } }
  }
}
