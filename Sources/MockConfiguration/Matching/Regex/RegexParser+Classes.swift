extension RegexParser {
  /// Reads a bracketed class.
  mutating func bracketClass() throws(MockRegexProblem) -> RegexNode {
    let start = position
    position += 1
    let isInverted = eat("^")
    var members: [RegexSet] = []
    while !eat("]") {
      guard peek() != nil else { throw problem(.unclosed("[", with: "]"), at: start) }
      members.append(try member())
    }
    guard !members.isEmpty else { throw problem(.emptyClass, at: start) }
    // A POSIX class without the outer brackets.
    let text = text(from: start)
    if text.hasPrefix("[:"), text.dropFirst(2).hasSuffix(":]"), !text.contains("\\") {
      throw problem(.unsupported("[:", instead: Self.namedClass), at: start)
    }
    let set = RegexSet(class: members)
    return .set(isInverted ? .inverted(set) : set)
  }

  private mutating func member() throws(MockRegexProblem) -> RegexSet {
    let start = position
    let first = try single()
    guard isNext("-"), position + 1 < pattern.count, pattern[position + 1] != "]" else {
      if case .set(let set) = first { return set }
      guard case .literal(let text, let ignoresCase) = first else { return .any }
      return RegexSet(Character(text), ignoresCase: ignoresCase)
    }
    try refuse()
    position += 1
    let last = try single()
    guard case .literal(let low, _) = first, case .literal(let high, _) = last,
      low.unicodeScalars.count == 1, high.unicodeScalars.count == 1
    else { throw problem(.rangeOfSets(text(from: start)), at: start) }
    guard low <= high else { throw problem(.reversedRange(text(from: start)), at: start) }
    return .range(Character(low)...Character(high), ignoresCase: flags.ignoresCase)
  }

  /// Reads a character, or an escape sequence for a set.
  private mutating func single() throws(MockRegexProblem) -> RegexNode {
    try refuse()
    if isNext("\\") { return try escape(isInClass: true) }
    return try literal(next() ?? "]", at: position - 1)
  }

  private static let namedClass = #"ranges or categories, such as `a-z` or `\p{L}`"#
  /// Unsupported class syntax of other engines, with suggestions.
  private static let refused = [
    ("&&", #"the remaining members, or `\&` for the character"#),
    ("--", #"the remaining members, or `\-` for the character"#),
    ("~~", #"the remaining members, or `\~` for the character"#),
    ("[:", namedClass), ("[", #"`\[` for the character, or the members of both classes"#),
  ]

  private func refuse() throws(MockRegexProblem) {
    for (text, instead) in Self.refused where isNext(text) {
      throw problem(.unsupported(text, instead: instead), at: position)
    }
  }
}
