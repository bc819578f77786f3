internal import CLibrary

/// The folder in `MOCKLUA_TRACES`, in which traces of failed tests are written.
package enum TraceFolder {
  package static let variable = "MOCKLUA_TRACES"

  package static var path: String? {
    getenv(variable).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Writes a trace with the name of its test, if the folder is set, and returns its path.
  ///
  /// Existing files are kept, so the name of the next file gets a number. If the trace can't be written, a message is
  /// written to standard error, because the test already has another failure to report.
  @discardableResult
  package static func write(_ bytes: [UInt8], test: String) -> String? {
    guard let folder = path else { return nil }
    Folder.make(folder)
    let name = fileName(of: test)
    for number in 1...fileLimit {
      let path = "\(folder)/\(name)\(number == 1 ? "" : "-\(number)").\(ending)"
      // Other tests and processes may use the same name at the same time.
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

  package static let ending = "trace.jsonl"

  private static let fileLimit = 10_000
  private static let nameLengthLimit = 120

  /// The name consists of letters, digits, `_`, `.`, and `-`.
  package static func fileName(of test: String) -> String {
    var name = ""
    for scalar in test.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": name.unicodeScalars.append(scalar)
      case ".", "/": if !name.isEmpty, name.last != "." { name += "." }
      default: if !name.isEmpty, name.last != "-" { name += "-" }
      }
    }
    name = String(name.prefix(nameLengthLimit))
    while name.last == "-" || name.last == "." { name.removeLast() }
    return name.isEmpty ? "test" : name
  }
}

/// The folder in `MOCKLUA_COVERAGE`, to which each process appends its coverage data.
package enum CoverageFolder {
  package static let variable = "MOCKLUA_COVERAGE"

  /// The environment variable with the path of a file that describes where responses come from, for an app that uses a
  /// configuration.
  package static let launchVariable = "MOCKLUA_COVERAGE_LAUNCH"

  package static var path: String? {
    getenv(variable).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
