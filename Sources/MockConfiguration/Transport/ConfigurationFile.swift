internal import CLibrary
internal import MockPlatform

/// A file from which a configuration is read.
///
/// All checks use the opened file rather than its name, so that the file can't be replaced between the
/// checks and the reading. Symbolic links are followed, and the owner of the target is checked.
struct ConfigurationFile {
  /// The size in bytes when the file was opened.
  let size: Int
  let bytes: [UInt8]

  init(path: String, limit: Int) throws(Failure) {
    guard !path.isEmpty else { throw Failure(.noFileName) }
    // `O_NONBLOCK`, because opening a pipe would otherwise wait for a writer.
    let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw Failure(SystemError.last) }
    defer { close(number) }
    var status = stat()
    guard fstat(number, &status) == 0 else { throw Failure(SystemError.last) }
    size = Int(status.st_size)
    if let problem = Self.problem(
      mode: status.st_mode, owner: status.st_uid, reader: geteuid(), size: size, limit: limit)
    {
      throw Failure(problem, size: size)
    }
    do throws(SystemError) {
      // The file may grow while it is being read.
      bytes = try Descriptor(number: number).readAll(limit: limit + 1)
    } catch {
      throw Failure(error, size: size)
    }
    guard bytes.count <= limit else { throw Failure(.tooLarge(limit: limit), size: bytes.count) }
  }

  struct Failure: Error {
    let problem: MockTransportProblem
    let size: Int?

    init(_ problem: MockTransportProblem, size: Int? = nil) {
      self.problem = problem
      self.size = size
    }

    init(_ error: SystemError, size: Int? = nil) {
      self.init(.unreadableFile(reason: error.description), size: size)
    }
  }

  /// Returns the problem of a file with the given attributes, or nil if it can be read.
  static func problem(
    mode: mode_t, owner: uid_t, reader: uid_t, size: Int, limit: Int
  ) -> MockTransportProblem? {
    guard mode & S_IFMT == S_IFREG else { return .notAFile }
    // The superuser may read other users' files, and other users may read the superuser's.
    guard owner == reader || owner == 0 || reader == 0 else { return .foreignFile }
    guard mode & S_IWOTH == 0 else { return .writableFile }
    return size > limit ? .tooLarge(limit: limit) : nil
  }
}
