/// A comment, and the number of line breaks before it.
struct FormatComment {
  var text: String
  var newlines: Int
  /// Whether the comment extends to the end of its line.
  let endsLine: Bool

  init(text: String, newlines: Int) {
    (self.text, self.newlines) = (text, newlines)
    let brackets = text.dropFirst(2)
    let isLong = brackets.first == "[" && brackets.dropFirst().drop { $0 == "=" }.first == "["
    endsLine = !isLong
    while endsLine, self.text.last?.isWhitespace == true { self.text.removeLast() }
  }
}

/// The comments before a token, and the number of line breaks after the last comment.
struct FormatGap {
  var comments: [FormatComment] = []
  var newlines = 0
}

/// A token of a script, with the comments and line breaks before it, but not the spaces.
package struct FormatToken {
  /// The kind; nil at the end of the script.
  package var kind: LuaToken.Kind?
  /// The token's source text.
  package var text: String
  var line: Int
  var gap: FormatGap

  /// Returns the tokens of a script that compiles, followed by a token for the end of the script.
  ///
  /// - Parameter source: The script, with only `\n` as line endings.
  /// - Returns: The tokens in order.
  package static func tokens(of source: String) -> [FormatToken] {
    var source = source
    return source.withUTF8 { bytes in
      var lexer = LuaLexer(bytes)
      var tokens: [FormatToken] = []
      while true {
        var gap = FormatGap()
        while let space = lexer.nextSpace() {
          switch space {
          case .lineEnd: gap.newlines += 1
          case .comment(let range):
            let text = String(decoding: bytes[range], as: UTF8.self)
            gap.comments.append(FormatComment(text: text, newlines: gap.newlines))
            gap.newlines = 0
          }
        }
        guard let token = lexer.next() else {
          tokens.append(FormatToken(kind: nil, text: "<eof>", line: lexer.line, gap: gap))
          return tokens
        }
        let text = String(
          decoding: bytes[lexer.start..<min(lexer.position, bytes.count)], as: UTF8.self)
        // The name of a field can't start with a digit, so this is a number that starts with a decimal point.
        if token == .number, gap.comments.isEmpty, gap.newlines == 0, tokens.last?.text == ".",
          bytes[lexer.start - 1] == UInt8(ascii: ".")
        {
          tokens[tokens.count - 1].kind = .number
          tokens[tokens.count - 1].text += text
        } else {
          tokens.append(
            FormatToken(kind: LuaToken.Kind(token, text), text: text, line: lexer.line, gap: gap))
        }
      }
    }
  }

  /// The token as the formatter writes it.
  ///
  /// Single quotes become double quotes if no escapes are needed.
  var written: String {
    guard kind == .text, text.hasPrefix("'") else { return text }
    let inner = text.dropFirst().dropLast()
    return inner.contains { $0 == "\"" || $0 == "\\" } ? text : "\"\(inner)\""
  }
}
