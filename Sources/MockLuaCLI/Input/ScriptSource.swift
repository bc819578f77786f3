import CLibrary
import MockConfiguration
import MockData
import MockLua
import MockPlatform
import MockRecording

/// A script's text, and where it came from.
struct ScriptSource {
  /// The text, without a byte order mark.
  let text: String

  /// The name that messages show: the path as it was given, or `stdin`.
  let name: String

  /// The folder beside which modules and fixtures are found.
  let directory: String

  /// The file that was read.
  let status: FileStatus

  /// The longest script, in bytes: enough for any that people write, and an end for `/dev/zero`.
  private static let limit = 64 << 20

  /// Reads a script once, so that pipes work as well as files.
  ///
  /// - Parameters:
  ///   - path: A path, or `-` for standard input.
  ///   - readsStandardInput: Whether the command would take `-` here, which a message advises then.
  ///   - isWatched: Whether it will be read again when it changes, as only a regular file can be; false by default.
  /// - Returns: The source.
  /// - Throws: `CommandFailure.unreadable` with what is wrong.
  static func read(
    _ path: String, readsStandardInput: Bool = true, isWatched: Bool = false
  ) throws(CommandFailure) -> ScriptSource {
    let isStandardInput = path == "-"
    let name = isStandardInput ? "stdin" : path
    do throws(MockConfigurationError) {
      try ProjectFile.apply(toFolder: isStandardInput ? "." : FilePath.folder(of: path))
    } catch {
      throw .configuration(error)
    }
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
      if error.code == EISDIR { throw .folder }
      if let path, error.code == ENOENT, FileStatus.exists(at: path + ".lua") {
        throw .missing(nearest: path + ".lua")
      }
      throw .system(error)
    }
  }

  private static func text(of bytes: [UInt8]) throws(ScriptProblem) -> String {
    guard bytes.count <= limit else { throw .tooLong(limit: limit) }
    guard !bytes.starts(with: Array("\u{1B}Lua".utf8)) else { throw .binary }
    do throws(TextProblem) {
      return try String(text: bytes)
    } catch {
      // Text may hold a NUL or bytes of another encoding, and data both.
      if case .nulByte = error, String(validUTF8: bytes) == nil { throw .binary }
      throw .encoding(error)
    }
  }
}

extension ScriptSource {
  /// Loads the script.
  func scenario(_ options: ScenarioOptions) throws(CommandFailure) -> LuaScenario {
    do throws(ScenarioError) {
      return try LuaScenario.load(source: text, name: name, directory: directory, options: options)
    } catch {
      throw .mistakes(error)
    }
  }
}
