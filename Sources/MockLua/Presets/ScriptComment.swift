/// Finds what the comment above a line of a script says.
enum ScriptComment {
  /// The lines of the comment right above the declaration of a scenario, without their dashes.
  ///
  /// - Parameters:
  ///   - line: The line from which the scenario is declared, as Lua reports it.
  ///   - source: The script.
  /// - Returns: The lines; none where there is no comment, or one in brackets.
  static func lines(aboveScenarioAt line: Int, in source: String) -> [String] {
    lines(above: firstLine(ofScenarioAt: line, in: source), in: source)
  }

  /// The line of the word `scenario` in the declaration that Lua reports at a line.
  ///
  /// A call of several lines is reported at its first one before Lua 5.4.7, and at that of its argument since.
  private static func firstLine(ofScenarioAt line: Int, in source: String) -> Int {
    var source = source
    return source.withUTF8 { bytes in
      var lexer = LuaLexer(bytes)
      // The line of the word `scenario`, as long as nothing but its argument has followed.
      var first: Int?
      while let token = lexer.next(), lexer.line <= line {
        switch token {
        case .name(let range):
          first = bytes[range].elementsEqual("scenario".utf8) ? lexer.line : nil
        case .string, .symbol(UInt8(ascii: "(")):
          if let first, lexer.line == line { return first }
        default: first = nil
        }
      }
      return line
    }
  }

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
