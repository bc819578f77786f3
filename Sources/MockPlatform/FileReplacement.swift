internal import CLibrary

/// Replaces the contents of a regular file atomically.
///
/// The new contents are written to a temporary file in the same folder, which is then renamed. A reader sees either the
/// old file or the new one. If the disk is full, the old file survives.
package struct FileReplacement {
  /// The path of the file itself, after symbolic links were followed.
  private let path: String

  /// The status of the existing file; nil if the file doesn't exist.
  private let current: FileStatus?

  package init(path: String, replacing current: FileStatus?) throws(SystemError) {
    // A rename requires no permission on the file itself, so check for write protection.
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

  /// Returns the path after following symbolic links.
  ///
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
