internal import MockLua

/// Console input, rewritten so that its top-level locals become variables that later inputs can use.
///
/// `local x, y = f()` becomes an assignment. If possible, replaced text keeps its length, so that lines and columns
/// stay the same. A variable that is closed at the end of its scope, as in `local x <close>`, stays local.
struct ConsoleInput {
  /// The source to run.
  private(set) var source: String
  /// The names of the variables, in order.
  private(set) var variables: [String] = []

  private var bytes: [UInt8]
  private var insertions: [Int] = []

  /// Creates input that isn't rewritten.
  init(source: String) {
    (self.source, bytes) = (source, [])
  }

  /// Creates input from statements whose locals become variables.
  init(_ text: String) {
    source = text
    bytes = Array(text.utf8)
    let edited = Array(text.utf8).withUnsafeBufferPointer { rewrite($0) }
    guard edited else { return }
    for position in insertions.reversed() { bytes.insert(contentsOf: " = nil".utf8, at: position) }
    source = String(decoding: bytes, as: UTF8.self)
  }

  private static let openers: Set<String> = ["do", "if", "repeat", "function"]
  private static let closers: Set<String> = ["end", "until"]

  /// Rewrites the locals outside of blocks, or returns false if there aren't any.
  private mutating func rewrite(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var lexer = LuaLexer(text)
    var depth = 0
    var next = lexer.next()
    while let token = next {
      guard case .name(let range) = token else {
        next = lexer.next()
        continue
      }
      let word = Self.text(text, range)
      if Self.openers.contains(word) { depth += 1 }
      if Self.closers.contains(word) { depth -= 1 }
      next = lexer.next()
      guard word == "local", depth == 0, case .name(let first)? = next else { continue }
      if Self.text(text, first) == "function" {
        depth += 1
        next = lexer.next()
        guard case .name(let name)? = next else { continue }
        declare([Self.text(text, name)], blanking: [range])
      } else {
        next = rewriteNames(text, &lexer, from: range, first)
      }
    }
    return !variables.isEmpty
  }

  /// Reads names such as `x <const>, y` after `local`, and returns the token that follows.
  private mutating func rewriteNames(
    _ text: UnsafeBufferPointer<UInt8>, _ lexer: inout LuaLexer, from keyword: Range<Int>,
    _ first: Range<Int>
  ) -> LuaLexer.Token? {
    var (names, blanks, end) = ([Self.text(text, first)], [keyword], first.upperBound)
    var staysLocal = false
    var next = lexer.next()
    while true {
      if next == .symbol(UInt8(ascii: "<")) {
        let start = lexer.position - 1
        if case .name(let attribute)? = lexer.next() {
          staysLocal = staysLocal || Self.text(text, attribute) == "close"
        }
        guard lexer.next() == .symbol(UInt8(ascii: ">")) else { return lexer.next() }
        blanks.append(start..<lexer.position)
        end = lexer.position
        next = lexer.next()
      }
      guard next == .symbol(UInt8(ascii: ",")), case .name(let name)? = lexer.next() else { break }
      names.append(Self.text(text, name))
      end = name.upperBound
      next = lexer.next()
    }
    guard !staysLocal else { return next }
    declare(names, blanking: blanks)
    if next != .symbol(UInt8(ascii: "=")) { insertions.append(end) }
    return next
  }

  private mutating func declare(_ names: [String], blanking ranges: [Range<Int>]) {
    variables += names.filter { !variables.contains($0) }
    for range in ranges {
      for position in range { bytes[position] = UInt8(ascii: " ") }
    }
    // Prevents Lua from parsing the name as an argument of the code before it.
    if let first = ranges.first { bytes[first.lowerBound] = UInt8(ascii: ";") }
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

/// The brackets and blocks that are open at the end of some text, outermost first.
struct OpenBrackets {
  /// An open bracket or block, or the whole text.
  struct Level {
    /// The token that opens the bracket or block, such as `{` or `function`; empty for the whole text.
    let opening: String
    /// The contents, split at commas.
    ///
    /// The last entry is the current one. A pair of brackets that is already closed is one token, such as `{}`.
    var entries: [[String]] = [[]]
    /// The names of a function's parameters; nil for other blocks, or before the parameter list ends.
    fileprivate(set) var parameters: [String]?
    /// Whether it is a named function.
    ///
    /// Such a function doesn't compute a response.
    fileprivate(set) var isNamed = false

    /// The tokens of the current entry.
    var entry: [String] { entries.last ?? [] }

    /// The tokens of the current entry, without its key.
    var value: ArraySlice<String> {
      entry.dropFirst(Self.key(of: entry) == nil ? 0 : 2)
    }

    /// The key of the current entry; nil for a list element.
    var key: String? { Self.key(of: entry) }

    /// The keys of the entries.
    var keys: [String] { entries.compactMap(Self.key) }

    private static func key(of entry: [String]) -> String? {
      // A JSON key is a string before a colon. Entries in Lua never start that way.
      if entry.count > 1, entry[1] == ":" { return OpenBrackets.unquoted(entry[0]) }
      guard entry.count > 1, entry[1] == "=" else { return nil }
      guard entry[0].hasPrefix("[") else { return entry[0] }
      return OpenBrackets.unquoted(String(entry[0].dropFirst().dropLast()))
    }

    fileprivate mutating func add(_ token: String) { entries[entries.count - 1].append(token) }
  }

  private(set) var levels = [Level(opening: "")]

  init(_ text: String) {
    for token in FormatToken.tokens(of: text) where token.kind != nil { take(token) }
  }

  private mutating func take(_ token: FormatToken) {
    switch (token.kind, token.text) {
    case (.symbol, "{"), (.symbol, "("), (.symbol, "["), (.word, "function"), (.word, "do"),
      (.word, "if"), (.word, "repeat"):
      levels.append(Level(opening: token.text))
    case (.symbol, "}"), (.symbol, ")"), (.symbol, "]"), (.word, "end"), (.word, "until"):
      close(token.text)
    case (.symbol, ","), (.symbol, ";"): levels[levels.count - 1].entries.append([])
    default: levels[levels.count - 1].add(token.text)
    }
  }

  private mutating func close(_ closing: String) {
    guard levels.count > 1, let level = levels.popLast() else { return }
    let outer = levels.count - 1
    if level.opening == "(", levels[outer].opening == "function", levels[outer].parameters == nil {
      levels[outer].parameters = level.entries.compactMap(\.first)
      levels[outer].isNamed = levels[outer].entries != [[]]
      levels[outer].entries = [[]]
      return
    }
    // `service("Login")` means the same as `service "Login"`.
    if level.opening == "(", level.entries.count == 1, level.entry.count == 1,
      Self.unquoted(level.entry[0]) != nil
    {
      return levels[outer].add(level.entry[0])
    }
    let isKey = level.opening == "["
    levels[outer].add(level.opening + (isKey ? level.entry.joined() : "") + closing)
  }

  /// Converts JSON to the equivalent Lua tables.
  ///
  /// Lists have braces, too.
  static func tables(ofJSON text: String) -> String {
    var (isString, isEscaped) = (false, false)
    return String(
      decoding: text.utf8.map { byte -> UInt8 in
        defer { isEscaped = isString && !isEscaped && byte == UInt8(ascii: "\\") }
        if byte == UInt8(ascii: "\""), !isEscaped { isString.toggle() }
        guard !isString else { return byte }
        switch byte {
        case UInt8(ascii: "["): return UInt8(ascii: "{")
        case UInt8(ascii: "]"): return UInt8(ascii: "}")
        default: return byte
        }
      }, as: UTF8.self)
  }

  /// Returns the contents of a string without escapes, or nil for any other token.
  static func unquoted(_ token: String) -> String? {
    guard token.count >= 2, let quote = token.first, quote == "\"" || quote == "'",
      token.last == quote, !token.contains("\\")
    else { return nil }
    return String(token.dropFirst().dropLast())
  }
}
