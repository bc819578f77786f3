internal import MockServices

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

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
    var reason: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
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
      guard isKnown, fchmod(descriptor, 0o600) == 0, Self.write(bytes, to: descriptor) else {
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
    for name in names(in: folder) where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
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

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, part.baseAddress, part.count)
        #elseif canImport(Glibc)
          let count = Glibc.write(descriptor, part.baseAddress, part.count)
        #else
          let count = Musl.write(descriptor, part.baseAddress, part.count)
        #endif
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }
}
