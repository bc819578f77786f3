extension RegexParser {
  /// What begins with a parenthesis.
  enum GroupStart {
    /// `(...)`, with the options that hold inside it and its name where it has one.
    case group(RegexOptions, name: String?)
    /// `(?i)`: the options that hold from here on.
    case options(RegexOptions)
  }

  /// Reads what follows `(` and says which group it is.
  mutating func groupStart() throws(RegexMistake) -> GroupStart {
    let start = position
    position += 1
    if isNext("*") { throw RegexMistake(.unsupportedGroup("(*"), at: start) }
    guard eat("?") else { return .group(options, name: nil) }
    if eat(":") { return .group(options, name: nil) }
    try refuseUnsupportedGroup(at: start)
    if eat("P<") || eat("<") { return .group(options, name: try groupName(endingWith: ">")) }
    if eat("'") { return .group(options, name: try groupName(endingWith: "'")) }
    let changed = try changedOptions(at: start)
    if eat(")") { return .options(changed) }
    if eat(":") { return .group(changed, name: nil) }
    guard let letter = next() else { throw RegexMistake(.unclosedGroup, at: start) }
    let isOption = position - start > 3 || letter.isLetter
    throw isOption
      ? RegexMistake(.unknownOption(String(letter)), at: position - 1)
      : RegexMistake(.unknownGroup(text(from: start)), at: start)
  }

  /// What stands behind `(?` in groups that are refused.
  private static let refused: [(text: String, reason: RegexMistake.Reason)] = [
    ("=", .lookahead("(?=", isNegative: false)), ("!", .lookahead("(?!", isNegative: true)),
    ("*", .lookahead("(?*", isNegative: false)), ("<=", .lookbehind("(?<=", isNegative: false)),
    ("<!", .lookbehind("(?<!", isNegative: true)), ("<*", .lookbehind("(?<*", isNegative: false)),
    (">", .atomicGroup), ("(", .conditional), ("|", .unsupportedGroup("(?|")),
    ("~", .unsupportedGroup("(?~")), ("C", .unsupportedGroup("(?C")),
    ("{", .unsupportedGroup("(?{")), ("P=", .backreference("(?P=")), ("P>", .recursion("(?P>")),
    ("&", .recursion("(?&")), ("R", .recursion("(?R")),
  ]

  private mutating func refuseUnsupportedGroup(at start: Int) throws(RegexMistake) {
    for (text, reason) in Self.refused where isNext(text) { throw RegexMistake(reason, at: start) }
    let hasSign = isNext("+") || isNext("-")
    let first = position + (hasSign ? 1 : 0)
    if first < pattern.count, ("0"..."9").contains(pattern[first]) {
      throw RegexMistake(.recursion(String(pattern[start...first])), at: start)
    }
  }

  private mutating func groupName(endingWith end: Character) throws(RegexMistake) -> String {
    let start = position
    guard let name = text(upTo: end) else {
      throw RegexMistake(.unclosed(String(pattern[start - 1]), with: String(end)), at: start - 1)
    }
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard isName, let first = name.first, !first.isNumber else {
      throw RegexMistake(.groupName(name), at: start)
    }
    return name
  }

  /// Reads `imsx-imsx`; `^` switches all options off first.
  private mutating func changedOptions(at start: Int) throws(RegexMistake) -> RegexOptions {
    var changed = eat("^") ? RegexOptions() : options
    var isOn = true
    while let letter = peek(), letter != ")", letter != ":" {
      if letter == "-", isOn {
        isOn = false
      } else if RegexOptions.unsupported.contains(letter) {
        throw RegexMistake(.unsupportedOption(String(letter)), at: position)
      } else if !changed.set(letter, to: isOn) {
        break
      }
      position += 1
    }
    return changed
  }
}
