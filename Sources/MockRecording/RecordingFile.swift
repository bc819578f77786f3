internal import CLibrary
internal import MockData
internal import MockLua
internal import MockPlatform

/// The file that a recording goes to, as it was when the recording began.
package struct RecordingFile: Sendable {
  package let path: String
  /// Its bytes then; nil where there was none.
  private let before: [UInt8]?
  /// What was written: the bytes, and the files beside them that were not there before.
  private struct Written {
    var bytes: [UInt8]
    var files: Set<String>
  }

  // What was written last, nil for nothing: a recording that grows is written again and again.
  private let written = Locked<Written?>(nil)

  /// Why nothing was written.
  package struct Problem: Error, CustomStringConvertible {
    package var description: String
  }

  /// Looks at a file.
  package init(path: String) {
    self.path = path
    before = Self.bytes(of: path)
  }

  /// What stood in it; nil where there was no file.
  package var text: String? { before.map { String(decoding: $0, as: UTF8.self) } }

  /// Whether it is the file at another path, under whatever names.
  package func isFile(at other: String) -> Bool {
    guard let here = try? FileStatus(path: path), let there = try? FileStatus(path: other) else {
      return path == other
    }
    return here.isSameFile(as: there)
  }

  /// Writes a script: the old file is there, or the new one.
  ///
  /// - Parameters:
  ///   - script: The script, with the files beside it.
  ///   - replaces: Whether it takes the place of what is there, and does not stand behind it.
  ///   - today: The day that stands above what was recorded, so that its age is known; nil for what was not recorded now.
  /// - Throws: ``Problem`` where the file has changed meanwhile, or cannot be read or written; the script has not changed
  ///   then.
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
        description: "`\(path.escapedPath)` cannot be read, and wasn't overwritten; make it readable")
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
    do throws(SystemError) {
      let last = written.withLock(\.self)
      var files: Set<String> = []
      for file in script.files {
        // Until the new script is there, the old one needs its own: what is new has a name of its own.
        let name = Self.unusedPath(for: file, in: folder)
        if name != file.path {
          text = text.replacing(LuaText.string(file.path), with: LuaText.string(name))
        }
        let isNew = Self.bytes(of: "\(folder)/\(name)") == nil
        try Self.makeFolders(for: name, in: folder)
        try Self.replace("\(folder)/\(name)", with: file.bytes)
        if isNew || last?.files.contains(name) == true { files.insert(name) }
      }
      let bytes = Array(text.utf8)
      try Self.replace(path, with: bytes)
      written.withLock { $0 = Written(bytes: bytes, files: files) }
      // Those of a script that this one replaces are nobody's any more.
      for name in last?.files.subtracting(files) ?? [] { remove("\(folder)/\(name)") }
    } catch {
      throw Problem(description: "`\(path.escapedPath)` cannot be written: \(error)")
    }
    if replaces { removeFixtures(unlessIn: text, from: folder) }
  }

  /// The path of a file, or the next that has a number, at which nothing or the same is.
  private static func unusedPath(for file: ImportedFile, in folder: String) -> String {
    let dot = file.path.lastIndex(of: ".") ?? file.path.endIndex
    var path = file.path
    var number = 2
    while let there = bytes(of: "\(folder)/\(path)"), there != file.bytes {
      path = "\(file.path[..<dot])-\(number)\(file.path[dot...])"
      number += 1
    }
    return path
  }

  /// Removes the files that the old recording had, and the new one does not name.
  private func removeFixtures(unlessIn text: String, from folder: String) {
    guard let before else { return }
    let old = String(decoding: before, as: UTF8.self)
    let start = "fixtures/\(FilePath.name(of: path).prefix { $0 != "." })-"
    for part in old.split(separator: "\"") where part.hasPrefix(start) && !part.contains("..") {
      if !text.contains("\"\(part)\"") { unlink("\(folder)/\(part)") }
    }
  }

  private static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    try FileReplacement(path: path, replacing: try? FileStatus(path: path)).write(bytes)
  }

  private static func makeFolders(for file: String, in folder: String) throws(SystemError) {
    var path = folder
    for part in file.split(separator: "/").dropLast() {
      path += "/\(part)"
      if mkdir(path, 0o777) != 0, errno != EEXIST { throw .last }
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
