extension RegexParser {
  /// Reads a group, or returns nil if it only sets flags.
  mutating func group() throws(MockRegexProblem) -> RegexNode? {
    let start = position
    let outer = flags
    position += 1
    if eat("?"), !eat(":") {
      for (text, reason) in Self.refused where isNext(text) { throw problem(reason, at: start) }
      if eat("P<") || eat("<") {
        _ = try text(upTo: ">", of: position - 1)
      } else if try readFlags(at: start) {
        return nil
      }
    }
    let node = try alternatives(at: start)
    guard eat(")") else { throw problem(.unclosedGroup, at: start) }
    flags = outer
    return .sequence([node])
  }

  /// The unsupported groups, by the characters after `(?`.
  private static let refused: [(text: String, reason: MockRegexProblem.Reason)] = [
    ("=", .lookahead("(?=", isNegative: false)), ("!", .lookahead("(?!", isNegative: true)),
    ("<=", .lookbehind("(?<=", isNegative: false)), ("<!", .lookbehind("(?<!", isNegative: true)),
    (">", .unsupported("(?>", instead: "`(?:`: there is no backtracking")),
    ("(", .unsupported("(?(", instead: "both cases with `|`")), ("P=", .backreference("(?P=")),
    ("P>", .recursion("(?P>")), ("&", .recursion("(?&")), ("R", .recursion("(?R")),
    ("#", .unsupported("(?#", instead: "nothing: remove it")),
    ("^", .unsupported("(?^", instead: "`(?-ims`")),
  ]

  /// Reads `ims-ims` and the character that ends it; returns true for `)` and false for `:`.
  private mutating func readFlags(at start: Int) throws(MockRegexProblem) -> Bool {
    var isOn = true
    while let letter = next() {
      switch letter {
      case ")": return true
      case ":": return false
      case "-" where isOn: isOn = false
      case "i": flags.ignoresCase = isOn
      case "m": flags.matchesLines = isOn
      case "s": flags.dotMatchesNewlines = isOn
      default: throw problem(.unknownGroup(text(from: start)), at: start)
      }
    }
    throw problem(.unclosedGroup, at: start)
  }
}
