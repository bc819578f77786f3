/// The brackets and blocks that are open at the end of a text, the outermost first.
struct OpenBrackets {
  /// An open bracket or block, or the text itself.
  struct Level {
    /// What opens it, such as `{` or `function`; empty for the text itself.
    let opening: String
    /// What stands in it, by commas; the last entry is the one at hand.
    ///
    /// What was closed again is one token, such as `{}`.
    var entries: [[String]] = [[]]

    /// The tokens of the entry at hand.
    var entry: [String] { entries.last ?? [] }

    /// The tokens of the entry at hand, from behind its key where it has one.
    var value: ArraySlice<String> {
      entry.dropFirst(Self.key(of: entry) == nil ? 0 : 2)
    }

    /// The key of the entry at hand; nil for an element of a list.
    var key: String? { Self.key(of: entry) }

    /// The keys of the entries.
    var keys: [String] { entries.compactMap(Self.key) }

    private static func key(of entry: [String]) -> String? {
      guard entry.count > 1, entry[1] == "=" else { return nil }
      guard entry[0].hasPrefix("[") else { return entry[0] }
      return OpenBrackets.unquoted(String(entry[0].dropFirst().dropLast()))
    }

    fileprivate mutating func add(_ token: String) { entries[entries.count - 1].append(token) }
  }

  private(set) var levels = [Level(opening: "")]

  init(_ text: String) {
    for token in FormatToken.tokens(of: text) where token.kind != .end { take(token) }
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
    let isKey = level.opening == "["
    levels[levels.count - 1].add(level.opening + (isKey ? level.entry.joined() : "") + closing)
  }

  /// What a string without escapes says; nil for any other token.
  static func unquoted(_ token: String) -> String? {
    guard token.count >= 2, let quote = token.first, quote == "\"" || quote == "'",
      token.last == quote, !token.contains("\\")
    else { return nil }
    return String(token.dropFirst().dropLast())
  }
}
