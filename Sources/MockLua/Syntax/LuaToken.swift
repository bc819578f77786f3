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
  package enum Kind: Sendable {
    case name, text, number, endOfSource
    // Keywords.
    case and, `break`, `do`, `else`, elseif, end, `false`, `for`, function, goto, `if`, `in`
    case local, `nil`, not, or, `repeat`, `return`, then, `true`, until, `while`
    // Symbols.
    case leftBrace, rightBrace, leftParenthesis, rightParenthesis, leftBracket, rightBracket
    case comma, semicolon, assign, dot, colon, label, ellipsis, less, greater, minus, tilde, length
    /// Any other operator, which is always between two operands.
    case operation
    /// A symbol that Lua doesn't have.
    case other

    /// The keywords and symbols.
    fileprivate static let texts: KeyValuePairs<String, Kind> = [
      "and": .and, "break": .break, "do": .do, "else": .else, "elseif": .elseif, "end": .end,
      "false": .false, "for": .for, "function": .function, "goto": .goto, "if": .if, "in": .in,
      "local": .local, "nil": .nil, "not": .not, "or": .or, "repeat": .repeat, "return": .return,
      "then": .then, "true": .true, "until": .until, "while": .while, "{": .leftBrace,
      "}": .rightBrace, "(": .leftParenthesis, ")": .rightParenthesis, "[": .leftBracket,
      "]": .rightBracket, ",": .comma, ";": .semicolon, "=": .assign, ".": .dot, ":": .colon,
      "::": .label, "...": .ellipsis, "<": .less, ">": .greater, "-": .minus, "~": .tilde,
      "#": .length, "+": .operation, "*": .operation, "/": .operation, "//": .operation,
      "%": .operation, "^": .operation, "..": .operation, "==": .operation, "~=": .operation,
      "<=": .operation, ">=": .operation, "|": .operation, "&": .operation, "<<": .operation,
      ">>": .operation,
    ]

    /// The text of a keyword or symbol, or the name of any other kind.
    var text: String { Self.texts.first { $0.value == self }?.key ?? "\(self)" }

    /// Whether an operator can be between two operands.
    var isBinary: Bool { [.operation, .less, .greater, .minus, .tilde, .and, .or].contains(self) }

    private static let kinds = Dictionary(
      uniqueKeysWithValues: texts.map { (code(of: $0.key.utf8), $0.value) })

    /// Creates the kind of a keyword or a symbol, or returns nil for any other text.
    init?(_ text: some Collection<UInt8>) {
      guard text.count <= 8, let kind = Self.kinds[Self.code(of: text)] else { return nil }
      self = kind
    }

    /// Hashing a number is faster than hashing a string.
    private static func code(of text: some Collection<UInt8>) -> UInt64 {
      text.reduce(0) { $0 << 8 | UInt64($1) }
    }
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
      while tokens.last?.kind != .endOfSource {
        var gap = Gap()
        while let space = lexer.nextSpace() {
          switch space {
          case .lineEnd: gap.newlines += 1
          case .comment(let range):
            gap.comments.append(LuaComment(text: text(range), newlines: gap.newlines))
            gap.newlines = 0
          }
        }
        let kind = lexer.next()
        let (code, content) = (text(lexer.range), text(lexer.content))
        tokens.append(
          LuaToken(
            kind: kind, source: kind == .endOfSource ? "<eof>" : code, text: content,
            range: lexer.range, line: lexer.line, gap: gap))
      }
      return tokens
    }
  }
}
