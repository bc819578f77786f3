internal import CLibrary
internal import MockData
internal import MockPlatform

/// Finds the script of a test.
package enum ScriptPath {
  /// The path of a script that lies beside a source file, or in the working directory.
  ///
  /// - Parameters:
  ///   - path: The path of the script.
  ///   - sourceFile: The path of the source file.
  /// - Returns: The path to read.
  /// - Throws: `ScenarioError` that names the places where the script is not.
  package static func resolve(
    _ path: String, beside sourceFile: String
  ) throws(ScenarioError) -> String {
    if path.hasPrefix("/") { return path }
    let folder = FilePath.folder(of: sourceFile)
    let beside = "\(folder)/\(path)"
    if access(beside, F_OK) == 0 { return beside }
    if access(path, F_OK) == 0 { return path }
    let text =
      "the script is neither beside the test, in `\(folder.escapedPath)`, nor in the working directory"
      + " `\(Folder.current.escapedPath)`; put it there, or write its path from there"
    throw ScenarioError([MockDiagnostic(mistake: text, at: nil, script: path)])
  }

  /// The path of a file that need not be there: beside a source file, unless it is absolute.
  package static func absolute(_ path: String, beside sourceFile: String) -> String {
    path.hasPrefix("/") ? path : "\(FilePath.folder(of: sourceFile))/\(path)"
  }

  /// The name of a script that stands in a source file: `LoginTests.swift:12`, without the folders.
  ///
  /// - Parameters:
  ///   - sourceFile: The path of the source file.
  ///   - line: The line of the one who states the script.
  /// - Returns: The name.
  package static func nameOfInline(in sourceFile: String, line: Int) -> String {
    "\(sourceFile.split(separator: "/").last ?? "script.lua"):\(line)"
  }
}
