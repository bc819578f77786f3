#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

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
    guard number >= 0 else { throw Failure(.unreadableFile(reason: Self.lastReason)) }
    defer { close(number) }
    var status = stat()
    guard fstat(number, &status) == 0 else {
      throw Failure(.unreadableFile(reason: Self.lastReason))
    }
    size = Int(status.st_size)
    if let problem = Self.problem(
      mode: status.st_mode, owner: status.st_uid, reader: geteuid(), size: size, limit: limit)
    {
      throw Failure(problem, size: size)
    }
    bytes = try Self.read(number, size: size, limit: limit)
  }

  /// Why a file is not read.
  struct Failure: Error {
    let problem: MockTransportProblem
    let size: Int?

    init(_ problem: MockTransportProblem, size: Int? = nil) {
      self.problem = problem
      self.size = size
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

  private static func read(
    _ number: Int32, size: Int, limit: Int
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var status = 1
    // It may grow while it is read.
    while status > 0, bytes.count <= limit {
      let room = max(64 << 10, size - bytes.count + 1)
      bytes += [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        repeat { status = systemRead(number, buffer) } while status < 0 && errno == EINTR
        filled = max(0, status)
      }
    }
    guard status >= 0 else { throw Failure(.unreadableFile(reason: lastReason), size: size) }
    guard bytes.count <= limit else { throw Failure(.tooLarge(limit: limit), size: bytes.count) }
    return bytes
  }

  private static func systemRead(
    _ number: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    #if canImport(Darwin)
      Darwin.read(number, buffer.baseAddress, buffer.count)
    #elseif canImport(Glibc)
      Glibc.read(number, buffer.baseAddress, buffer.count)
    #else
      Musl.read(number, buffer.baseAddress, buffer.count)
    #endif
  }

  private static var lastReason: String {
    let code = errno
    return strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
