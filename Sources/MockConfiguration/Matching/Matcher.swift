internal import MockData

/// An operator of patterns, and the word of scripts for it: all that is known of it.
///
/// The table ``all`` has each of them. What reads and evaluates patterns follows it, and so do messages, the words of
/// scripts, the JSON Schema, the articles' tables and the fuzzers.
package final class Matcher: Sendable {
  /// Decides about a value, which is nil where there is none.
  typealias Test =
    @Sendable (MatchOperand, AnyCodableValue?, MatchPattern.Predicate) throws -> Bool

  /// The operator, such as `$gt`.
  package let name: String
  /// The word behind `is.`, such as `gt`; nil where scripts have none.
  package let word: String?
  /// The word for a false operand and what it then accepts, where the other one is for a true one.
  package let negative: (word: String, summary: String)?
  /// The operator that accepts what this one refuses, where only that one has a word.
  package let opposite: String?
  /// What it takes.
  package let form: MatchOperandForm
  /// What it accepts, as documentation says it.
  package let summary: String
  /// Whether deciding may take much longer for some values; ``accepts`` then charges for it.
  let isCostly: Bool

  // What is known of it without arguments: which rules are never reached follows from it. What is not said is not known,
  // which is always true.

  /// The values that it accepts and no others; nil where they cannot be listed.
  let values: @Sendable (MatchOperand) -> [AnyCodableValue]?
  let acceptsNothing: @Sendable (MatchOperand) -> Bool
  /// Whether it accepts whatever another pattern accepts; one that is stated alike always does.
  let covers: @Sendable (MatchOperand, MatchPattern.Node) -> Bool
  /// Whether it accepts nothing that another pattern accepts.
  let excludes: @Sendable (MatchOperand, MatchPattern.Node) -> Bool
  let accepts: Test
  /// The node of the tree that stands for it, where that is none of one operator.
  let node: (@Sendable ([MatchPattern.Node]) -> MatchPattern.Node)?

  init(
    _ name: String, is word: String? = nil, isNot negative: (word: String, summary: String)? = nil,
    opposite: String? = nil, _ form: MatchOperandForm, _ summary: String, isCostly: Bool = false,
    values: @escaping @Sendable (MatchOperand) -> [AnyCodableValue]? = { _ in nil },
    acceptsNothing: @escaping @Sendable (MatchOperand) -> Bool = { _ in false },
    covers: @escaping @Sendable (MatchOperand, MatchPattern.Node) -> Bool = { _, _ in false },
    excludes: @escaping @Sendable (MatchOperand, MatchPattern.Node) -> Bool = { _, _ in false },
    node: (@Sendable ([MatchPattern.Node]) -> MatchPattern.Node)? = nil, accepts: @escaping Test
  ) {
    (self.name, self.word, self.negative, self.opposite) = (name, word, negative, opposite)
    (self.form, self.summary, self.isCostly, self.accepts) = (form, summary, isCostly, accepts)
    (self.values, self.acceptsNothing) = (values, acceptsNothing)
    (self.covers, self.excludes, self.node) = (covers, excludes, node)
  }

  /// An operator of several patterns that are one node of the tree.
  convenience init(
    _ name: String, is word: String, _ summary: String,
    node: @escaping @Sendable ([MatchPattern.Node]) -> MatchPattern.Node
  ) {
    self.init(name, is: word, .patterns, summary, node: node) {
      try node($0.patterns).accepts($1, predicate: $2)
    }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The operator of a name.
  package static func named(_ name: String) -> Matcher? { byName[name] }
}
