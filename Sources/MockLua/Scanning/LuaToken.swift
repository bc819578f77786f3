internal import MockCalls
internal import MockData

/// A token of a script, with its kind, its text, and its location.
struct LuaToken {
  enum Kind { case name, word, text, number, symbol }

  var kind: Kind
  /// The source text.
  ///
  /// For a string, it is the text between the quotation marks, and escapes aren't resolved.
  var text: String
  /// The range of bytes in the script, including the quotation marks of a string.
  var range: Range<Int>
  /// The line on which it starts, starting at 1.
  var line: Int

  /// Returns the tokens of a script, which may not compile.
  static func all(of source: String) -> [LuaToken] {
    var source = source
    return source.withUTF8 { bytes in
      var lexer = LuaLexer(bytes)
      var tokens: [LuaToken] = []
      while let token = lexer.next() {
        let range = lexer.start..<min(lexer.position, bytes.count)
        var content = range
        if case .string(let inner) = token { content = inner }
        let text = String(decoding: bytes[content], as: UTF8.self)
        tokens.append(
          LuaToken(kind: Kind(token, text), text: text, range: range, line: lexer.line))
      }
      return tokens
    }
  }

  /// Returns whether it is a given keyword or symbol.
  func isMark(_ mark: String) -> Bool { (kind == .word || kind == .symbol) && text == mark }
}

extension LuaToken.Kind {
  /// Creates the kind of a lexer token with its text.
  init(_ token: LuaLexer.Token, _ text: String) {
    switch token {
    case .name: self = String.luaWords.contains(text) ? .word : .name
    case .string: self = .text
    case .number: self = .number
    case .symbol, .longSymbol: self = .symbol
    }
  }
}
