internal import CLibrary

/// A folder outside of which this process reads no file, once one is set; symbolic links are followed before a path is
/// compared.
///
/// It belongs to the process, so that it holds for whatever reads a file by whatever name: a script, a module that
/// the script requires, a fixture. It is there for a process that does what others ask, who may read the folder alone.
package enum ReadingBorder {
  private static let folder = Locked<String?>(nil, isLeaf: true)

  /// Sets the folder, for good.
  ///
  /// - Throws: `SystemError` where it is no folder.
  package static func set(_ path: String) throws(SystemError) {
    guard let real = resolved(path) else { throw .last }
    var status = stat()
    guard stat(real, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError(ENOTDIR) }
    folder.withLock { $0 = real }
  }

  /// Whether there is one.
  static var isSet: Bool { folder.withLock { $0 != nil } }

  /// Refuses a path outside of the folder; whether there is something stays unsaid then.
  ///
  /// - Throws: `SystemError.outsideFolder`.
  package static func check(_ path: String) throws(SystemError) {
    guard let folder = folder.withLock({ $0 }) else { return }
    guard nearest(path).map({ isWithin($0, folder) }) ?? false else { throw .outsideFolder }
  }

  /// Refuses an open file that is another one than the path within the folder leads to.
  static func check(_ descriptor: Int32, openedAs path: String) throws(SystemError) {
    guard let folder = folder.withLock({ $0 }) else { return }
    // Between a look at a path and its opening somebody may have replaced a link.
    var (opened, found) = (stat(), stat())
    guard let real = resolved(path), isWithin(real, folder), fstat(descriptor, &opened) == 0,
      lstat(real, &found) == 0, opened.st_dev == found.st_dev, opened.st_ino == found.st_ino
    else { throw .outsideFolder }
  }

  private static func isWithin(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  /// Where a path leads, or what is there of it.
  private static func nearest(_ path: String) -> String? {
    guard !path.utf8.contains(0) else { return nil }
    var rest = path[...]
    while !rest.isEmpty {
      if let real = resolved(String(rest)) { return real }
      // What a link leads to that has no end is nowhere.
      guard errno == ENOENT || errno == ENOTDIR else { return nil }
      guard let slash = rest.lastIndex(of: "/") else { break }
      rest = slash == rest.startIndex ? (rest.count == 1 ? "" : "/") : rest[..<slash]
    }
    return resolved(".")
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
