internal import CLibrary
internal import MockPlatform

/// A file that hands a configuration over, as its reader sees it.
///
/// Everything is asked of the opened file and not of its name, so that nobody can exchange it in between.
/// Symbolic links are followed: what counts is whom the file behind them belongs to.
struct ConfigurationFile {
  /// The size in bytes when the file was opened.
  let size: Int
  /// Its content.
  let bytes: [UInt8]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - limit: The most bytes that it may have.
  /// - Throws: What is wrong, with the size where it is known.
  init(path: String, limit: Int) throws(Failure) {
    guard !path.isEmpty else { throw Failure(.noFileName) }
    // A pipe would otherwise keep the app waiting for a writer.
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
      // It may grow while it is read.
      bytes = try Descriptor(number: number).readAll(limit: limit + 1)
    } catch {
      throw Failure(error, size: size)
    }
    guard bytes.count <= limit else { throw Failure(.tooLarge(limit: limit), size: bytes.count) }
  }

  /// Why a file is not read.
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

  /// What is wrong with a file by what the system says of it; nil for nothing.
  static func problem(
    mode: mode_t, owner: uid_t, reader: uid_t, size: Int, limit: Int
  ) -> MockTransportProblem? {
    guard mode & S_IFMT == S_IFREG else { return .notAFile }
    // The superuser may read for others, and others may read what the superuser hands out.
    guard owner == reader || owner == 0 || reader == 0 else { return .foreignFile }
    guard mode & S_IWOTH == 0 else { return .writableFile }
    return size > limit ? .tooLarge(limit: limit) : nil
  }
}
