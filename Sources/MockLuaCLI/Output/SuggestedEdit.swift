import MockData

/// What to change on one line, where a diagnostic says which known name was probably meant, and the line has the unknown
/// one just once.
struct SuggestedEdit: Equatable {
  /// From 1, as those of places.
  var line: Int
  /// In characters, from 1.
  var column: Int
  /// What stands there.
  var old: String
  /// What to put in its place.
  var new: String

  /// The edit of a diagnostic; nil where it is not certain.
  init?(for diagnostic: MockDiagnostic, in sources: SourceTexts = .shared) {
    guard let place = diagnostic.place, let number = place.line,
      let meant = Self.meant(by: diagnostic.remedy ?? ""),
      let text = sources.line(at: place)
    else { return nil }
    // Of the names that the problem quotes, the unknown one is that which the known one is near to.
    let names = Self.quoted(in: diagnostic.problem).filter { $0 != meant }
    guard let unknown = NearestName.nearest(to: meant, candidates: names.map(String.init)) else {
      return nil
    }
    let known =
      place.column.flatMap { Self.column(of: unknown, at: $0, in: text) }
      ?? QuotedName.onlyColumn(of: unknown[...], in: text)
    guard let column = known else { return nil }
    (line, self.column, old, new) = (number, column, unknown, meant)
  }

  /// The name in ``did you mean `name`?``.
  private static func meant(by remedy: String) -> String? {
    let start = "did you mean `"
    guard remedy.hasPrefix(start) else { return nil }
    let rest = remedy.dropFirst(start.count)
    guard let end = rest.firstIndex(of: "`") else { return nil }
    let name = rest[..<end]
    // What was escaped, or shortened, is not what to write.
    return name.count < EscapedText.limit && !name.contains("\\") ? String(name) : nil
  }

  /// What the problem quotes, strings included.
  private static func quoted(in problem: String) -> [Substring] {
    let strings = problem.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) && !$0.element.isEmpty }.map(\.element)
    return QuotedName.names(in: problem) + strings
  }

  /// The column of a name that begins at a column, or behind the quote that stands there.
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
