internal import CLibrary
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// The error for a file that a script requires, but that can't be used.
struct ScriptFileError: Error, CustomStringConvertible {
  let description: String
  /// The problem with the text of the file; nil if the file couldn't be read.
  private(set) var text: TextProblem?

  init(_ description: String) { self.description = description }

  init(_ text: TextProblem, path: String) {
    description = "`\(path.escapedPath)`, line \(text.line): \(text)"
    self.text = text
  }
}

/// Finds the modules and fixtures of a script, in its folder and on the search paths.
package struct ScriptFiles {
  /// The folder of the script; nil if it doesn't have one.
  var directory: String?
  var searchPaths: [String]
  /// The modules and fixtures that are embedded in a configuration.
  ///
  /// They take precedence over files.
  var embeddedModules: [String: (file: String, source: String)] = [:]
  var embeddedFixtures: [String: String] = [:]
  /// The embedded files that are read as bytes, as base64.
  var embeddedBytes: [String: String] = [:]

  package init(directory: String?, searchPaths: [String]) {
    self.directory = directory
    self.searchPaths = searchPaths
  }

  init(embeddedIn script: MockScript) {
    directory = nil
    searchPaths = []
    embeddedModules = script.modules.mapValues { ($0.file, $0.source) }
    embeddedFixtures = script.fixtures
    embeddedBytes = script.bytes
  }

  struct Module {
    /// The path as shown in messages.
    let path: String
    /// The path within the folder, such as `presets/primary.lua`.
    let file: String
    let source: String
  }

  func module(_ name: String) throws(ScriptFileError) -> Module {
    if let embedded = embeddedModules[name] {
      return Module(path: embedded.file, file: embedded.file, source: embedded.source)
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isNamed = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { $0.isModuleCharacter }
    }
    guard isNamed else {
      throw ScriptFileError(
        "`\(name.escaped)` isn't a module name; separate folders with dots, as in `presets.login`"
      )
    }
    let file = parts.joined(separator: "/") + ".lua"
    let path = try find(
      file, what: "module `\(name.escaped)`", hint: Self.suggestion(forModule: name))
    return Module(path: path, file: file, source: try Self.read(path))
  }

  /// Returns the suggestion for a module of Lua or of a package; nil for other names.
  private static func suggestion(forModule name: String) -> String? {
    if name.hasSuffix(".lua") {
      return "write `require \"\(name.dropLast(4).escaped)\"`, without `.lua`"
    }
    switch name {
    case "json", "base64", "string", "table", "math", "os", "utf8", "coroutine":
      return "remove the `require`, because `\(name)` is always available"
    case "cjson", "cjson.safe", "dkjson", "rapidjson", "lunajson":
      return "write `json.encode(value)` or `json.decode(text)`, without a `require`"
    default: return nil
    }
  }

  /// Returns the text of a fixture.
  func fixture(_ name: String) throws(ScriptFileError) -> String {
    if let embedded = embeddedFixtures[name] { return embedded }
    return try Self.read(try path(ofFixture: name), allowsNUL: true)
  }

  /// Returns the bytes of a fixture as base64.
  func bytes(_ name: String) throws(ScriptFileError) -> String {
    if let embedded = embeddedBytes[name] { return embedded }
    return try Self.readBytes(try path(ofFixture: name)).base64
  }

  private func path(ofFixture name: String) throws(ScriptFileError) -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.hasPrefix("/"), !parts.contains(".."), !name.utf8.contains(0) else {
      throw ScriptFileError(
        "fixture `\(name.escaped)` is outside the script's folder; put it next to the script")
    }
    return try find(name, what: "fixture `\(name.escaped)`")
  }

  private func find(
    _ file: String, what: String, hint: String? = nil
  ) throws(ScriptFileError) -> String {
    let folders = (directory.map { [$0] } ?? []) + searchPaths
    guard !folders.isEmpty else {
      throw ScriptFileError(
        "\(what) cannot be found, because the script has no folder; load the script from a file, or pass `directory:`"
      )
    }
    var tried: [String] = []
    for folder in folders {
      let path = folder == "." || folder.isEmpty ? file : "\(folder)/\(file)"
      tried.append(path)
      guard access(path, F_OK) == 0 else { continue }
      guard Self.isWithin(path, folder.isEmpty ? "." : folder) else {
        throw ScriptFileError(
          "\(what) is a link to a file outside of `\(folder.escapedPath)`; copy the file into this folder"
        )
      }
      return path
    }
    let list = tried.map { "`\($0.escapedPath)`" }.joined(separator: " or ")
    throw ScriptFileError(
      "\(what) was not found at \(list); \(hint ?? "put it there, or pass its folder with --path")")
  }

  /// Returns whether a path is within a folder, after all links are resolved.
  private static func isWithin(_ path: String, _ folder: String) -> Bool {
    guard let real = Folder.resolved(path), let root = Folder.resolved(folder) else { return false }
    return FilePath.isBelow(real, root)
  }

  static func read(_ path: String, allowsNUL: Bool = false) throws(ScriptFileError) -> String {
    let bytes = try readBytes(path)
    do throws(TextProblem) {
      return try String(text: bytes, allowsNUL: allowsNUL)
    } catch {
      throw ScriptFileError(error, path: path)
    }
  }

  private static func readBytes(_ path: String) throws(ScriptFileError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Descriptor(number: descriptor).readAll(limit: limit + 1)
    } catch {
      throw ScriptFileError(problem(path, error.code))
    }
    guard bytes.count <= limit else {
      throw ScriptFileError("`\(path.escapedPath)` is larger than 64 MiB; split it")
    }
    return bytes
  }

  private static let limit = 64 << 20

  private static func open(_ path: String) throws(ScriptFileError) -> Int32 {
    switch RegularFile.open(path) {
    case .file(let descriptor): return descriptor
    case .failed(let code): throw ScriptFileError(problem(path, code))
    case .other(let kind):
      throw ScriptFileError(
        "`\(path.escapedPath)` is \(kind), not a regular file; write its contents to a file")
    }
  }

  private static func problem(_ path: String, _ code: Int32) -> String {
    "`\(path.escapedPath)` cannot be read: \(SystemError(code))"
  }
}

extension UInt8 {
  fileprivate var isModuleCharacter: Bool { isASCIIWord || self == UInt8(ascii: "-") }
}

/// Finds the script of a test.
package enum ScriptPath {
  /// Finds a script next to a source file, in the working directory, or in the test bundle.
  ///
  /// - Throws: `ScenarioError` with the places that were searched, if the script wasn't found.
  package static func resolve(
    _ path: String, beside sourceFile: String
  ) throws(ScenarioError) -> String {
    if path.hasPrefix("/") { return path }
    if looksLikeScript(path) {
      let text =
        "the path looks like the source of a script; write `.scenario(source: ...)`, or `source:` instead of `path:`"
      throw ScenarioError([MockDiagnostic(error: text, at: nil, script: "script")])
    }
    let folder = FilePath.folder(of: sourceFile)
    let beside = "\(folder)/\(path)"
    if access(beside, F_OK) == 0 { return beside }
    if access(path, F_OK) == 0 { return path }
    if let resource = TestBundle.script(path) { return resource }
    let text =
      "the script was not found next to the test in `\(folder.escapedPath)`, in the working directory"
      + " `\(Folder.current.escapedPath)`, or in the test bundle; put it in one of them, or write its path"
      + " relative to one of them"
    throw ScenarioError([MockDiagnostic(error: text, at: nil, script: path)])
  }

  /// Returns the source if it looks like a path, such as `login.lua`, and otherwise nil.
  static func lookingLikePath(_ source: String) -> String? {
    let isOneWord =
      !source.isEmpty && source.utf8.count < 1000
      && !source.contains { $0.isWhitespace || "\"'(){}=".contains($0) }
    return isOneWord && [".lua", ".json"].contains(where: source.hasSuffix) ? source : nil
  }

  private static func looksLikeScript(_ path: String) -> Bool {
    path.contains("\n") || path.contains("{") && path.contains("}")
  }

  /// Returns text that is appended to the message about a missing file.
  ///
  /// It explains that a relative path is only looked up in the working directory. It is empty if the path is absolute
  /// or the file exists.
  static func missing(_ path: String) -> String {
    guard !path.hasPrefix("/"), access(path, F_OK) != 0 else { return "" }
    return
      "; the path is looked up in the working directory only, `\(Folder.current.escapedPath)`: `.scenario(path)` and"
      + " `ScenarioSession(path:)` also look next to the test's source file"
  }

  /// Returns the path of a file that may not exist.
  ///
  /// A relative path is relative to the folder of the source file.
  package static func absolute(_ path: String, beside sourceFile: String) -> String {
    path.hasPrefix("/") ? path : "\(FilePath.folder(of: sourceFile))/\(path)"
  }

  /// Returns the name of a script in a source file, such as `LoginTests.swift:12`, without folders.
  package static func nameOfInline(in sourceFile: String, line: Int) -> String {
    "\(sourceFile.split(separator: "/").last ?? "script.lua"):\(line)"
  }
}
