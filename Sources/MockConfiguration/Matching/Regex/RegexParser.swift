/// Reads a regular expression, character by character as Swift counts them.
struct RegexParser {
  /// How deep groups may lie inside one another, the expression counted; they are read by recursion.
  static let depthLimit = 64
  /// The bytes of an expression.
  static let lengthLimit = 1 << 16

  /// What the letters of `(?i)` and `(?i:...)` switch.
  struct Flags {
    /// `i`.
    var ignoresCase = false
    /// `m`: `^` and `$` match at each line.
    var matchesLines = false
    /// `s`: `.` matches line breaks as well.
    var dotMatchesNewlines = false
  }

  let text: String
  let pattern: [Character]
  var position = 0
  var flags = Flags()
  var depth = 0

  static func parse(_ text: String) throws(MockRegexProblem) -> RegexNode {
    guard text.utf8.count <= lengthLimit else {
      throw MockRegexProblem(pattern: text, position: nil, reason: .tooLong(limit: lengthLimit))
    }
    var parser = RegexParser(text: text, pattern: Array(text))
    let node = try parser.alternatives(at: 0)
    guard parser.peek() == nil else { throw parser.problem(.unopenedGroup, at: parser.position) }
    return node
  }

  // MARK: - Structure

  /// Reads up to the end of the expression or of a group, which began at `start`.
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
    // Where the last item ends, unless it is repeated.
    var end = 0
    while let character = peek(), character != "|", character != ")" {
      let start = position
      if try quantifier() != nil { throw problem(.nothingToRepeat(text(from: start)), at: start) }
      guard let item = try item(character) else { continue }
      if case .assertion = item {
        items.append(item)
      } else if let (minimum, maximum) = try quantifier() {
        // What takes no character and asks nothing is left out.
        if maximum == 0 || item.isEmpty { continue }
        items.append(.repetition(item, minimum: minimum, maximum: maximum))
      } else if end == start, case .literal(let text, _) = item,
        case .literal(let before, let ignoresCase) = items.last
      {
        // Characters that stand side by side become those of Swift together.
        items[items.count - 1] = .literal(before + text, ignoresCase: ignoresCase)
        end = position
      } else if !item.isEmpty {
        items.append(item)
        end = position
      }
    }
    return items.count == 1 ? items[0] : .sequence(items)
  }

  /// Reads what a quantifier may follow, or an assertion; nil where it only switches flags.
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

  /// A character that stands for itself; one that looks like syntax with a mark on it is refused.
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

  /// Takes the characters up to a closing one, and this one too.
  mutating func text(
    upTo end: Character, of start: Int
  ) throws(MockRegexProblem) -> String {
    guard let close = pattern[position...].firstIndex(of: end) else {
      throw problem(.unclosed(text(from: start), with: String(end)), at: start)
    }
    defer { position = close + 1 }
    return String(pattern[position..<close])
  }

  /// The text of the pattern from a place to the next character.
  func text(from start: Int) -> String {
    String(pattern[start..<position])
  }
}
