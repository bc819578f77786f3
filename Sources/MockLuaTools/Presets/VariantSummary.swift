internal import MockConfiguration
internal import MockData
package import MockLua

/// A variant of a script, with the comment above it.
package struct VariantSummary: Sendable, Equatable {
  package var name: String
  /// The lines of the comment directly above the declaration; empty without a comment.
  package var comment: [String]
}

extension LuaScenario {
  /// The variants with the comments above them, in order of declaration.
  package var summaries: [VariantSummary] {
    let modules = modulesAsShown.values
    return zip(variantNames, variantPlaces).map { name, place in
      let source = modules.first { $0.file == place?.file }?.source ?? script.source
      let comment = place?.line.map { ScriptComment.lines(aboveVariantAt: $0, in: source) }
      return VariantSummary(name: name, comment: comment ?? [])
    }
  }
}

enum ScriptComment {
  /// The comment directly above the declaration, without dashes.
  ///
  /// Empty if there is no comment, or only a long comment in brackets.
  ///
  /// The line is the one that Lua reports.
  static func lines(aboveVariantAt line: Int, in source: String) -> [String] {
    lines(above: firstLine(ofVariantAt: line, in: source), in: source)
  }

  /// Returns the line of the word `variant` in a declaration that Lua reports at a line.
  ///
  /// Before Lua 5.4.7, a call that spans several lines was reported at its first line. Since then, it is reported at
  /// the line of its argument.
  private static func firstLine(ofVariantAt line: Int, in source: String) -> Int {
    var source = source
    return source.withUTF8 { bytes in
      var lexer = LuaLexer(bytes)
      // The line of the word `variant`, if only its argument follows.
      var first: Int?
      while let token = lexer.next(), lexer.line <= line {
        switch token {
        case .name(let range):
          first = bytes[range].elementsEqual("variant".utf8) ? lexer.line : nil
        case .string, .symbol(UInt8(ascii: "(")):
          if let first, lexer.line == line { return first }
        default: first = nil
        }
      }
      return line
    }
  }

  /// The comment directly above the line, without dashes.
  ///
  /// Empty if there is no comment, or only a long comment in brackets.
  static func lines(above line: Int, in source: String) -> [String] {
    // The script may have the line endings of any platform.
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
