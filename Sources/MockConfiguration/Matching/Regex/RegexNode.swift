/// A regular expression as a tree.
///
/// Groups and flags are already resolved, so the tree contains only what determines a match. Parts that always match
/// the empty string are left out. Each node except an empty branch therefore requires at least one state.
indirect enum RegexNode: Sendable {
  /// Adjacent characters.
  ///
  /// `e` followed by `\u{301}` is one character, `é`.
  case literal(String, ignoresCase: Bool)
  /// One character of a set.
  case set(RegexSet)
  case assertion(RegexAssertion)
  case sequence([RegexNode])
  case alternatives([RegexNode])
  /// A node that is repeated at least `minimum` and at most `maximum` times.
  ///
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
