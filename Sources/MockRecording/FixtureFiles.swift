internal import MockData

/// The files that bodies become.
package struct FixtureFiles {
  /// What the names begin with.
  package let scriptName: String
  package private(set) var files: [ImportedFile] = []
  private var paths: [[UInt8]: String] = [:]
  private var names: Set<String> = []

  package init(scriptName: String) { self.scriptName = scriptName }

  /// The path of a file with these bytes; equal bytes of one ending are one file.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - route: What it is an answer to, such as `GET /users/42`, after which it is called.
  ///   - ending: The ending of its name.
  /// - Returns: The path from the script's folder.
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
