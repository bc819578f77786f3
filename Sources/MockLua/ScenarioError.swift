package import MockConfiguration
public import MockData

/// Why a script gives no scenario: its mistakes, in the order of the script.
public struct ScenarioError: Error, Sendable, CustomStringConvertible {
  /// How many mistakes a description shows.
  package static let limit = 20

  /// All mistakes; at least one.
  public var mistakes: [MockDiagnostic]
  /// The script with what it had read by then, its name as places have it; nil where it could not be read itself.
  package var script: MockScript?

  /// Sorts the mistakes by file and line, and drops what is said twice.
  package init(_ mistakes: [MockDiagnostic]) {
    var seen = Set<String>()
    let unique = mistakes.filter { seen.insert($0.description).inserted }
    var files: [String: Int] = [:]
    for mistake in unique {
      let file = mistake.place?.file ?? ""
      files[file] = files[file] ?? files.count
    }
    self.mistakes = unique.enumerated().sorted { first, second in
      key(first, files) < key(second, files)
    }.map(\.element)
  }

  /// One line for each mistake, up to twenty.
  public var description: String {
    var lines = mistakes.prefix(Self.limit).map(\.description)
    if mistakes.count > Self.limit {
      lines.append("... and \(mistakes.count - Self.limit) more errors")
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
