import MockData
import MockLua

/// Formats diagnostics for people: on one plain line each in a pipe, and with the source line and a caret on a
/// terminal.
struct DiagnosticRenderer {
  var style: MessageStyle
  /// Whether `error:` or `warning:` precedes the problem.
  var showsSeverity = false
  var sources = SourceTexts.shared

  private static let noteLimit = 5

  /// Returns the diagnostic, on one line or several, without a final newline.
  func text(of diagnostic: MockDiagnostic) -> String {
    guard style.showsSource else { return header(of: diagnostic) }
    var lines = [header(of: diagnostic)]
    if let place = diagnostic.place { lines += excerpt(at: place, naming: diagnostic.problem) }
    // The line of a note at the diagnostic's own location is already shown.
    let notes = diagnostic.notes.filter { $0.place == nil || $0.place != diagnostic.place }
    for note in notes.prefix(Self.noteLimit) {
      let label = style.painted("note:", .note)
      lines.append(joined(note.place, "\(label) \(note.text)"))
      if let place = note.place { lines += excerpt(at: place, naming: "") }
    }
    if notes.count > Self.noteLimit {
      lines.append(style.painted("note:", .note) + " ... and \(notes.count - Self.noteLimit) more")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the same line as in a pipe, but in color.
  private func header(of diagnostic: MockDiagnostic) -> String {
    guard showsSeverity else {
      return joined(diagnostic.place, style.painted(diagnostic.message, .failure))
    }
    let part: MessageStyle.Part = diagnostic.severity == .error ? .error : .warning
    let label = style.painted("\(diagnostic.severity.rawValue):", part)
    return joined(diagnostic.place, "\(label) \(diagnostic.message)")
  }

  private func joined(_ place: ScriptLocation?, _ text: String) -> String {
    guard let place = place?.description, !place.isEmpty else { return text }
    return style.painted("\(place):", .place) + " " + text
  }

  /// Returns the line at a location, and the caret below it; empty if the line is unknown, or the terminal is too
  /// narrow.
  private func excerpt(at place: ScriptLocation, naming problem: String) -> [String] {
    guard let number = place.line, let line = sources.line(at: place) else { return [] }
    let gutter = " \(number) | "
    let column = place.column ?? QuotedName.column(of: problem, in: line)
    guard
      let excerpt = SourceExcerpt(line, column: column, width: style.width - gutter.count)
    else { return [] }
    let shown = style.painted(gutter, .gutter) + excerpt.text
    guard let caret = excerpt.caret else { return [shown] }
    let margin = String(repeating: " ", count: gutter.count - 2) + "| "
    return [
      shown,
      style.painted(margin, .gutter) + String(repeating: " ", count: caret)
        + style.painted("^", .caret),
    ]
  }
}

extension DiagnosticRenderer {
  /// Returns the text of a failure: the errors in the input, or a single line.
  func text(of failure: CommandFailure) -> String {
    guard let diagnostics = failure.diagnostics else { return failure.description }
    if case .dynamicAnswers = failure { return diagnostics.map(text).joined(separator: "\n") }
    return text(of: diagnostics)
  }

  /// Returns the errors of a script, up to the limit of ``ScenarioError``.
  func text(of diagnostics: [MockDiagnostic]) -> String {
    let limit = ScenarioError.limit
    var lines = diagnostics.prefix(limit).map(text)
    if diagnostics.count > limit {
      lines.append("... and \(diagnostics.count - limit) more errors")
    }
    return lines.joined(separator: "\n")
  }
}

/// Finds the column of a name in a message, if Lua only reports the line.
enum QuotedName {
  static let lineLengthLimit = 1000

  /// Returns the column of the first quoted name that occurs exactly once on the line, if any.
  static func column(of message: String, in line: Substring) -> Int? {
    guard line.utf8.count <= lineLengthLimit else { return nil }
    for name in names(in: message) {
      if let column = onlyColumn(of: name, in: line) { return column }
    }
    return nil
  }

  /// Returns the column of a name that occurs exactly once on the line; otherwise nil.
  static func onlyColumn(of name: Substring, in line: Substring) -> Int? {
    guard line.utf8.count <= lineLengthLimit else { return nil }
    let places = places(of: name, in: line)
    guard places.count == 1, let place = places.first else { return nil }
    return line.distance(from: line.startIndex, to: place) + 1
  }

  /// Returns the names in backticks, also without the part before their last dot, and the names that Lua's own messages
  /// quote.
  static func names(in message: String) -> [Substring] {
    var names = message.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) == false }.map(\.element)
    for kind in ["near", "field", "global", "local", "upvalue", "method"] {
      guard let quote = message.firstRange(of: "\(kind) '") else { continue }
      names.append(message[quote.upperBound...].prefix { $0 != "'" })
    }
    return names.flatMap { name -> [Substring] in
      let last = name.split(separator: ".").last.map { [$0] } ?? []
      return name.contains(".") ? [name] + last : [name]
    }.filter { !$0.isEmpty }
  }

  /// Returns the positions at which a name isn't part of a longer one.
  private static func places(of name: Substring, in line: Substring) -> [String.Index] {
    var places: [String.Index] = []
    var rest = line
    while let start = rest.firstRange(of: name) {
      let before = line[..<start.lowerBound].last
      let after = line[start.upperBound...].first
      let begins = !(before?.isWordPart ?? false) || !(name.first?.isWordPart ?? false)
      let ends = !(after?.isWordPart ?? false) || !(name.last?.isWordPart ?? false)
      if begins, ends { places.append(start.lowerBound) }
      rest = line[line.index(after: start.lowerBound)...]
    }
    return places
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}

/// A correction on one line.
///
/// It exists if a diagnostic suggests a known name, and the unknown name occurs exactly once on the line.
struct SuggestedEdit: Equatable {
  /// The line, from 1, as in locations.
  var line: Int
  /// The column in characters, from 1.
  var column: Int
  var old: String
  var new: String
}

extension SuggestedEdit {
  /// Creates the edit for a diagnostic; nil if it isn't certain.
  init?(for diagnostic: MockDiagnostic, in sources: SourceTexts = .shared) {
    guard let place = diagnostic.place, let number = place.line,
      let meant = Self.meant(by: diagnostic),
      let text = sources.line(at: place), text.utf8.count <= QuotedName.lineLengthLimit
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

  var value: AnyCodableValue {
    [
      "line": .int(line), "column": .int(column), "old": .string(old), "new": .string(new),
    ]
  }
}
