extension RegexParser {
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

extension RegexParser {
  private static let controls: [Character: Character] = [
    "n": "\n", "t": "\t", "r": "\r", "f": "\u{C}",
  ]
  private static let sets: [Character: RegexSet] = [
    "d": .digit, "D": .inverted(.digit), "w": .word, "W": .inverted(.word),
    "s": .whitespace, "S": .inverted(.whitespace),
  ]
  private static let assertions: [Character: RegexAssertion] = [
    "b": .wordBoundary, "B": .noWordBoundary, "A": .start, "z": .end,
  ]

  /// Suggestions for escape sequences of other engines.
  private static let replacements: [Character: String] = [
    "a": #"`\x07`"#, "e": #"`\x1B`"#, "c": #"its number: `\x01` for `\cA`"#, "0": #"`\x00`"#,
    "o": #"the number in hexadecimal digits: `\x41`"#, "U": #"`\u{1F600}`"#,
    "h": #"`[ \t]`"#, "H": #"`[^ \t]`"#, "v": #"`[\n\r]`"#, "V": #"`[^\n\r]`"#,
    "R": #"`[\n\r]`"#, "N": #"`.`, or `\u{41}` for a character"#, "X": "`(?s:.)`",
    "Q": #"`\` before each sign"#, "Z": #"`$`, or `\n?$`"#, "G": "`^`",
    "K": "it without", "C": "`.`", "O": "`.`", "y": #"`\b`"#, "Y": #"`\B`"#,
  ]

  mutating func escape(isInClass: Bool) throws(MockRegexProblem) -> RegexNode {
    let start = position
    position += 1
    guard let character = next() else { throw problem(.trailingBackslash, at: start) }
    if let control = Self.controls[character] { return try literal(control, at: start) }
    if let set = Self.sets[character] { return .set(set) }
    if !isInClass, let assertion = Self.assertions[character] { return .assertion(assertion) }
    switch character {
    case "x", "u": return try literal(try scalar(at: start), at: start)
    case "p": return .set(try category(at: start))
    case "P": return .set(.inverted(try category(at: start)))
    case "b": return try literal("\u{8}", at: start)
    case "1"..."9" where !isInClass, "k" where !isInClass:
      throw problem(.backreference(text(from: start)), at: start)
    case "g" where !isInClass:
      let isCall = isNext("<") || isNext("'")
      throw problem(isCall ? .recursion("\\g") : .backreference("\\g"), at: start)
    default: break
    }
    if let replacement = Self.replacements[character] {
      throw problem(.unsupported("\\\(character)", instead: replacement), at: start)
    }
    // An escaped letter or digit would have a special meaning, which isn't known here.
    guard character.isASCII ? !character.isLetter && !character.isNumber : character.isWhitespace
    else { throw problem(.unknownEscape("\\\(character)"), at: start) }
    return try literal(character, at: start)
  }

  /// Reads the number of a Unicode scalar: `\x41`, `\u0041`, `\x{41}`, or `\u{41}`.
  private mutating func scalar(at start: Int) throws(MockRegexProblem) -> Character {
    var digits = ""
    if eat("{") {
      digits = try text(upTo: "}", of: start)
    } else {
      let first = position
      let count = pattern[start + 1] == "x" ? 2 : 4
      while let digit = peek(), digit.isASCII, digit.isHexDigit, position - first < count {
        position += 1
      }
      digits = text(from: first)
      guard digits.count == count else { throw problem(.noScalar(text(from: start)), at: start) }
    }
    guard digits.first?.isHexDigit == true, let value = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw problem(.noScalar(text(from: start)), at: start) }
    return Character(scalar)
  }

  /// Reads the `{...}` after `\p` or `\P`.
  private mutating func category(at start: Int) throws(MockRegexProblem) -> RegexSet {
    guard eat("{") else {
      throw problem(.unclosed(text(from: start), with: "{...}"), at: start)
    }
    let name = try text(upTo: "}", of: start)
    guard let categories = RegexCategory.categories(named: name) else {
      throw problem(.unknownCategory(name), at: start)
    }
    return .category(categories)
  }
}
