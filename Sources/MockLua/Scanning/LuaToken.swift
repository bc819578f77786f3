internal import MockCalls
internal import MockData

/// A token of a script: what it is, what it says, and where it stands.
struct LuaToken {
  enum Kind { case name, word, text, number, symbol }

  var kind: Kind
  /// The token as it is written; of a string what stands between its quotes, with escapes as they are.
  var text: String
  /// Its bytes in the script, with the quotes of a string.
  var range: Range<Int>
  /// The line on which it begins, from 1.
  var line: Int

  /// The tokens of a script, which need not compile.
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

  /// Whether it is a word of Lua or a symbol, and which.
  func isMark(_ mark: String) -> Bool { (kind == .word || kind == .symbol) && text == mark }
}

extension LuaToken.Kind {
  /// The kind of a token of the lexer with its text.
  init(_ token: LuaLexer.Token, _ text: String) {
    switch token {
    case .name: self = String.luaWords.contains(text) ? .word : .name
    case .string: self = .text
    case .number: self = .number
    case .symbol, .longSymbol: self = .symbol
    }
  }
}
