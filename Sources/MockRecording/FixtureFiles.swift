internal import MockData

/// The files in which bodies are stored.
package struct FixtureFiles {
  /// The prefix of the file names.
  package let scriptName: String
  package private(set) var files: [ImportedFile] = []
  private var paths: [[UInt8]: String] = [:]
  private var names: Set<String> = []

  package init(scriptName: String) { self.scriptName = scriptName }

  /// Returns the path of a file with the given bytes.
  ///
  /// Equal bytes with the same file extension share a file.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - route: The route that returns the bytes, such as `GET /users/42`. The file is named after it.
  ///   - ending: The file extension.
  /// - Returns: The path relative to the script's folder.
  package mutating func path(of bytes: [UInt8], route: String, ending: String) -> String {
    let key = Array(ending.utf8) + [0] + bytes
    if let known = paths[key] { return known }
    let words = route.drop { $0 != " " }.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    let last = String(words.suffix(3).joined(separator: "-").lowercased().prefix(40))
    let stem = "\(scriptName)-" + (last.isEmpty ? "root" : last)
    let trimmed =
      stem.lowercased().hasSuffix("-\(ending)") ? String(stem.dropLast(ending.count + 1)) : stem
    var name = "\(trimmed).\(ending)"
    var number = 2
    while !names.insert(name).inserted {
      name = "\(trimmed)-\(number).\(ending)"
      number += 1
    }
    let path = "fixtures/\(name)"
    paths[key] = path
    files.append(ImportedFile(path: path, bytes: bytes))
    return path
  }
}
