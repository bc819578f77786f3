/// Finds what the comment above a line of a script says.
enum ScriptComment {
  /// The lines of the comment that stands right above a line, without their dashes.
  ///
  /// - Parameters:
  ///   - line: The line, from 1.
  ///   - source: The script.
  /// - Returns: The lines; none where there is no comment, or one in brackets.
  static func lines(above line: Int, in source: String) -> [String] {
    // A script may have been written anywhere, so that its lines end in any way.
    let lines = source.split(omittingEmptySubsequences: false) { $0.isNewline }
    guard line >= 1, line <= lines.count else { return [] }
    let comment = lines[..<(line - 1)].reversed().lazy.map { $0.drop { $0 == " " || $0 == "\t" } }
      .prefix { $0.hasPrefix("--") && !$0.hasPrefix("--[") }
    return comment.reversed().map { row in
      let text = row.drop { $0 == "-" }
      let end = text.lastIndex { !$0.isWhitespace }
      return String((end.map { text[...$0] } ?? "").drop { $0.isWhitespace })
    }
  }
}
