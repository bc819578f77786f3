import CLibrary
import MockPlatform

/// The destination of a result.
enum OutputTarget {
  case standardOutput
  case file(path: String)

  /// Parses the target of `--output`; `-` is standard output.
  init(_ path: String) {
    self = path == "-" || path == "/dev/stdout" ? .standardOutput : .file(path: path)
  }

  /// The name in messages.
  var name: String {
    switch self {
    case .standardOutput: "standard output"
    case .file(let path): path
    }
  }

  /// Writes text completely, or fails without changing a regular file.
  ///
  /// The source is the script, which the result must not replace.
  func write(_ text: String, readFrom source: ScriptSource? = nil) throws(CommandFailure) {
    if case .file(let path) = self, let source, let status = try? FileStatus(path: path),
      status.isRegularFile, status.isSameFile(as: source.status)
    {
      throw .wouldReplaceScript(path: path)
    }
    try write(Array(text.utf8))
  }

  /// Writes bytes completely, or fails without changing a regular file.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    do throws(SystemError) {
      switch self {
      case .standardOutput: try Self.write(bytes, closing: .standardOutput)
      case .file(let path): try Self.write(bytes, toFile: path)
      }
    } catch {
      throw .unwritable(target: name, error)
    }
  }

  /// Creates a file; false if something with that name exists.
  static func create(_ path: String, _ text: String) throws(CommandFailure) -> Bool {
    do throws(SystemError) {
      let descriptor = try Descriptor(creating: path)
      do throws(SystemError) {
        try write(Array(text.utf8), closing: descriptor)
      } catch {
        remove(path)
        throw error
      }
      return true
    } catch {
      if error.code == EEXIST { return false }
      throw .unwritable(target: path, error)
    }
  }

  /// Checks that the file can be written, before the long work that produces its content.
  func check() throws(CommandFailure) {
    guard case .file(let path) = self, Self.descriptorNumber(of: path) == nil else { return }
    do throws(SystemError) {
      if let status = try Self.existingStatus(of: path), !status.isRegularFile {
        if status.isFolder { throw SystemError(EISDIR) }
        return
      }
      let folder = FilePath.folder(of: path)
      guard try FileStatus(path: folder).isFolder else { throw SystemError(ENOTDIR) }
      guard access(folder, W_OK) == 0 else { throw .last }
    } catch {
      throw .unwritable(target: name, error)
    }
  }

  private static func write(_ bytes: [UInt8], toFile path: String) throws(SystemError) {
    if let number = descriptorNumber(of: path) {
      return try write(bytes, closing: Descriptor(duplicating: number))
    }
    switch try existingStatus(of: path) {
    case let status? where status.isFolder: throw SystemError(EISDIR)
    case let status? where !status.isRegularFile:
      try write(bytes, closing: Descriptor(writing: path))
    case let status: try FileReplacement(path: path, replacing: status).write(bytes)
    }
  }

  private static func write(_ bytes: [UInt8], closing descriptor: Descriptor) throws(SystemError) {
    try descriptor.write(bytes)
    try descriptor.close()
  }

  /// Returns the number in `/dev/fd/3`.
  ///
  /// Opening that path again would lose the position in the file.
  private static func descriptorNumber(of path: String) -> Int32? {
    if path == "/dev/stderr" { return STDERR_FILENO }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }

  private static func existingStatus(of path: String) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(path: path)
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }
}

/// A temporary file that only this user can read.
struct TemporaryFile {
  let path: String

  /// The ending is the end of the file's name, such as `.html`.
  init(ending: String, holding text: String = "") throws(SystemError) {
    let folder = ProcessEnvironment().value(of: "TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/mocklua-XXXXXX\(ending)".utf8CString)
    let descriptor = mkstemps(&template, Int32(ending.utf8.count))
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw .last }
    let file = Descriptor(number: descriptor)
    do throws(SystemError) {
      try file.write(text)
      try file.close()
    } catch {
      remove()
      throw error
    }
  }

  func remove() { unlink(path) }
}
