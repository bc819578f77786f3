package import MockConfiguration
public import MockData

/// The errors in a script, in the order of the script.
public struct ScenarioError: Error, Sendable, CustomStringConvertible {
  /// The maximum number of errors in a description.
  package static let limit = 20

  /// All errors.
  ///
  /// There is at least one.
  public var diagnostics: [MockDiagnostic]
  /// The script and the files that it had read until then, with the names that places use; nil if the script couldn't
  /// be read.
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
