import CLibrary
import MockData
import MockPlatform

/// The destination of a command's result and of its messages.
enum CommandOutput: Sendable {
  /// Standard output, and standard error for messages.
  case standard

  /// A transcript for the code that runs the command.
  case transcript(Transcript)

  /// Writes the whole result.
  func write(_ text: String) throws(CommandFailure) {
    switch self {
    case .standard: try OutputTarget.standardOutput.write(text)
    case .transcript(let transcript): transcript.add(Array(text.utf8))
    }
  }

  /// Writes the whole result to the target of `--output`, which can be a file.
  func write(
    _ text: String, to target: OutputTarget, readFrom source: ScriptSource
  ) throws(CommandFailure) {
    if case .standardOutput = target { return try write(text) }
    try target.write(text, readFrom: source)
  }

  /// Writes a part of the result, which can be followed by more parts.
  func write(part bytes: [UInt8]) throws(CommandFailure) {
    switch self {
    case .standard:
      try rethrowing(
        as: CommandFailure.unwritableOutput, Descriptor.standardOutput.write(bytes))
    case .transcript(let transcript): transcript.add(bytes)
    }
  }

  /// Writes a message that isn't part of the result.
  func tell(_ text: String) {
    switch self {
    case .standard: Descriptor.standardError.report(text)
    case .transcript(let transcript): transcript.tell(text)
    }
  }

  /// Whether `-` as a file name is standard input, so that messages can suggest it.
  var readsStandardInput: Bool {
    if case .standard = self { true } else { false }
  }

  /// Returns the style of a text result, or of messages on standard error.
  func style(_ color: ColorChoice, of stream: Descriptor = .standardOutput) -> MessageStyle {
    switch self {
    case .standard: MessageStyle(of: stream, color)
    case .transcript: .plain
    }
  }
}

/// The output of a command, for the code that runs it.
final class Transcript: Sendable {
  private struct Content {
    var result: [UInt8] = []
    var messages: [String] = []
    var omittedCount = 0
    var length = 0
  }

  /// The maximum number of bytes of a result to keep.
  let limit: Int
  private let content = Locked(Content())

  init(limit: Int) { self.limit = limit }

  /// The result; nil if it exceeds the limit.
  var result: String? {
    content.withLock { $0.length > limit ? nil : String(decoding: $0.result, as: UTF8.self) }
  }

  /// The number of bytes of the result, including those that weren't kept.
  var length: Int { content.withLock { $0.length } }

  /// The first hundred messages, followed by the number of omitted messages.
  var messages: [String] {
    content.withLock { content in
      content.omittedCount == 0
        ? content.messages : content.messages + ["... and \(content.omittedCount) more"]
    }
  }

  fileprivate func add(_ bytes: [UInt8]) {
    content.withLock { content in
      content.length += bytes.count
      if content.length <= limit { content.result += bytes } else { content.result = [] }
    }
  }

  fileprivate func tell(_ text: String) {
    content.withLock { content in
      if content.messages.count < 100 {
        content.messages.append(text.escaped(limit: 2000))
      } else {
        content.omittedCount += 1
      }
    }
  }
}

/// Writes values as JSON lines, with buffering.
///
/// A long line is written in pieces.
struct LineWriter {
  private static let capacity = 64 << 10

  private let output: CommandOutput
  private let writer = JSONWriter(style: .compact, escapesForTerminals: true)
  private var bytes: [UInt8] = []

  init(_ output: CommandOutput) { self.output = output }

  /// If the value can't be encoded, nothing is written.
  mutating func write(_ value: AnyCodableValue) throws(CommandFailure) {
    let writer = writer
    var failure: CommandFailure?
    do {
      try writer.check(value)
      try writer.write(.value(value)) { piece in
        guard failure == nil else { return }
        bytes += piece
        do throws(CommandFailure) {
          try flushIfFull()
        } catch {
          failure = error
        }
      }
    } catch {
      throw .unencodable(cause: error)
    }
    if let failure { throw failure }
    bytes.append(UInt8(ascii: "\n"))
    try flushIfFull()
  }

  private mutating func flushIfFull() throws(CommandFailure) {
    if bytes.count >= Self.capacity { try flush() }
  }

  mutating func flush() throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    try output.write(part: bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

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
