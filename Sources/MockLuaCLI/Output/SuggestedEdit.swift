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
}

extension SuggestedEdit {
  /// The edit of a diagnostic; nil where it is not certain.
  init?(for diagnostic: MockDiagnostic, in sources: SourceTexts = .shared) {
    guard let place = diagnostic.place, let number = place.line,
      let meant = Self.meant(by: diagnostic.remedy ?? ""),
      let text = sources.line(at: place), text.utf8.count <= QuotedName.longestLine
    else { return nil }
    // Of the names that the problem quotes, the unknown one is that which is near to the known one; of two, none is
    // certain. Of a dotted name the last part is quoted as well.
    let names = Set(Self.quoted(in: diagnostic.problem).map(String.init)).filter { name in
      name != meant && name.contains(".") == meant.contains(".")
        && NearestName.nearest(to: name, candidates: [meant]) != nil
    }
    guard names.count == 1, let unknown = names.first else { return nil }
    let known =
      place.column.flatMap { Self.column(of: unknown, at: $0, in: text) }
      ?? QuotedName.onlyColumn(of: unknown[...], in: text)
    guard let column = known else { return nil }
    self.init(line: number, column: column, old: unknown, new: meant)
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
