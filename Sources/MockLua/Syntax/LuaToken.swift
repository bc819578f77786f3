internal import MockCalls
internal import MockData

/// A comment, and the number of line breaks before it.
package struct LuaComment {
  package var text: String
  package let newlines: Int
  /// Whether the comment extends to the end of its line.
  package let endsLine: Bool

  init(text: String, newlines: Int) {
    (self.text, self.newlines) = (text, newlines)
    let brackets = text.dropFirst(2)
    let isLong = brackets.first == "[" && brackets.dropFirst().drop { $0 == "=" }.first == "["
    endsLine = !isLong
    while endsLine, self.text.last?.isWhitespace == true { self.text.removeLast() }
  }
}

/// A token of a script, with the comments and line breaks before it, but not the spaces.
package struct LuaToken {
  package enum Kind {
    case name, word, text, number, symbol
    case end
  }

  /// The comments before a token, and the number of line breaks after the last comment.
  package struct Gap {
    package var comments: [LuaComment] = []
    package var newlines = 0
  }

  package var kind: Kind
  /// The source text, including the quotation marks of a string.
  package var source: String
  /// The source text, or the text between the quotation marks of a string.
  ///
  /// Escapes aren't resolved.
  package var text: String
  /// The range of bytes in the script, including the quotation marks of a string.
  package var range: Range<Int>
  /// The number of the line on which the token starts, from 1.
  package var line: Int
  package var gap: Gap

  /// Returns the tokens of a script, which may not compile.
  package static func all(of source: String) -> [LuaToken] { tokens(of: source).dropLast() }

  /// Returns the tokens of a script, which may not compile, followed by a token for its end.
  package static func tokens(of source: String) -> [LuaToken] {
    var source = source
    return source.withUTF8 { bytes in
      func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
      var lexer = LuaLexer(bytes)
      var tokens: [LuaToken] = []
      while true {
        var gap = Gap()
        while let space = lexer.nextSpace() {
          switch space {
          case .lineEnd: gap.newlines += 1
          case .comment(let range):
            gap.comments.append(LuaComment(text: text(range), newlines: gap.newlines))
            gap.newlines = 0
          }
        }
        let token = lexer.next()
        let range = lexer.start..<min(lexer.position, bytes.count)
        let code = text(range)
        // The name of a field can't start with a digit, so this is a number that starts with a decimal point.
        if token == .number, let last = tokens.last, last.source == ".",
          last.range.upperBound == range.lowerBound
        {
          let all = last.range.lowerBound..<range.upperBound
          tokens[tokens.count - 1] = LuaToken(
            kind: .number, source: text(all), text: text(all), range: all, line: last.line,
            gap: last.gap)
          continue
        }
        var content = code
        if case .string(let inner) = token { content = text(inner) }
        tokens.append(
          LuaToken(
            kind: kind(of: token, code), source: token == nil ? "<eof>" : code, text: content,
            range: range, line: lexer.line, gap: gap))
        if token == nil { return tokens }
      }
    }
  }

  private static func kind(of token: LuaLexer.Token?, _ text: String) -> Kind {
    switch token {
    case .name: String.luaWords.contains(text) ? .word : .name
    case .string: .text
    case .number: .number
    case .symbol, .longSymbol: .symbol
    case nil: .end
    }
  }

  func isMark(_ mark: String) -> Bool { (kind == .word || kind == .symbol) && text == mark }
}
