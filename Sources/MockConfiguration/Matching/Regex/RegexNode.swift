/// A regular expression as a tree.
///
/// Groups and flags are resolved: what is left decides whether a text has a match. Whatever takes no
/// character and asks nothing is left out, so that each node but an empty branch needs a state at least.
indirect enum RegexNode: Sendable {
  /// Characters side by side: `e` and `\u{301}` are one, `é`.
  case literal(String, ignoresCase: Bool)
  /// One character of a set.
  case set(RegexSet)
  case assertion(RegexAssertion)
  case sequence([RegexNode])
  case alternatives([RegexNode])
  /// At least `minimum` and at most `maximum` times; nil is without end.
  case repetition(RegexNode, minimum: Int, maximum: Int?)
}

/// A condition on a place between two characters.
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

  /// Whether a match can begin at the start of a text only.
  var beginsAtStart: Bool {
    switch self {
    case .assertion(.start): true
    case .sequence(let nodes): nodes.first?.beginsAtStart ?? false
    case .alternatives(let nodes): nodes.allSatisfy(\.beginsAtStart)
    default: false
    }
  }
}
