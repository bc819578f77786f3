internal import CLibrary
internal import MockData
internal import MockPlatform

/// Finds the script of a test.
package enum ScriptPath {
  /// Returns the path of a script, next to a source file or in the working directory.
  ///
  /// - Parameters:
  ///   - path: The path of the script.
  ///   - sourceFile: The path of the source file.
  /// - Returns: The path to read.
  /// - Throws: `ScenarioError` with the places that were searched, if the script wasn't found.
  package static func resolve(
    _ path: String, beside sourceFile: String
  ) throws(ScenarioError) -> String {
    if path.hasPrefix("/") { return path }
    if looksLikeScript(path) {
      let text =
        "the path is the text of a script; write `.scenario(source: ...)`, or `source:` instead of `path:`"
      throw ScenarioError([MockDiagnostic(error: text, at: nil, script: "script")])
    }
    let folder = FilePath.folder(of: sourceFile)
    let beside = "\(folder)/\(path)"
    if access(beside, F_OK) == 0 { return beside }
    if access(path, F_OK) == 0 { return path }
    if let resource = TestBundle.script(path) { return resource }
    let text =
      "the script is neither next to the test, in `\(folder.escapedPath)`, nor in the working directory"
      + " `\(Folder.current.escapedPath)`, nor in the test bundle; put it in one of them, or write its path"
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

  /// Returns whether a path looks like the source of a script.
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
  /// It is next to a source file, unless the path is absolute.
  package static func absolute(_ path: String, beside sourceFile: String) -> String {
    path.hasPrefix("/") ? path : "\(FilePath.folder(of: sourceFile))/\(path)"
  }

  /// Returns the name of a script in a source file, such as `LoginTests.swift:12`, without folders.
  ///
  /// - Parameters:
  ///   - sourceFile: The path of the source file.
  ///   - line: The line of the code that contains the script.
  /// - Returns: The name.
  package static func nameOfInline(in sourceFile: String, line: Int) -> String {
    "\(sourceFile.split(separator: "/").last ?? "script.lua"):\(line)"
  }
}
