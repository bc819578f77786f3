import MockData
import MockLua

/// Formats diagnostics for people: one plain line each in a pipe, with source line and caret on a terminal.
struct DiagnosticRenderer {
  var style: MessageStyle
  /// Whether `error:` or `warning:` precedes the problem.
  var showsSeverity = false
  var sources = SourceTexts.shared

  /// The maximum number of notes to show for a diagnostic.
  private static let noteLimit = 5

  /// Returns the diagnostic, on one line or several, without a final newline.
  func text(of diagnostic: MockDiagnostic) -> String {
    guard style.showsSource else { return header(of: diagnostic) }
    var lines = [header(of: diagnostic)]
    if let place = diagnostic.place { lines += excerpt(at: place, naming: diagnostic.problem) }
    // The line of such a note is already shown.
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
