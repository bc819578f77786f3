@testable import MockConfiguration

/// Matches an expression by walking its tree with sets of positions.
///
/// This is too slow for real use, but easy to verify.
struct TreeMatcher {
  private let characters: [Character]

  init(_ text: String) {
    characters = Array(text)
  }

  func isFound(_ node: RegexNode) -> Bool {
    !ends(of: node, from: Set(0...characters.count)).isEmpty
  }

  /// Returns the end positions of a node for the given start positions.
  private func ends(of node: RegexNode, from starts: Set<Int>) -> Set<Int> {
    switch node {
    case .literal(let text, let ignoresCase):
      return text.reduce(starts) {
        ends(of: .set(RegexSet($1, ignoresCase: ignoresCase)), from: $0)
      }
    case .set(let set):
      return Set(
        starts.filter { $0 < characters.count && set.contains(characters[$0]) }.map { $0 + 1 })
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

  private func holds(_ assertion: RegexAssertion, at place: Int) -> Bool {
    let isAtEnd = place == characters.count
    switch assertion {
    case .start: return place == 0
    case .end: return isAtEnd
    case .lineStart: return place == 0 || characters[place - 1].isNewline
    case .lineEnd: return isAtEnd || characters[place].isNewline
    case .wordBoundary: return isWord(place - 1) != isWord(place)
    case .noWordBoundary: return isWord(place - 1) == isWord(place)
    }
  }

  private func isWord(_ place: Int) -> Bool {
    characters.indices.contains(place) && characters[place].isRegexWord
  }
}
