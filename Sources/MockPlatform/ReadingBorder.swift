internal import CLibrary

/// A folder to which reading is restricted.
///
/// Once it is set, this process can't read files outside of it. Paths are compared after symbolic links were followed.
/// The restriction applies to the whole process, so it covers all files: scripts, modules, and fixtures. It is meant
/// for a process that serves other users, who may only read the folder.
package enum ReadingBorder {
  private static let folder = Locked<String?>(nil, isLeaf: true)

  /// Sets the folder permanently, or throws `SystemError` if the path isn't a folder.
  package static func set(_ path: String) throws(SystemError) {
    guard let real = Folder.resolved(path) else { throw .last }
    guard try FileStatus(path: real).isFolder else { throw SystemError(ENOTDIR) }
    folder.withLock { $0 = real }
  }

  static var isSet: Bool { folder.withLock { $0 != nil } }

  /// Rejects a path outside of the folder with `SystemError.outsideFolder`.
  ///
  /// The error doesn't reveal whether the file exists.
  package static func check(_ path: String) throws(SystemError) {
    guard let folder = folder.withLock({ $0 }) else { return }
    guard nearest(path).map({ isWithin($0, folder) }) ?? false else { throw .outsideFolder }
  }

  /// Rejects an open file if its path within the folder leads to another file.
  static func check(_ descriptor: Int32, openedAs path: String) throws(SystemError) {
    guard let folder = folder.withLock({ $0 }) else { return }
    // Since the path was checked, a link may have been replaced.
    var (opened, found) = (stat(), stat())
    guard let real = Folder.resolved(path), isWithin(real, folder), fstat(descriptor, &opened) == 0,
      lstat(real, &found) == 0, opened.st_dev == found.st_dev, opened.st_ino == found.st_ino
    else { throw .outsideFolder }
  }

  private static func isWithin(_ path: String, _ folder: String) -> Bool {
    path == folder || FilePath.isBelow(path, folder)
  }

  /// Returns the target of a path.
  ///
  /// If the path doesn't exist, returns the target of the longest part of it that exists.
  private static func nearest(_ path: String) -> String? {
    guard !path.utf8.contains(0) else { return nil }
    var rest = path[...]
    while !rest.isEmpty {
      if let real = Folder.resolved(String(rest)) { return real }
      // A cycle of links has no target.
      guard errno == ENOENT || errno == ENOTDIR else { return nil }
      guard let slash = rest.lastIndex(of: "/") else { break }
      rest = slash == rest.startIndex ? (rest.count == 1 ? "" : "/") : rest[..<slash]
    }
    return Folder.resolved(".")
  }
}
