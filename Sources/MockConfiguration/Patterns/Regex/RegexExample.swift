extension LinearRegex {
  /// Makes a short string in which an expression matches, with lengths in characters.
  ///
  /// Returns nil if none was found.
  package static func example(of pattern: String, minimum: Int, limit: Int) -> String? {
    guard let expression = try? LinearRegex(pattern),
      let node = try? RegexParser.parse(pattern).node
    else { return nil }
    var shortest = RegexExample(limit: limit)
    guard shortest.add(node) else { return nil }
    var longer = RegexExample(limit: limit, missing: max(0, minimum - shortest.text.count))
    // Assertions, such as `\b`, aren't considered until the string is complete.
    guard longer.add(node), longer.text.count >= minimum, expression.isFound(in: longer.text)
    else { return nil }
    return longer.text
  }
}

/// A string made for the tree of an expression: the first alternatives, with the fewest repetitions.
private struct RegexExample {
  private(set) var text = ""
  private let limit: Int
  /// The number of characters that further repetitions are to add.
  private var missing: Int

  init(limit: Int, missing: Int = 0) {
    (self.limit, self.missing) = (limit, missing)
  }

  /// Adds a string for a node, or returns false if that isn't possible within the limit.
  mutating func add(_ node: RegexNode) -> Bool {
    switch node {
    case .literal(let literal, _): text += literal
    case .set(let set):
      guard let character = Self.character(of: set) else { return false }
      text.append(character)
    case .assertion: break
    case .sequence(let nodes):
      for node in nodes where !add(node) { return false }
    case .alternatives(let nodes): return nodes.first.map { add($0) } ?? true
    case .repetition(let node, let minimum, let maximum):
      for _ in 0..<minimum where !add(node) { return false }
      var rest = maximum.map { $0 - minimum } ?? missing
      while rest > 0, missing > 0 {
        let before = text.count
        guard add(node), text.count > before else { return false }
        missing -= text.count - before
        rest -= 1
      }
    }
    return text.count <= limit
  }

  private static let usual: [Character] =
    (["a", "A", "1", "-", "_", "."] as [Character]) + printable
  private static let printable = (UInt8(0x20)...0x7e).map { Character(Unicode.Scalar($0)) }

  /// Returns a character of a set, a letter or a digit if possible.
  private static func character(of set: RegexSet) -> Character? {
    if let usual = usual.first(where: { set.contains($0) }) { return usual }
    return switch set {
    case .character(let character): character
    case .range(let range, _): range.lowerBound
    case .newline: "\n"
    case .union(let sets): sets.lazy.compactMap(character).first
    default: nil
    }
  }
}
