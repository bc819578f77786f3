import CLibrary
import MockConfiguration
import MockData
import MockLua
import MockPlatform
import MockRecording

/// The text of a script, with its origin.
struct ScriptSource {
  /// The text, without a byte order mark.
  let text: String

  /// The name in messages: the path as specified, or `stdin`.
  let name: String

  /// The folder relative to which modules and fixtures are found.
  let directory: String

  let status: FileStatus

  /// The maximum size of a script, in bytes: enough for any handwritten script, and a limit for `/dev/zero`.
  private static let limit = 64 << 20

  /// Reads a script once, so that pipes are supported too.
  ///
  /// The path `-` is standard input, which messages suggest if `readsStandardInput` is true. A watched file will be read
  /// again after changes, so it must be a regular file.
  static func read(
    _ path: String, readsStandardInput: Bool = true, isWatched: Bool = false
  ) throws(CommandFailure) -> ScriptSource {
    let isStandardInput = path == "-"
    let name = isStandardInput ? "stdin" : path
    try rethrowing(
      as: CommandFailure.configuration,
      ProjectFile.apply(toFolder: isStandardInput ? "." : FilePath.folder(of: path)))
    do throws(ScriptProblem) {
      let (bytes, status) = try contents(
        of: isStandardInput ? nil : path, isWatched: isWatched)
      let directory = isStandardInput ? "." : FilePath.folder(of: path)
      let text = try text(of: bytes)
      SourceTexts.shared.remember(text, as: name)
      return ScriptSource(text: text, name: name, directory: directory, status: status)
    } catch .system(let error, _) {
      throw .unreadable(path: name, .system(error, readsStandardInput: readsStandardInput))
    } catch {
      throw .unreadable(path: name, error)
    }
  }

  private static func contents(
    of path: String?, isWatched: Bool
  ) throws(ScriptProblem) -> ([UInt8], FileStatus) {
    let opened = isWatched ? path.map(RegularFile.open) : nil
    if case .other(let kind) = opened { throw .notRegular(kind: kind) }
    do throws(SystemError) {
      let descriptor: Descriptor
      switch opened {
      case .file(let number): descriptor = Descriptor(number: number)
      case .failed(let code): throw SystemError(code)
      case .other, nil: descriptor = try path.map(Descriptor.init(reading:)) ?? .standardInput
      }
      defer { if path != nil { try? descriptor.close() } }
      let status = try FileStatus(descriptor: descriptor.number)
      guard !status.isFolder else { throw SystemError(EISDIR) }
      return (try descriptor.readAll(limit: limit + 1), status)
    } catch {
      if error.code == EISDIR { throw .folder(example: path.flatMap(firstScript)) }
      if let path, error.code == ENOENT, FileStatus.exists(at: path + ".lua") {
        throw .missing(nearest: path + ".lua")
      }
      throw .system(error)
    }
  }

  private static func firstScript(in folder: String) -> String? {
    guard folder != ".", !folder.hasSuffix("/.") else { return nil }
    let name = FolderListing.entries(of: folder).first { $0.hasSuffix(".lua") }
    return name.map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
  }

  private static func text(of bytes: [UInt8]) throws(ScriptProblem) -> String {
    guard bytes.count <= limit else { throw .tooLong(limit: limit) }
    guard !bytes.starts(with: Array("\u{1B}Lua".utf8)) else { throw .binary }
    do throws(TextProblem) {
      return try String(text: bytes)
    } catch {
      // Text can contain a NUL or bytes of another encoding, but only binary data contains both.
      if case .nulByte = error, String(validUTF8: bytes) == nil { throw .binary }
      throw .encoding(error)
    }
  }
}

extension ScriptSource {
  /// Whether the text is a configuration instead of a script.
  ///
  /// A file with the extension `.json` is a configuration, and so is any text that begins with `{`, since no script
  /// does.
  var isConfiguration: Bool {
    name.lowercased().hasSuffix(".json") || text.first { !$0.isWhitespace } == "{"
  }

  /// Reads a script once, for a command that doesn't support configurations.
  static func readScript(
    _ path: String, readsStandardInput: Bool = true
  ) throws(CommandFailure) -> ScriptSource {
    let source = try read(path, readsStandardInput: readsStandardInput)
    guard !source.isConfiguration else { throw .unreadable(path: source.name, .configuration) }
    return source
  }

  func scenario(_ options: ScenarioOptions) throws(CommandFailure) -> LuaScenario {
    try rethrowing(
      as: CommandFailure.scenarioError,
      LuaScenario.load(source: text, name: name, directory: directory, options: options))
  }
}

enum FolderListing {
  /// Returns the sorted names, with a slash after the names of folders; empty if the folder can't be read.
  static func entries(of path: String) -> [String] {
    Folder.names(in: path).map { name in
      let isFolder = (try? FileStatus(path: "\(path)/\(name)"))?.isFolder ?? false
      return isFolder ? name + "/" : name
    }.sorted()
  }
}

extension FileStatus {
  static func checkFolder(at path: String) throws(CommandFailure) {
    do throws(SystemError) {
      guard try FileStatus(path: path).isFolder else { throw SystemError(ENOTDIR) }
    } catch {
      throw .noFolder(path: path, error)
    }
  }
}
