internal import CLibrary

/// The folder that `MOCKLUA_TRACES` names, where traces of failing tests are written.
package enum TraceFolder {
  /// The environment variable.
  package static let variable = "MOCKLUA_TRACES"

  /// The folder; nil where the variable is not set.
  package static var path: String? {
    getenv(variable).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Writes a trace under the name of its test, where the folder is named.
  ///
  /// A file that is there stays: the next gets a number. What cannot be written is said on standard error, since the
  /// test has another failure to tell.
  ///
  /// - Parameters:
  ///   - bytes: The trace.
  ///   - test: The name of the test.
  /// - Returns: The path; nil where nothing was written.
  @discardableResult
  package static func write(_ bytes: [UInt8], test: String) -> String? {
    guard let folder = path else { return nil }
    Folder.make(folder)
    let name = fileName(of: test)
    for number in 1...mostFiles {
      let path = "\(folder)/\(name)\(number == 1 ? "" : "-\(number)").\(ending)"
      // Other tests, and other processes, may take the same name at the same time.
      do throws(SystemError) {
        let file = try Descriptor(creating: path, permissions: 0o600)
        defer { try? file.close() }
        try file.write(bytes)
        return path
      } catch {
        if error.isTaken { continue }
        StandardError.write("mocklua: cannot write a trace: \(path): \(error)\n")
        return nil
      }
    }
    StandardError.write("mocklua: cannot write a trace; empty the folder \(folder)\n")
    return nil
  }

  /// How names of traces end.
  package static let ending = "trace.jsonl"

  private static let mostFiles = 10_000
  private static let longestName = 120

  /// The name of a file for a test: letters, digits, `_`, `.` and `-`.
  package static func fileName(of test: String) -> String {
    var name = ""
    for scalar in test.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": name.unicodeScalars.append(scalar)
      case ".", "/": if !name.isEmpty, name.last != "." { name += "." }
      default: if !name.isEmpty, name.last != "-" { name += "-" }
      }
    }
    name = String(name.prefix(longestName))
    while name.last == "-" || name.last == "." { name.removeLast() }
    return name.isEmpty ? "test" : name
  }
}
