import CLibrary
import MockData
import MockPlatform
import MockRecording

/// The destination of an import: the script, and the files next to it.
struct ImportTarget {
  private let target: OutputTarget
  /// The folder of the script; nil for standard output.
  private let folder: String?
  /// The script's name without its extension, which is the prefix for the names of its files.
  let scriptName: String

  /// Creates the target for `--output`.
  ///
  /// In a folder, the script is named after the imported file.
  init(_ output: String, for source: ImportSource) {
    let name = Self.stem(of: source.source.name)
    guard case .file(let path) = OutputTarget(output) else {
      (target, folder, scriptName) = (.standardOutput, nil, name)
      return
    }
    let isFolder = (try? FileStatus(path: path))?.isFolder ?? path.hasSuffix("/")
    let file = isFolder ? path + (path.hasSuffix("/") ? "" : "/") + name + ".lua" : path
    target = .file(path: file)
    folder = FilePath.folder(of: file)
    scriptName = Self.stem(of: file)
  }

  /// Returns the stem of a path, such as `checkout` for `recordings/checkout.har`, with only valid characters for a
  /// file name.
  private static func stem(of path: String) -> String {
    let name = FilePath.name(of: path)
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let plain = stem.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" }
    return plain.isEmpty ? "imported" : String(plain)
  }

  /// Writes the files and then the script.
  ///
  /// If an error occurs, new files are removed.
  func write(
    _ script: ImportedScript, readFrom source: ScriptSource
  ) throws(CommandFailure) {
    guard !script.files.isEmpty else {
      return try target.write(ScriptWriter.text(of: script), readFrom: source)
    }
    guard let folder else {
      throw .needsFolder(files: script.files.count, source: source.name)
    }
    var written: [String] = []
    do throws(CommandFailure) {
      for file in script.files {
        let path = "\(folder)/\(file.path)"
        try rethrowing(
          as: CommandFailure.unwritable, file.makeFolders(in: folder, &written))
        if !FileStatus.exists(at: path) { written.append(path) }
        try OutputTarget.file(path: path).write(file.bytes)
      }
      try target.write(ScriptWriter.text(of: script), readFrom: source)
    } catch {
      // `remove` only removes empty folders.
      for path in written.reversed() { remove(path) }
      throw error
    }
  }

  func json(of script: ImportedScript, from source: ScriptSource) throws(CommandFailure) -> String {
    guard script.files.isEmpty else {
      throw .needsFolder(files: script.files.count, source: source.name)
    }
    return try JSONResult.text([
      "script": .string(ScriptWriter.text(of: script)),
      "notes": .array(script.notes.map(\.value)),
    ])
  }
}
