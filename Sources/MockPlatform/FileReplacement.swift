internal import CLibrary

/// Puts a new text in a regular file's place, whole or not at all.
///
/// The text goes to a temporary file in the same folder, which is then renamed: a reader sees the old file
/// or the new one, and a full disk leaves the old one.
package struct FileReplacement {
  /// The file itself, behind any symbolic links.
  private let path: String

  /// The file that is there now.
  private let current: FileStatus?

  package init(path: String, replacing current: FileStatus?) throws(SystemError) {
    // A rename needs no permission on the file, so what is write-protected has to be asked for.
    if current != nil, access(path, W_OK) != 0 { throw .last }
    self.path = try Self.followingLinks(path)
    self.current = current
  }

  /// Writes the bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    let folder = FilePath.folder(of: path)
    let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
    let temporary = "\(folder)/.mocklua-\(suffix)"
    try withSignalsBlocked { () throws(SystemError) in
      let descriptor = try Descriptor(creating: temporary)
      do throws(SystemError) {
        try fill(descriptor, with: bytes)
        guard rename(temporary, path) == 0 else { throw .last }
      } catch {
        unlink(temporary)
        throw error
      }
    }
    // The rename itself is on the disk when the folder is; not every file system can promise that.
    if let descriptor = try? Descriptor(reading: folder) {
      try? descriptor.synchronize()
      try? descriptor.close()
    }
  }

  private func fill(_ descriptor: Descriptor, with bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      if let current {
        // Only the superuser may give files away; for anybody else the new file stays theirs.
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

  /// Keeps Ctrl-C from leaving the temporary file behind; it takes effect right afterwards.
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

  /// The path behind symbolic links, also of a link to a file that isn't there yet.
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
