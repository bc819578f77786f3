/// A parser for regular expressions, which works with Swift's `Character`s.
struct RegexParser {
  /// The maximum depth of nesting, including the expression itself.
  ///
  /// Groups are parsed recursively.
  static let depthLimit = 64
  /// The maximum length of an expression in bytes.
  static let lengthLimit = 1 << 16

  /// The flags that `(?i)` and `(?i:...)` set.
  struct Flags {
    /// `i`.
    var ignoresCase = false
    /// `m`: `^` and `$` match at each line.
    var matchesLines = false
    /// `s`: `.` also matches line breaks.
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
      } else if end == start, case .literal(let text, _) = item,
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

  /// Returns a literal character.
  ///
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

  /// Reads the characters up to a closing one, and returns them without it.
  ///
  /// The closing character is read, too.
  mutating func text(
    upTo end: Character, of start: Int
  ) throws(MockRegexProblem) -> String {
    guard let close = pattern[position...].firstIndex(of: end) else {
      throw problem(.unclosed(text(from: start), with: String(end)), at: start)
    }
    defer { position = close + 1 }
    return String(pattern[position..<close])
  }

  /// Returns the text of the pattern from a position to the next character.
  func text(from start: Int) -> String {
    String(pattern[start..<position])
  }
}
