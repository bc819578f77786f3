package import MockData

/// The definition of a pattern's operator and of the corresponding word in scripts.
///
/// The table ``all`` contains every operator. Parsing, matching, messages, the words in scripts, the JSON Schema,
/// tables in articles, and fuzzers all use this table.
package final class Matcher: Sendable {
  /// The kinds of values that an operator can accept.
  package enum Accepted: Sendable {
    case anything
    case strings
    case lists
    case objects
  }

  /// The part of a value that the operand is compared with.
  package enum Subject: Sendable {
    /// The value itself.
    case value
    /// The elements of a list.
    case elements
    /// The values of an object's members.
    case members
    /// Something else, or the operator accepts the values that they don't accept.
    case other
  }

  /// Evaluates the operator for a value, or for nil if the value is missing.
  typealias Test =
    @Sendable (MatchOperand, AnyCodableValue?, MatchPattern.Predicate) throws -> Bool

  /// The operator, such as `$gt`.
  package let name: String
  /// The word after `is.`, such as `gt`; nil if scripts have no word for the operator.
  package let word: String?
  /// The word for the operand `false`, with its summary, if `word` is only for the operand `true`.
  package let negative: (word: String, summary: String)?
  /// The operator that accepts exactly the values that this operator rejects, if scripts only have a word for that
  /// operator.
  package let opposite: String?
  /// The kind of operand.
  package let form: MatchOperandForm
  package let accepted: Accepted
  package let subject: Subject
  /// The minimum number of patterns that a script must write.
  package let minimum: Int
  /// A description of the accepted values, for the documentation.
  package let summary: String
  /// Whether matching can take much longer for some values.
  ///
  /// If so, ``accepts`` must call `MatchPattern.spend`.
  let isCostly: Bool

  // Properties that don't depend on arguments, which are used to find unreachable rules. The defaults claim nothing, so
  // they are safe.

  /// Returns all values that the operator accepts; nil if they can't be listed.
  let values: @Sendable (MatchOperand) -> [AnyCodableValue]?
  let acceptsNothing: @Sendable (MatchOperand) -> Bool
  /// Returns whether the operator accepts everything that another pattern accepts.
  ///
  /// It doesn't have to recognize equal patterns.
  let covers: @Sendable (MatchOperand, MatchPattern.Node) -> Bool
  /// Returns whether no value satisfies both the operator and another pattern.
  let excludes: @Sendable (MatchOperand, MatchPattern.Node) -> Bool
  let accepts: Test
  /// Creates the node for the patterns of an operator that combines patterns; nil for all other operators.
  let node: (@Sendable ([MatchPattern.Node]) -> MatchPattern.Node)?

  init(
    _ name: String, is word: String? = nil, isNot negative: (word: String, summary: String)? = nil,
    opposite: String? = nil, _ form: MatchOperandForm, of accepted: Accepted = .anything,
    compares subject: Subject = .value, minimum: Int = 1, _ summary: String, isCostly: Bool = false,
    values: @escaping @Sendable (MatchOperand) -> [AnyCodableValue]? = { _ in nil },
    acceptsNothing: @escaping @Sendable (MatchOperand) -> Bool = { _ in false },
    covers: @escaping @Sendable (MatchOperand, MatchPattern.Node) -> Bool = { _, _ in false },
    excludes: @escaping @Sendable (MatchOperand, MatchPattern.Node) -> Bool = { _, _ in false },
    node: (@Sendable ([MatchPattern.Node]) -> MatchPattern.Node)? = nil, accepts: @escaping Test
  ) {
    (self.name, self.word, self.negative, self.opposite) = (name, word, negative, opposite)
    (self.form, self.accepted, self.subject, self.minimum) = (form, accepted, subject, minimum)
    (self.summary, self.isCostly, self.accepts) = (summary, isCostly, accepts)
    (self.values, self.acceptsNothing) = (values, acceptsNothing)
    (self.covers, self.excludes, self.node) = (covers, excludes, node)
  }

  /// Creates an operator that combines several patterns into one node of the tree.
  convenience init(
    _ name: String, is word: String, _ summary: String,
    node: @escaping @Sendable ([MatchPattern.Node]) -> MatchPattern.Node
  ) {
    self.init(name, is: word, .patterns, minimum: 2, summary, node: node) {
      try node($0.patterns).accepts($1, predicate: $2)
    }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Returns the operator with a name.
  package static func named(_ name: String) -> Matcher? { byName[name] }
}

extension Matcher {
  /// The operand that follows a word in a script.
  package enum Written {
    case nothing
    case value(AnyCodableValue)
    case patterns([AnyCodableValue])
  }

  /// Returns the word and the operand with which a script writes the operator; nil if a script can't write it.
  package func written(
    _ operand: AnyCodableValue
  ) -> (word: String, operand: Written)? {
    guard let word else { return nil }
    switch (form, operand) {
    case (.flag, .bool(let flag)):
      return (flag ? word : negative?.word).map { ($0, .nothing) }
    case (.value, _), (.orderable, .int), (.orderable, .double), (.orderable, .number),
      (.orderable, .string), (.regex, .string), (.type, .string), (.text, .string), (.size, .int),
      (.list, .array):
      return (word, .value(operand))
    case (.pattern, _): return (word, .patterns([operand]))
    case (.patterns, .array(let patterns)) where patterns.count >= minimum:
      return (word, .patterns(patterns))
    default: return nil
    }
  }
}
