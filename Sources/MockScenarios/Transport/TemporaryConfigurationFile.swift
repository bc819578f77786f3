internal import CLibrary
internal import MockServices

/// A file for one configuration that only this user can read.
///
/// It is locked as long as this process wants it, and a lock goes with its process, however that ends. So a
/// file that nobody has locked was left behind by a process that crashed, and ``sweep(_:)`` removes it.
struct TemporaryConfigurationFile: Sendable {
  /// Its path.
  let path: String
  /// Holds the lock.
  private let descriptor: Int32

  /// What all names begin with.
  private static let prefix = "mock-service-config-"
  private static let suffix = ".json"

  /// The system refused to write the file, for the reason that this `errno` stands for.
  struct Failure: Error {
    let folder: String
    let code: Int32

    /// The reason in the system's words.
    var reason: String { SystemError(code).description }
  }

  /// Writes a new file.
  ///
  /// - Parameters:
  ///   - bytes: Its content.
  ///   - folder: Where it goes.
  /// - Throws: What the system refused.
  init(_ bytes: [UInt8], in folder: String) throws(Failure) {
    func failure() -> Failure { Failure(folder: folder, code: errno) }
    while true {
      let name = String(UInt64.random(in: .min ... .max), radix: 36)
      let path = "\(folder)/\(Self.prefix)\(name)\(Self.suffix)"
      // Never a file or a link that is there already.
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw failure() }
      var status = stat()
      let isLocked = Self.lock(descriptor)
      // Where a file system has no locks, nobody sweeps either.
      let isSwept = !isLocked && errno == EWOULDBLOCK
      let isKnown = fstat(descriptor, &status) == 0
      if isSwept || isKnown && status.st_nlink == 0 {
        unlink(path)
        close(descriptor)
        continue
      }
      // Whatever the umask says.
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

  /// Removes the files in a folder that processes of this user have left behind.
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

  /// Locks an open file; false where somebody else has.
  private static func lock(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }
}
