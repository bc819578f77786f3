internal import MockLua

/// Console input, rewritten so that its top-level locals become variables that later inputs can use.
///
/// For example, `local x, y = f()` becomes an assignment. If possible, replaced text keeps its length, so that lines
/// and columns stay the same. A variable that is closed at the end of its scope, as in `local x <close>`, stays local.
struct ConsoleInput {
  private(set) var source: String
  private(set) var variables: [String] = []

  /// Creates input that isn't rewritten.
  init(source: String) { self.source = source }

  /// Creates input from statements whose locals become variables.
  init(_ text: String) {
    source = text
    guard let syntax = try? LuaSyntax(text) else { return }
    var bytes = Array(text.utf8)
    for statement in syntax.root.nodes.reversed() {
      let start = syntax.tokens[statement.range.lowerBound]
      let attributes = statement.nodes.filter { $0.kind == .attribute }
      guard [.local, .function].contains(statement.kind), start.kind == .local,
        !attributes.contains(where: { syntax.names(of: $0) == ["close"] })
      else { continue }
      variables = syntax.names(of: statement) + variables
      if statement.kind == .local, !statement.nodes.contains(where: { $0.kind == .list }) {
        bytes.insert(
          contentsOf: " = nil".utf8, at: syntax.bytes(of: statement).upperBound)
      }
      for range in [start.range] + attributes.map(syntax.bytes) {
        for position in range { bytes[position] = UInt8(ascii: " ") }
      }
      // Prevents Lua from parsing the name as an argument of the code before it.
      bytes[start.range.lowerBound] = UInt8(ascii: ";")
    }
    var known: Set<String> = []
    variables = variables.filter { known.insert($0).inserted }
    source = String(decoding: bytes, as: UTF8.self)
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
    /// The last entry is the current one. Closed brackets count as one token, such as `{}`.
    var entries: [[String]] = [[]]
    /// The names of a function's parameters; nil for other blocks, or before the parameter list ends.
    fileprivate(set) var parameters: [String]?
    /// A named function doesn't compute a response.
    fileprivate(set) var isNamed = false

    var entry: [String] { entries.last ?? [] }

    /// The tokens of the current entry, without its key.
    var value: ArraySlice<String> {
      entry.dropFirst(Self.key(of: entry) == nil ? 0 : 2)
    }

    /// The key of the current entry; nil for a list element.
    var key: String? { Self.key(of: entry) }

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
    for token in LuaToken.all(of: text) { take(token) }
  }

  private mutating func take(_ token: LuaToken) {
    switch token.kind {
    case .leftBrace, .leftParenthesis, .leftBracket, .function, .do, .if, .repeat:
      levels.append(Level(opening: token.source))
    case .rightBrace, .rightParenthesis, .rightBracket, .end, .until:
      close(token.source)
    case .comma, .semicolon: levels[levels.count - 1].entries.append([])
    default: levels[levels.count - 1].add(token.source)
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

  /// Returns text of the same length with braces for lists, too.
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
        // Only Lua has these quotation marks.
        case UInt8(ascii: "'"): return UInt8(ascii: " ")
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
