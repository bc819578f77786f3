/// A regular expression as a tree.
///
/// Groups and flags are already resolved, so the tree contains only what determines a match. Parts that always match
/// the empty string are left out. Each node except an empty branch therefore needs at least one state.
indirect enum RegexNode: Sendable {
  /// `e` followed by `\u{301}` is one character, `é`.
  case literal(String, ignoresCase: Bool)
  case set(RegexSet)
  case assertion(RegexAssertion)
  case sequence([RegexNode])
  case alternatives([RegexNode])
  /// If `maximum` is nil, there is no limit.
  case repetition(RegexNode, minimum: Int, maximum: Int?)
}

/// A condition on a position between two characters.
enum RegexAssertion: Int, Sendable {
  case start
  case end
  case lineStart
  case lineEnd
  case wordBoundary
  case noWordBoundary
}

extension RegexNode {
  var isEmpty: Bool {
    if case .sequence(let nodes) = self { nodes.allSatisfy(\.isEmpty) } else { false }
  }

  /// Whether any match must begin at the start of a string.
  var beginsAtStart: Bool {
    switch self {
    case .assertion(.start): true
    case .sequence(let nodes): nodes.first?.beginsAtStart ?? false
    case .alternatives(let nodes): nodes.allSatisfy(\.beginsAtStart)
    default: false
    }
  }
}

/// A parser for regular expressions, which works with Swift's `Character`s.
///
/// With the flag `u` at the start of the expression, it works with characters of one Unicode scalar each.
struct RegexParser {
  /// The maximum depth of nesting, including the expression itself.
  ///
  /// Groups are parsed recursively.
  static let depthLimit = 64
  /// The maximum length of an expression in bytes.
  static let lengthLimit = 1 << 16

  /// The flags that `(?i)` and `(?i:...)` set.
  struct Flags {
    var ignoresCase = false
    /// `m`: `^` and `$` match at each line.
    var matchesLines = false
    /// `s`: `.` also matches line breaks.
    var dotMatchesNewlines = false
  }

  let text: String
  /// Whether the flag `u` is at the start.
  let usesScalars: Bool
  let pattern: [Character]
  var position = 0
  var flags = Flags()
  var depth = 0

  /// With `usesScalars`, the expression's characters are Unicode scalars.
  static func parse(
    _ text: String
  ) throws(MockRegexProblem) -> (node: RegexNode, usesScalars: Bool) {
    guard text.utf8.count <= lengthLimit else {
      throw MockRegexProblem(pattern: text, position: nil, reason: .tooLong(limit: lengthLimit))
    }
    let flags = text.dropFirst(2).prefix { "ims".contains($0) }
    let usesScalars = text.hasPrefix("(?") && text.dropFirst(2 + flags.count).hasPrefix("u")
    let pattern = usesScalars ? text.unicodeScalars.map(Character.init) : Array(text)
    var parser = RegexParser(text: text, usesScalars: usesScalars, pattern: pattern)
    let node = try parser.alternatives(at: 0)
    guard parser.peek() == nil else { throw parser.problem(.unopenedGroup, at: parser.position) }
    return (node, usesScalars)
  }

  // MARK: - Structure

  /// Reads the alternatives up to the end of the expression, or of the group that began at `start`.
  mutating func alternatives(at start: Int) throws(MockRegexProblem) -> RegexNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw problem(.nestedTooDeep(limit: Self.depthLimit), at: start)
    }
    var nodes = [try sequence()]
    while eat("|") { nodes.append(try sequence()) }
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() throws(MockRegexProblem) -> RegexNode {
    var items: [RegexNode] = []
    // The end of the last item, if the item doesn't have a quantifier.
    var end = 0
    while let character = peek(), character != "|", character != ")" {
      let start = position
      if try quantifier() != nil { throw problem(.nothingToRepeat(text(from: start)), at: start) }
      guard let item = try item(character) else { continue }
      if case .assertion = item {
        items.append(item)
      } else if let (minimum, maximum) = try quantifier() {
        // Leave out parts that always match the empty string.
        if maximum == 0 || item.isEmpty { continue }
        items.append(.repetition(item, minimum: minimum, maximum: maximum))
      } else if !usesScalars, end == start, case .literal(let text, _) = item,
        case .literal(let before, let ignoresCase) = items.last
      {
        // Adjacent characters can combine into one Swift character.
        items[items.count - 1] = .literal(before + text, ignoresCase: ignoresCase)
        end = position
      } else if !item.isEmpty {
        items.append(item)
        end = position
      }
    }
    return items.count == 1 ? items[0] : .sequence(items)
  }

  /// Reads an assertion, or an item that a quantifier can follow.
  ///
  /// Returns nil if it only sets flags.
  private mutating func item(_ first: Character) throws(MockRegexProblem) -> RegexNode? {
    switch first {
    case "(": return try group()
    case "[": return try bracketClass()
    case "\\": return try escape(isInClass: false)
    default: break
    }
    position += 1
    switch first {
    case ".": return .set(flags.dotMatchesNewlines ? .any : .inverted(.newline))
    case "^": return .assertion(flags.matchesLines ? .lineStart : .start)
    case "$": return .assertion(flags.matchesLines ? .lineEnd : .end)
    default: return try literal(first, at: position - 1)
    }
  }

  /// Throws for a syntax character with a combining mark.
  func literal(_ character: Character, at start: Int) throws(MockRegexProblem) -> RegexNode {
    let scalars = character.unicodeScalars
    if scalars.count > 1, scalars.first?.isASCII == true, character != "\r\n",
      !character.isLetter, !character.isNumber
    {
      throw problem(.combinedCharacter(String(character)), at: start)
    }
    return .literal(String(character), ignoresCase: flags.ignoresCase)
  }
}

// MARK: - Reading

extension RegexParser {
  func problem(_ reason: MockRegexProblem.Reason, at position: Int) -> MockRegexProblem {
    MockRegexProblem(pattern: text, position: position + 1, reason: reason)
  }

  func peek() -> Character? {
    position < pattern.count ? pattern[position] : nil
  }

  mutating func next() -> Character? {
    defer { position += 1 }
    return peek()
  }

  func isNext(_ text: String) -> Bool {
    pattern[position...].starts(with: text)
  }

  mutating func eat(_ text: String) -> Bool {
    guard isNext(text) else { return false }
    position += text.count
    return true
  }

  /// Reads the characters up to and including a closing character, and returns them without it.
  mutating func text(
    upTo end: Character, of start: Int
  ) throws(MockRegexProblem) -> String {
    guard let close = pattern[position...].firstIndex(of: end) else {
      throw problem(.unclosed(text(from: start), with: String(end)), at: start)
    }
    defer { position = close + 1 }
    return String(pattern[position..<close])
  }

  /// Returns the part of the pattern from a position to the current position.
  func text(from start: Int) -> String {
    String(pattern[start..<position])
  }
}

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
    (">", .unsupported("(?>", instead: "`(?:`, because there is no backtracking")),
    ("(", .unsupported("(?(", instead: "both cases with `|`")), ("P=", .backreference("(?P=")),
    ("P>", .recursion("(?P>")), ("&", .recursion("(?&")), ("R", .recursion("(?R")),
    ("#", .unsupported("(?#", instead: "nothing: remove it")),
    ("^", .unsupported("(?^", instead: "`(?-ims`")),
  ]

  /// Reads flags such as `imsu-ims`, and the character that ends them.
  ///
  /// Returns true for `)` and false for `:`.
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
      case "u" where isOn && start == 0: break
      default: throw problem(.unknownGroup(text(from: start)), at: start)
      }
    }
    throw problem(.unclosedGroup, at: start)
  }
}

extension RegexParser {
  typealias Quantifier = (minimum: Int, maximum: Int?)

  /// The maximum value of a bound in a quantifier.
  private static let boundLimit = 1000

  /// Reads a quantifier, if any.
  ///
  /// A trailing `?` makes the quantifier lazy, which doesn't affect whether there is a match.
  mutating func quantifier() throws(MockRegexProblem) -> Quantifier? {
    let start = position
    guard let bounds = try bounds() else {
      position = start
      return nil
    }
    if isNext("+") {
      let instead = "`\(text(from: start))`, because there is no backtracking"
      throw problem(.unsupported(text(from: start) + "+", instead: instead), at: position)
    }
    _ = eat("?")
    return bounds
  }

  /// Reads `*`, `+`, `?`, `{2}`, `{2,}`, `{2,3}`, or `{,3}`.
  ///
  /// For anything else, returns nil, and a brace is a literal.
  private mutating func bounds() throws(MockRegexProblem) -> Quantifier? {
    let start = position
    if eat("*") { return (0, nil) }
    if eat("+") { return (1, nil) }
    if eat("?") { return (0, 1) }
    guard eat("{") else { return nil }
    let lower = digits()
    let hasComma = eat(",")
    let upper = hasComma ? digits() : ""
    guard eat("}"), !lower.isEmpty || !upper.isEmpty else { return nil }
    let minimum = try bound(lower, at: start) ?? 0
    let maximum = hasComma ? try bound(upper, at: start) : minimum
    if let maximum, maximum < minimum {
      throw problem(.reversedBounds(minimum, maximum), at: start)
    }
    return (minimum, maximum)
  }

  private mutating func digits() -> String {
    let start = position
    while let digit = peek(), ("0"..."9").contains(digit) { position += 1 }
    return text(from: start)
  }

  private func bound(_ digits: String, at start: Int) throws(MockRegexProblem) -> Int? {
    if digits.isEmpty { return nil }
    if let number = Int(digits), number <= Self.boundLimit { return number }
    throw problem(.largeBound(digits, limit: Self.boundLimit), at: start)
  }
}
