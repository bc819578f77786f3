package import CLibrary

/// Splits paths into their parts.
package enum FilePath {
  /// Returns the folder that contains the last part of a path, or `.` for a name without a folder.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func name(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  /// Returns whether a path is below a folder; both must be absolute, without links and dots.
  package static func isBelow(_ path: String, _ folder: String) -> Bool {
    path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  /// Returns the path of a file relative to a folder, such as `../scripts/login.lua`.
  ///
  /// The file must exist. If the folder doesn't exist, the file's path is returned unchanged.
  package static func path(of file: String, from folder: String) -> String {
    guard let start = Folder.resolved(folder), let home = Folder.resolved(Self.folder(of: file))
    else { return file }
    let (from, to) = (start.split(separator: "/"), home.split(separator: "/"))
    let common = zip(from, to).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: from.count - common) + to[common...].map(String.init)
    return (steps + [name(of: file)]).joined(separator: "/")
  }
}

/// The status of a file, after following symbolic links.
package struct FileStatus {
  private let status: stat

  package init(path: String) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    self.status = status
  }

  package init(descriptor: Int32) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    self.status = status
  }

  package static func exists(at path: String) -> Bool { (try? FileStatus(path: path)) != nil }

  package var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }

  package var isRegularFile: Bool { status.st_mode & S_IFMT == S_IFREG }

  package var permissions: mode_t { status.st_mode & 0o7777 }

  package var owner: uid_t { status.st_uid }

  package var group: gid_t { status.st_gid }

  /// Returns whether both statuses describe the same file, even if it has several paths.
  package func isSameFile(as other: FileStatus) -> Bool {
    status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
  }
}

/// Lists and creates folders, and resolves paths.
package enum Folder {
  /// Returns the names in a folder, unsorted and without `.` and `..`.
  ///
  /// If the folder can't be read, the list is empty.
  package static func names(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Creates a folder and its parent folders, unless they exist.
  package static func make(_ path: String, permissions: mode_t = 0o777) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      mkdir(String(path[..<end]), permissions)
    }
  }

  /// The working directory, or `.` if the system can't determine it.
  package static var current: String { resolved(".") ?? "." }

  /// Returns an absolute path without links and dots, or nil if the path doesn't exist.
  package static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the project folder of a file: the nearest git repository, or otherwise the nearest package.
  ///
  /// The path must be absolute. The result has no slash at the end.
  package static func project(of path: String) -> String? {
    for sign in [".git", "Package.swift"] {
      var folder = path[...]
      while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
        folder = folder[..<slash]
        if access("\(folder)/\(sign)", F_OK) == 0 { return String(folder) }
      }
    }
    return nil
  }
}

/// Opens files whose names come from other users or programs.
///
/// It never waits for the other end of a FIFO, and never reads a device, which might never end.
package enum RegularFile {
  package enum Opened {
    /// The descriptor of an open file.
    ///
    /// Child processes don't inherit it.
    case file(Int32)
    /// The value of `errno`; `EISDIR` for a folder.
    case failed(Int32)
    /// The kind of a file that isn't regular, such as `a FIFO`.
    case other(kind: String)
  }

  /// If ``ReadingBorder`` is set, the file must be within its folder.
  package static func open(_ path: String) -> Opened {
    do throws(SystemError) {
      try ReadingBorder.check(path)
    } catch {
      return .failed(error.code)
    }
    // A file of another kind isn't even opened, because the writer of a FIFO would notice.
    var status = stat()
    guard stat(path, &status) == 0 else { return .failed(errno) }
    if let refusal = refusal(status) { return refusal }
    let descriptor = CLibrary.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return .failed(errno) }
    // Another file may have taken its place by now.
    let refusal = fstat(descriptor, &status) == 0 ? refusal(status) : .failed(errno)
    do throws(SystemError) {
      guard let refusal else {
        try ReadingBorder.check(descriptor, openedAs: path)
        return .file(descriptor)
      }
      close(descriptor)
      return refusal
    } catch {
      close(descriptor)
      return .failed(error.code)
    }
  }

  private static func refusal(_ status: stat) -> Opened? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: .failed(EISDIR)
    case S_IFIFO: .other(kind: "a FIFO")
    case S_IFSOCK: .other(kind: "a socket")
    case S_IFCHR: .other(kind: "a character device")
    case S_IFBLK: .other(kind: "a block device")
    default: .other(kind: "a file of an unknown kind")
    }
  }
}

/// Replaces the contents of a regular file atomically.
///
/// The new contents are written to a temporary file in the same folder, which is then renamed. A reader sees either the
/// old file or the new one. If the disk is full, the old file survives.
package struct FileReplacement {
  /// The path of the file itself, after symbolic links were followed.
  private let path: String

  /// The status of the existing file; nil if the file doesn't exist.
  private let current: FileStatus?

  /// The permissions of a new file; the umask applies to them.
  private let permissions: mode_t

  package init(
    path: String, replacing current: FileStatus?, permissions: mode_t = 0o666
  ) throws(SystemError) {
    // A rename requires no permission on the file itself, so check for write protection.
    if current != nil, access(path, W_OK) != 0 { throw .last }
    self.path = try Self.followingLinks(path)
    self.current = current
    self.permissions = permissions
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    let folder = FilePath.folder(of: path)
    let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
    let temporary = "\(folder)/.mocklua-\(suffix)"
    try withSignalsBlocked { () throws(SystemError) in
      let descriptor = try Descriptor(creating: temporary, permissions: permissions)
      do throws(SystemError) {
        try fill(descriptor, with: bytes)
        guard rename(temporary, path) == 0 else { throw .last }
      } catch {
        unlink(temporary)
        throw error
      }
    }
    // Flushing the folder makes the rename durable. Not all file systems support it.
    if let descriptor = try? Descriptor(reading: folder) {
      try? descriptor.synchronize()
      try? descriptor.close()
    }
  }

  private func fill(_ descriptor: Descriptor, with bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      if let current {
        // Only the superuser can change the owner of a file. Any other user who replaces the file owns the new one.
        _ = fchown(descriptor.number, current.owner, current.group)
        guard fchmod(descriptor.number, current.permissions) == 0 else { throw .last }
      }
      try descriptor.write(bytes)
      try descriptor.synchronize()
    } catch {
      try? descriptor.close()
      throw error
    }
    try descriptor.close()
  }

  /// Delays signals until `body` has ended, so that Ctrl-C doesn't leave the temporary file behind.
  private func withSignalsBlocked(
    _ body: () throws(SystemError) -> Void
  ) throws(SystemError) {
    var blocked = sigset_t()
    var previous = sigset_t()
    sigemptyset(&blocked)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&blocked, signal) }
    sigprocmask(SIG_BLOCK, &blocked, &previous)
    defer { sigprocmask(SIG_SETMASK, &previous, nil) }
    try body()
  }

  /// A link may lead to a file that doesn't exist yet.
  private static func followingLinks(_ path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = linkTarget(of: path) else { return path }
      path = target.hasPrefix("/") ? target : "\(FilePath.folder(of: path))/\(target)"
    }
    throw SystemError(ELOOP)
  }

  private static func linkTarget(of path: String) -> String? {
    let characters = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = max(0, readlink(path, start, buffer.count))
    }
    guard !characters.isEmpty else { return nil }
    return String(decoding: characters.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
