import MockData

/// A correction on one line.
///
/// It exists if a diagnostic suggests a known name, and the unknown name occurs exactly once on the line.
struct SuggestedEdit: Equatable {
  /// The line, from 1, as in locations.
  var line: Int
  /// The column in characters, from 1.
  var column: Int
  /// The text to replace.
  var old: String
  /// The replacement.
  var new: String
}

extension SuggestedEdit {
  /// Creates the edit for a diagnostic; nil if it isn't certain.
  init?(for diagnostic: MockDiagnostic, in sources: SourceTexts = .shared) {
    guard let place = diagnostic.place, let number = place.line,
      let meant = Self.meant(by: diagnostic),
      let text = sources.line(at: place), text.utf8.count <= QuotedName.longestLine
    else { return nil }
    // The unknown name is the quoted name in the problem that is similar to the known one. If there are two, neither is
    // certain. For a dotted name, the last part is quoted as well.
    let isRenamed = diagnostic.problem.hasSuffix(Self.renamed)
    let names = Set(Self.quoted(in: diagnostic.problem).map(String.init)).filter { name in
      name != meant && name.contains(".") == meant.contains(".")
        && (isRenamed || NearestName.nearest(to: name, candidates: [meant]) != nil)
    }
    guard names.count == 1, let unknown = names.first else { return nil }
    let known =
      place.column.flatMap { Self.column(of: unknown, at: $0, in: text) }
      ?? QuotedName.onlyColumn(of: unknown[...], in: text)
    guard let column = known else { return nil }
    self.init(line: number, column: column, old: unknown, new: meant)
  }

  /// The end of a problem about an old word of the language.
  private static let renamed = "` was renamed"

  /// Returns the name in ``did you mean `name`?``, or in ``write `name` `` for an old word.
  private static func meant(by diagnostic: MockDiagnostic) -> String? {
    let suggestion = diagnostic.suggestion ?? ""
    let start = diagnostic.problem.hasSuffix(renamed) ? "write `" : "did you mean `"
    guard suggestion.hasPrefix(start) else { return nil }
    let rest = suggestion.dropFirst(start.count)
    guard let end = rest.firstIndex(of: "`") else { return nil }
    let name = rest[..<end]
    // An escaped or shortened name isn't the name to write.
    return name.count < EscapedText.limit && !name.contains("\\") ? String(name) : nil
  }

  /// Returns the quoted names in the problem, including strings.
  private static func quoted(in problem: String) -> [Substring] {
    let strings = problem.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) && !$0.element.isEmpty }.map(\.element)
    return QuotedName.names(in: problem) + strings
  }

  /// Returns the column of a name that starts at a column, or after a quote there.
  private static func column(of name: String, at column: Int, in line: Substring) -> Int? {
    guard column > 0 else { return nil }
    let rest = line.dropFirst(column - 1)
    if rest.hasPrefix(name) { return column }
    return rest.first == "\"" && rest.dropFirst().hasPrefix(name) ? column + 1 : nil
  }

  /// The edit as data.
  var value: AnyCodableValue {
    [
      "line": .int(line), "column": .int(column), "old": .string(old), "new": .string(new),
    ]
  }
}
