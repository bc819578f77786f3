@testable import MockConfiguration

/// Finds a match by walking the tree of an expression with sets of places: too slow for use, and too
/// simple to be wrong.
struct TreeMatcher {
  private let text: String
  private let characters: [Character]
  private let offsets: [Int]

  init(_ text: String) {
    self.text = text
    characters = Array(text)
    var offset = 0
    offsets =
      [0]
      + characters.map { character in
        offset += character.utf8.count
        return offset
      }
  }

  func isFound(_ node: RegexNode) -> Bool {
    !ends(of: node, from: Set(0...characters.count)).isEmpty
  }

  /// Where a node ends that begins at one of some places.
  private func ends(of node: RegexNode, from starts: Set<Int>) -> Set<Int> {
    switch node {
    case .empty: return starts
    case .character(let set):
      return Set(starts.filter { $0 < characters.count && has(set, characters[$0]) }.map { $0 + 1 })
    case .assertion(let assertion): return starts.filter { holds(assertion, at: $0) }
    case .sequence(let nodes): return nodes.reduce(starts) { ends(of: $1, from: $0) }
    case .alternatives(let nodes):
      return nodes.reduce(into: Set()) { $0.formUnion(ends(of: $1, from: starts)) }
    case .repetition(let node, let minimum, let maximum):
      var current = starts
      for _ in 0..<min(minimum, maximum ?? .max) { current = ends(of: node, from: current) }
      var all = current
      var count = minimum
      while !current.isEmpty, maximum.map({ count < $0 }) ?? true {
        current = ends(of: node, from: current).subtracting(all)
        all.formUnion(current)
        count += 1
      }
      return all
    }
  }

  private func has(_ set: RegexSet, _ character: Character) -> Bool {
    if character == "\r\n" { return set.ascii.hasLineBreakPair }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return false }
    if first.isASCII, scalars.count == 1 { return set.ascii.contains(UInt8(ascii: first)) }
    var other = RegexCharacter(first: first, text: String(character)[...])
    return set.contains(&other)
  }

  private func holds(_ assertion: RegexAssertion, at place: Int) -> Bool {
    let isAtEnd = place == characters.count
    switch assertion {
    case .start: return place == 0
    case .end: return isAtEnd
    case .endBeforeNewline:
      return isAtEnd || (place == characters.count - 1 && characters[place].isNewline)
    case .lineStart: return place == 0 || characters[place - 1].isNewline
    case .lineEnd: return isAtEnd || characters[place].isNewline
    case .wordBoundary: return isBoundary(place)
    case .noWordBoundary: return !isBoundary(place)
    }
  }

  private func isBoundary(_ place: Int) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return true }
      var boundaries = WordBoundaries(UTF8Text(bytes: start, count: bytes.count))
      return boundaries.contains(offsets[place])
    }
  }
}
