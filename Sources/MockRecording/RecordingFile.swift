internal import CLibrary
internal import MockData
internal import MockLua
internal import MockPlatform

/// The file to which a recording is written, with its content at the start of the recording.
package struct RecordingFile: Sendable {
  package let path: String
  /// The file's bytes at the start; nil if the file didn't exist.
  private let before: [UInt8]?
  /// The bytes that were written, and the files next to the script that were created.
  private struct Written {
    var bytes: [UInt8]
    var files: Set<String>
  }

  // The content that was written last; nil if nothing was written. While a recording grows, it is written repeatedly.
  private let written = Locked<Written?>(nil)

  package struct Problem: Error, CustomStringConvertible {
    package var description: String
  }

  /// Reads a file.
  package init(path: String) {
    self.path = path
    before = Self.bytes(of: path)
  }

  /// The text of the file at the start; nil if the file didn't exist.
  package var text: String? { before.map { String(decoding: $0, as: UTF8.self) } }

  /// The file's name without extensions, which is the prefix for the names of the files next to it.
  package var stem: String {
    let stem = FilePath.name(of: path).prefix { $0 != "." }
    return stem.isEmpty ? "script" : String(stem)
  }

  /// Whether another path refers to the same file.
  package func isFile(at other: String) -> Bool {
    guard let here = try? FileStatus(path: path), let there = try? FileStatus(path: other) else {
      return path == other
    }
    return here.isSameFile(as: there)
  }

  /// At any time, the file has either its old or its new content.
  ///
  /// With `replaces`, the script replaces the existing content instead of being appended. `today` is written above the
  /// recorded responses, and their age is computed from it; nil if they weren't recorded today.
  ///
  /// - Throws: ``Problem`` if the file has changed in the meantime, or can't be read or written. The script then stays
  ///   unchanged.
  package func write(
    _ script: ImportedScript, replaces: Bool, today: RecordedDate? = .today
  ) throws(Problem) {
    let found = Self.bytes(of: path)
    guard found == before || written.withLock({ $0.map { $0.bytes == found } }) == true else {
      throw Problem(
        description:
          "`\(path.escapedPath)` has changed since the recording began, and wasn't overwritten; record again"
      )
    }
    guard found != nil || !FileStatus.exists(at: path) else {
      throw Problem(
        description:
          "`\(path.escapedPath)` cannot be read, and wasn't overwritten; make it readable")
    }
    var script = script
    var text: String
    if let before, !replaces {
      script.comments = []
      for index in script.services.indices {
        script.services[index].comments += [today?.comment].compactMap(\.self)
      }
      text = String(decoding: before, as: UTF8.self)
      if !text.hasSuffix("\n") { text += "\n" }
      text += "\n" + ScriptWriter.text(of: script)
    } else {
      script.comments += [today?.comment].compactMap(\.self)
      text = ScriptWriter.text(of: script)
    }
    let folder = FilePath.folder(of: path)
    do throws(UnwritablePath) {
      let last = written.withLock(\.self)
      var files: Set<String> = []
      var created: [String] = []
      for file in script.files {
        // The old script needs its files until the new script is written, so new files get new names.
        let name = Self.unusedPath(for: file, in: folder)
        if name != file.path {
          text = text.replacing(LuaText.string(file.path), with: LuaText.string(name))
        }
        let isNew = Self.bytes(of: "\(folder)/\(name)") == nil
        try ImportedFile(path: name, bytes: file.bytes).write(in: folder, &created)
        if isNew || last?.files.contains(name) == true { files.insert(name) }
      }
      let bytes = Array(text.utf8)
      try ImportedFile(path: FilePath.name(of: path), bytes: bytes).write(in: folder, &created)
      written.withLock { $0 = Written(bytes: bytes, files: files) }
      // Files that only the replaced script used are no longer needed.
      for name in last?.files.subtracting(files) ?? [] { remove("\(folder)/\(name)") }
    } catch {
      throw Problem(description: "`\(path.escapedPath)` cannot be written: \(error.error)")
    }
    if replaces { removeFixtures(unlessIn: text, from: folder) }
  }

  /// If a file with different content already exists at a path, a number is added.
  private static func unusedPath(for file: ImportedFile, in folder: String) -> String {
    let dot = file.path.lastIndex(of: ".") ?? file.path.endIndex
    func isUnused(_ path: String) -> Bool {
      bytes(of: "\(folder)/\(path)").map { $0 == file.bytes } ?? true
    }
    if isUnused(file.path) { return file.path }
    return (2...).lazy.map { "\(file.path[..<dot])-\($0)\(file.path[dot...])" }
      .first(where: isUnused) ?? file.path
  }

  /// Removes the files of the old recording that the new recording doesn't use.
  private func removeFixtures(unlessIn text: String, from folder: String) {
    guard let before else { return }
    let old = String(decoding: before, as: UTF8.self)
    let start = "fixtures/\(FilePath.name(of: path).prefix { $0 != "." })-"
    for part in old.split(separator: "\"") where part.hasPrefix(start) && !part.contains("..") {
      if !text.contains("\"\(part)\"") { unlink("\(folder)/\(part)") }
    }
  }

  private static func bytes(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
