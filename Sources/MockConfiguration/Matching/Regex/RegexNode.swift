/// A regular expression as a tree.
///
/// Groups and options are resolved: what is left decides whether a text has a match.
indirect enum RegexNode: Sendable {
  case empty
  /// One character of a set.
  case character(RegexSet)
  case assertion(RegexAssertion)
  case sequence([RegexNode])
  case alternatives([RegexNode])
  /// At least `minimum` and at most `maximum` times; nil is without end.
  case repetition(RegexNode, minimum: Int, maximum: Int?)
}

/// A condition on a place between two characters.
enum RegexAssertion: UInt8, Sendable {
  case start
  case end
  /// The end, or before a line break that ends the text.
  case endBeforeNewline
  case lineStart
  case lineEnd
  case wordBoundary
  case noWordBoundary
}
