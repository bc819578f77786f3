/// The tokens of a source, with a current position.
struct SourceTokens {
  private let tokens: [LuaToken]
  private var index = 0

  init(_ source: String) { tokens = LuaToken.all(of: source) }

  var isAtEnd: Bool { index == tokens.count }

  /// The line of the current token.
  var line: Int { isAtEnd ? lastLine : tokens[index].line }

  /// The line of the token that was taken last.
  var lastLine: Int { index == 0 ? 1 : tokens[index - 1].line }

  func hasName(_ name: String) -> Bool { tokens.contains { $0.kind == .name && $0.text == name } }

  private func token(_ offset: Int = 0) -> LuaToken? {
    index + offset < tokens.count ? tokens[index + offset] : nil
  }

  private func isMark(_ text: String, _ offset: Int = 0) -> Bool {
    token(offset)?.isMark(text) ?? false
  }

  /// Returns whether the current token is one of some keywords and symbols.
  func isAt(_ texts: [String]) -> Bool { texts.contains { isMark($0) } }

  var isAtText: Bool { token()?.kind == .text }

  /// The string in the brackets at the current position, as in `["key"]`.
  ///
  /// It is nil for anything else, including a string that contains escapes.
  var bracketedText: String? {
    guard isMark("["), isMark("]", 2), let key = token(1), key.kind == .text,
      !key.text.contains("\\")
    else { return nil }
    return key.text
  }

  /// The integer in the brackets at the current position, as in `[1]`, or nil for anything else.
  var bracketedNumber: String? {
    guard isMark("["), isMark("]", 2), let key = token(1), key.kind == .number,
      Int(key.text) != nil
    else { return nil }
    return key.text
  }

  /// Returns the string at the current token if a symbol follows it directly.
  func text(behind symbol: String) -> String? {
    guard let key = token(), key.kind == .text, isMark(symbol, 1) else { return nil }
    return key.text
  }

  mutating func take(_ text: String) -> Bool {
    guard isMark(text) else { return false }
    index += 1
    return true
  }

  mutating func takeAny(_ texts: Set<String>) -> Bool {
    guard let token = token(), token.kind == .word || token.kind == .symbol,
      texts.contains(token.text)
    else { return false }
    index += 1
    return true
  }

  mutating func takeName() -> String? {
    guard let token = token(), token.kind == .name else { return nil }
    index += 1
    return token.text
  }

  /// Takes the `key =` of a field in a table.
  mutating func takeKey() -> String? {
    guard let token = token(), token.kind == .name, isMark("=", 1) else { return nil }
    index += 2
    return token.text
  }

  mutating func takeText() -> Bool {
    guard isAtText else { return false }
    index += 1
    return true
  }

  mutating func takeLiteral() -> Bool {
    guard let token = token() else { return false }
    switch token.kind {
    case .text, .number: break
    case .word where ["nil", "true", "false"].contains(token.text): break
    case .symbol where token.text == "...": break
    case .name, .word, .symbol: return false
    }
    index += 1
    return true
  }
}
