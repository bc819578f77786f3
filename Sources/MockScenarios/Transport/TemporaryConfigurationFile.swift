internal import CLibrary
internal import MockServices

/// A file with one configuration that only this user can read.
///
/// This process locks the file for as long as the file is needed. The lock ends with the process, even after a crash.
/// If a file isn't locked, a process that crashed has left it behind, and ``sweep(_:)`` removes it.
struct TemporaryConfigurationFile: Sendable {
  /// The path of the file.
  let path: String
  /// The descriptor that holds the lock.
  private let descriptor: Int32

  /// The prefix of all file names.
  private static let prefix = "mock-service-config-"
  private static let suffix = ".json"

  /// The error for a file that can't be written, with the `errno` value.
  struct Failure: Error {
    let folder: String
    let code: Int32

    /// The system's description of the error.
    var reason: String { SystemError(code).description }
  }

  /// Writes a new file.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - folder: The folder of the file.
  /// - Throws: `Failure` if the file can't be written.
  init(_ bytes: [UInt8], in folder: String) throws(Failure) {
    func failure() -> Failure { Failure(folder: folder, code: errno) }
    while true {
      let name = String(UInt64.random(in: .min ... .max), radix: 36)
      let path = "\(folder)/\(Self.prefix)\(name)\(Self.suffix)"
      // `O_EXCL` and `O_NOFOLLOW` make sure that no existing file or link is opened.
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw failure() }
      var status = stat()
      let isLocked = Self.lock(descriptor)
      // If a file system doesn't support locks, no process sweeps its files.
      let isSwept = !isLocked && errno == EWOULDBLOCK
      let isKnown = fstat(descriptor, &status) == 0
      if isSwept || isKnown && status.st_nlink == 0 {
        unlink(path)
        close(descriptor)
        continue
      }
      // Sets the permissions regardless of the umask.
      guard isKnown, fchmod(descriptor, 0o600) == 0,
        (try? Descriptor(number: descriptor).write(bytes)) != nil
      else {
        let failure = failure()
        unlink(path)
        close(descriptor)
        throw failure
      }
      (self.path, self.descriptor) = (path, descriptor)
      return
    }
  }

  /// Removes the file.
  func remove() {
    unlink(path)
    close(descriptor)
  }

  /// Removes the files in a folder that were left behind by processes of this user.
  static func sweep(_ folder: String) {
    for name in Folder.names(in: folder) where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let path = "\(folder)/\(name)"
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), lock(descriptor)
      {
        unlink(path)
      }
      close(descriptor)
    }
  }

  /// Locks an open file, or returns false if another process has locked it.
  private static func lock(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }
}
