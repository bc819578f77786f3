/// Reads a regular expression, character by character as Swift counts them.
///
/// Groups are kept on a stack of our own, so that nesting takes no stack of the thread.
struct RegexParser {
  /// How deep groups and classes may lie inside one another; the tree is walked by recursion.
  static let depthLimit = 64
  /// The bytes of an expression.
  static let lengthLimit = 1 << 16

  let pattern: [Character]
  var position = 0
  var options = RegexOptions()
  private var groups: [OpenGroup] = []
  private var names: Set<String> = []

  /// What is known of a group that is not closed yet; the first one is the whole expression.
  private struct OpenGroup {
    var start: Int
    /// The options that hold again behind it.
    var outerOptions: RegexOptions
    var alternatives: [RegexNode] = []
    var items: [RegexNode] = []
    /// Characters that stand side by side become those of Swift together: `e` and `\u{301}` are `é`.
    var literal = ""
  }

  static func parse(_ pattern: String) throws(RegexMistake) -> RegexNode {
    guard pattern.utf8.count <= lengthLimit else {
      throw RegexMistake(.tooLong(limit: lengthLimit))
    }
    var parser = RegexParser(pattern: Array(pattern))
    return try parser.parse()
  }

  private init(pattern: [Character]) {
    self.pattern = pattern
  }

  private mutating func parse() throws(RegexMistake) -> RegexNode {
    groups = [OpenGroup(start: 0, outerOptions: options)]
    while let character = peek() {
      if skipTrivia() { continue }
      switch character {
      case "(" where isNext("(?#"): try skipComment()
      case "(": try openGroup()
      case ")": try closeGroup()
      case "\\" where eat("\\Q"): groups[groups.count - 1].literal += quoted()
      case "|":
        position += 1
        closeAlternative()
      default: try parseItem()
      }
    }
    if groups.count > 1, let group = groups.last {
      throw RegexMistake(.unclosedGroup, at: group.start)
    }
    return closed()
  }

  // MARK: - Items

  private mutating func parseItem() throws(RegexMistake) {
    let start = position
    if let quantifier = try quantifier() {
      throw RegexMistake(.nothingToRepeat(quantifier.text), at: start)
    }
    switch try atom() {
    case .literal(let text):
      if let quantifier = try quantifier() {
        let group = groups.count - 1
        closeLiteral()
        groups[group].literal = text
        let before = groups[group].items.count
        closeLiteral()
        let items = Array(groups[group].items[before...])
        groups[group].items.removeSubrange(before...)
        add(repeating(Self.sequence(items), quantifier))
      } else {
        groups[groups.count - 1].literal += text
      }
    case .set(let set): try addRepeatable(.character(set))
    case .assertion(let assertion): add(.assertion(assertion))
    }
  }

  private static func sequence(_ items: [RegexNode]) -> RegexNode {
    items.count == 1 ? items[0] : .sequence(items)
  }

  /// Adds what a quantifier may follow.
  private mutating func addRepeatable(_ node: RegexNode) throws(RegexMistake) {
    add(try quantifier().map { repeating(node, $0) } ?? node)
  }

  private mutating func add(_ node: RegexNode) {
    closeLiteral()
    groups[groups.count - 1].items.append(node)
  }

  private func repeating(_ node: RegexNode, _ quantifier: Quantifier) -> RegexNode {
    .repetition(node, minimum: quantifier.minimum, maximum: quantifier.maximum)
  }

  private mutating func closeLiteral() {
    let group = groups.count - 1
    for character in groups[group].literal {
      groups[group].items.append(
        .character(RegexSet(character, ignoresCase: options.ignoresCase)))
    }
    groups[group].literal = ""
  }

  // MARK: - Groups

  private mutating func openGroup() throws(RegexMistake) {
    let start = position
    let outer = options
    switch try groupStart() {
    case .options(let changed):
      closeLiteral()
      options = changed
    case .group(let changed, let name):
      if let name, !names.insert(name).inserted {
        throw RegexMistake(.repeatedName(name), at: start)
      }
      closeLiteral()
      options = changed
      groups.append(OpenGroup(start: start, outerOptions: outer))
      guard groups.count <= Self.depthLimit else {
        throw RegexMistake(.nestedTooDeep(limit: Self.depthLimit), at: start)
      }
    }
  }

  private mutating func closeGroup() throws(RegexMistake) {
    guard groups.count > 1 else { throw RegexMistake(.unopenedGroup, at: position) }
    position += 1
    let node = closed()
    options = groups.removeLast().outerOptions
    try addRepeatable(node)
  }

  private mutating func closeAlternative() {
    closeLiteral()
    let group = groups.count - 1
    let items = groups[group].items
    groups[group].items = []
    groups[group].alternatives.append(Self.sequence(items))
  }

  /// What the innermost group holds.
  private mutating func closed() -> RegexNode {
    closeAlternative()
    let alternatives = groups[groups.count - 1].alternatives
    return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
  }
}

// MARK: - Reading

extension RegexParser {
  func peek() -> Character? {
    position < pattern.count ? pattern[position] : nil
  }

  mutating func next() -> Character? {
    guard let character = peek() else { return nil }
    position += 1
    return character
  }

  func isNext(_ text: String) -> Bool {
    var index = position
    for character in text {
      guard index < pattern.count, pattern[index] == character else { return false }
      index += 1
    }
    return true
  }

  mutating func eat(_ text: String) -> Bool {
    guard isNext(text) else { return false }
    position += text.count
    return true
  }

  /// Takes the characters up to a closing one, and this one too; nil where it does not come.
  mutating func text(upTo end: Character) -> String? {
    guard let close = pattern[position...].firstIndex(of: end) else { return nil }
    defer { position = close + 1 }
    return String(pattern[position..<close])
  }

  /// The text of the pattern from a place to the next character.
  func text(from start: Int) -> String {
    String(pattern[start..<position])
  }

  mutating func skipWhitespace() {
    while let character = peek(), character.isPatternWhitespace { position += 1 }
  }

  /// Skips white space and comments that the option `x` allows; true where there was any.
  mutating func skipTrivia() -> Bool {
    guard options.isExtended else { return false }
    let start = position
    skipWhitespace()
    if eat("#") {
      while let character = next(), !["\n", "\r", "\r\n"].contains(character) {}
    }
    return position > start
  }

  private mutating func skipComment() throws(RegexMistake) {
    let start = position
    guard text(upTo: ")") != nil else {
      throw RegexMistake(.unclosed("(?#", with: ")"), at: start)
    }
  }

  /// What follows `\Q`, up to `\E` or the end.
  mutating func quoted() -> String {
    let start = position
    while position < pattern.count {
      let end = position
      if eat("\\E") { return String(pattern[start..<end]) }
      position += 1
    }
    return text(from: start)
  }
}

extension Character {
  fileprivate var isPatternWhitespace: Bool {
    unicodeScalars.first?.properties.isPatternWhitespace ?? false
  }
}
