package import MockData

/// An operator of patterns, and the word of scripts for it: all that is known of it.
///
/// The table ``all`` has each of them. What reads and evaluates patterns follows it, and so do messages, the words of
/// scripts, the JSON Schema, the articles' tables and the fuzzers.
package struct Matcher: Sendable {
  /// The operator, such as `$gt`.
  package let name: String
  /// The word behind `is.`, such as `gt`; nil where scripts have none.
  package let word: String?
  /// The word for a false operand and what it then accepts, where the other one is for a true one.
  package var negative: (word: String, summary: String)?
  /// The operator that accepts what this one refuses, where only that one has a word.
  package var opposite: String?
  /// What it takes.
  package let form: MatchOperandForm
  /// What it accepts, as documentation says it.
  package let summary: String
  /// Makes a condition of an operand, in which patterns lie so deep.
  let read: @Sendable (_ operand: ConfigurationNode, _ depth: Int) throws -> MatchPattern.Node

  /// What is known of an operator without arguments: which rules are never reached follows from it.
  ///
  /// What is not said is not known, which is always true.
  struct Reach<Operand>: Sendable {
    /// The values that it accepts and no others; nil where they cannot be listed.
    var values: @Sendable (Operand) -> [AnyCodableValue]? = { _ in nil }
    var acceptsNothing: @Sendable (Operand) -> Bool = { _ in false }
    /// Whether it accepts whatever another pattern accepts; one that is stated alike always does.
    var covers: @Sendable (Operand, MatchPattern.Node) -> Bool = { _, _ in false }
    /// Whether it accepts nothing that another pattern accepts.
    var excludes: @Sendable (Operand, MatchPattern.Node) -> Bool = { _, _ in false }
  }
}

extension Matcher {
  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The operator of a name.
  package static func named(_ name: String) -> Matcher? { byName[name] }

  /// An operator that decides about one value, which is nil where there is none.
  ///
  /// One that is costly may take much longer for some values, and charges for it.
  init<Operand>(
    _ name: String, is word: String? = nil, isNot negative: (word: String, summary: String)? = nil,
    opposite: String? = nil, _ operand: MatchOperand<Operand>, _ summary: String,
    isCostly: Bool = false, reach: Reach<Operand> = Reach(),
    accepts:
      @escaping @Sendable (Operand, AnyCodableValue?, MatchPattern.Predicate) throws -> Bool
  ) {
    self.init(
      name: name, word: word, negative: negative, opposite: opposite, form: operand.form,
      summary: summary
    ) { node, depth in
      let read = try operand.read(node, of: name, depth: depth)
      let (stated, patterns) = (operand.stated(read), operand.patterns(read))
      return .condition(
        MatchPattern.Condition(
          name: name, form: operand.form, operand: stated, patterns: patterns, isCostly: isCostly,
          comparisonCost: operand.form.hasValues && patterns.isEmpty ? stated.comparisonCost : 0,
          values: reach.values(read), acceptsNothing: reach.acceptsNothing(read),
          covers: { reach.covers(read, $0) }, excludes: { reach.excludes(read, $0) },
          accepts: { try accepts(read, $0, $1) }))
    }
  }

  /// An operator of several patterns that are one node of the tree.
  init(
    _ name: String, is word: String, _ summary: String,
    node: @escaping @Sendable ([MatchPattern.Node]) -> MatchPattern.Node
  ) {
    let operand = MatchOperand<[MatchPattern.Node]>.patterns
    self.init(name: name, word: word, form: operand.form, summary: summary) {
      node(try operand.read($0, of: name, depth: $1))
    }
  }
}
