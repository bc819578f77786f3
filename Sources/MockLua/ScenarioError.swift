package import MockConfiguration
public import MockData

/// The errors in a script, in the order of the script.
public struct ScenarioError: Error, Sendable, CustomStringConvertible {
  /// The maximum number of errors in a description.
  package static let limit = 20

  /// The errors.
  ///
  /// There is always at least one.
  public var diagnostics: [MockDiagnostic]
  /// The script and the files that it had read before the error, under the names that locations contain; nil if the
  /// script couldn't be read.
  package var script: MockScript?

  /// Sorts the errors by file and line, and removes duplicates.
  package init(_ diagnostics: [MockDiagnostic]) {
    var seen = Set<String>()
    let unique = diagnostics.filter { seen.insert($0.description).inserted }
    var files: [String: Int] = [:]
    for diagnostic in unique {
      let file = diagnostic.place?.file ?? ""
      files[file] = files[file] ?? files.count
    }
    self.diagnostics = unique.enumerated().sorted { first, second in
      key(first, files) < key(second, files)
    }.map(\.element)
  }

  /// The errors, one per line, up to 20.
  public var description: String {
    var lines = diagnostics.prefix(Self.limit).map(\.description)
    if diagnostics.count > Self.limit {
      lines.append("... and \(diagnostics.count - Self.limit) more errors")
    }
    return lines.joined(separator: "\n")
  }
}

private func key(
  _ entry: (offset: Int, element: MockDiagnostic), _ files: [String: Int]
) -> (Int, Int, Int) {
  let place = entry.element.place
  return (files[place?.file ?? ""] ?? 0, place?.line ?? 0, entry.offset)
}

extension MockDiagnostic {
  /// Creates the diagnostic of a script error.
  ///
  /// Lua provides the message as `problem; what to write`. The place is nil if the error concerns the whole script. If
  /// the script was running, `traceback` contains its stack frames, innermost first.
  package init(
    error sentence: String, at place: ScriptLocation?, script: String, traceback: [String] = []
  ) {
    let place = place ?? ScriptLocation(file: script)
    self.init(
      at: place, sentence: sentence,
      notes: traceback.map(Note.init(frame:)).filter { $0.place != place })
  }
}

extension MockDiagnostic.Note {
  /// Creates a note from a stack frame, such as `login.lua:12: in function 'price'`.
  fileprivate init(frame: String) {
    let parts = frame.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let line = Int(parts[1]) else {
      self.init(frame)
      return
    }
    self.init(
      String(parts[2].drop { $0 == " " }), at: ScriptLocation(file: String(parts[0]), line: line))
  }
}
