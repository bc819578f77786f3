extension RegexParser {
  /// Reads a class in brackets.
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
    try refuseOperator()
    position += 1
    let last = try single()
    guard case .literal(let low, _) = first, case .literal(let high, _) = last else {
      throw problem(.rangeOfSets(text(from: start)), at: start)
    }
    guard low <= high else { throw problem(.reversedRange(text(from: start)), at: start) }
    return .range(Character(low)...Character(high), ignoresCase: flags.ignoresCase)
  }

  /// Reads a character, or the escape of a set.
  private mutating func single() throws(MockRegexProblem) -> RegexNode {
    let start = position
    try refuseOperator()
    if isNext("[:") {
      let instead = #"ranges or categories, such as `a-z` or `\p{L}`"#
      throw problem(.unsupported("[:", instead: instead), at: start)
    }
    if isNext("[") {
      let instead = #"`\[` for the character, or the members of both classes"#
      throw problem(.unsupported("[", instead: instead), at: start)
    }
    if isNext("\\") { return try escape(isInClass: true) }
    return try literal(next() ?? "]", at: start)
  }

  private func refuseOperator() throws(MockRegexProblem) {
    for text in ["&&", "--", "~~"] where isNext(text) {
      let instead = "the members that are left, or `\\\(text.prefix(1))` for the character"
      throw problem(.unsupported(text, instead: instead), at: position)
    }
  }
}
