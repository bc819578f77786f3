internal import CLibrary
internal import MockServices

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A file that contains a configuration and that only this user can read.
///
/// This process locks the file as long as the file is needed. When the process ends, even in a crash, the lock ends
/// too. If a file isn't locked, a process that crashed has left it behind, and ``sweep(_:)`` removes it.
struct TemporaryConfigurationFile: Sendable {
  let path: String
  /// The descriptor that holds the lock.
  private let descriptor: Int32

  private static let prefix = "mock-service-config-"
  private static let suffix = ".json"

  /// The error for a file that can't be written, with the `errno` value.
  struct Failure: Error, CustomStringConvertible {
    let folder: String
    let code: Int32

    /// The failure as `problem; what to do`.
    var description: String {
      let reason = SystemError(code)
      return
        "the configuration is too long for an environment variable, and a file cannot be created in "
        + "`\(folder.escapedPath)`: \(reason); make room there, or name another folder in `TMPDIR`"
    }
  }

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

/// The files in which this process passes configurations to apps.
///
/// Each app has one file, which is kept as long as the app may be launched with it: until the app is configured again
/// or deallocated, or until this process ends. The app itself never removes the file. If this process is killed, the
/// next process removes the files when it writes its own first file.
enum TemporaryConfigurationFiles {
  private static let files = AppValues<TemporaryConfigurationFile>()
  /// The process that removes the files when it ends; nil before the first file.
  ///
  /// A process forked from it must not remove them.
  private static let owner = Locked<Int32?>(nil)

  static var folder: String { FileManager.default.temporaryDirectory.path }

  /// Replaces the app's previous file, and returns the path of the new one.
  ///
  /// If the file can't be written, the app keeps its previous file.
  static func write(
    _ bytes: [UInt8], for app: some LaunchEnvironmentCarrying
  ) throws(TemporaryConfigurationFile.Failure) -> String {
    let folder = folder
    let isFirst = owner.withLock { owner in
      defer { owner = owner ?? getpid() }
      return owner == nil
    }
    if isFirst {
      TemporaryConfigurationFile.sweep(folder)
      atexit { TemporaryConfigurationFiles.removeAll() }
    }
    let file = try TemporaryConfigurationFile(bytes, in: folder)
    remove(for: app)
    files.add(file, for: app)
    return file.path
  }

  /// Removes the files of an app and of deallocated apps.
  static func remove(for app: some LaunchEnvironmentCarrying) {
    remove { $0 == nil || $0 === app }
  }

  /// Removes the files of deallocated apps.
  static func removeUnused() { remove { $0 == nil } }

  private static func removeAll() {
    if owner.withLock(\.self) == getpid() { remove { _ in true } }
  }

  private static func remove(where isUnwanted: ((any LaunchEnvironmentCarrying)?) -> Bool) {
    for file in files.remove(where: isUnwanted) { file.remove() }
  }
}
