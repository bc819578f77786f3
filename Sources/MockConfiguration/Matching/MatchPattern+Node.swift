package import MockData

extension MatchPattern {
  /// A checked pattern that is ready for comparisons.
  package indirect enum Node: Sendable {
    /// A value to compare with.
    ///
    /// In a field or at the top level, `null` also accepts an absent value.
    case plain(AnyCodableValue)
    /// The fields that an object must match.
    ///
    /// A dotted name is split into its parts. The object may have more fields.
    case fields([(path: [String], pattern: Node)])
    /// One operator.
    case condition(Matcher, MatchOperand)
    /// Several operators in one object, or the patterns of an `$and`.
    case allOf([Node])
    case anyOf([Node])
  }

  /// The operand of `$type`: a kind of value, or `number` for both kinds of numbers.
  package enum TypeName: String, Sendable, CaseIterable {
    case null
    case bool
    case int
    case double
    case number
    case string
    case array
    case object

    /// The names of all types, as the documentation lists them.
    static let list = allCases.map { "`\($0.rawValue)`" }.joined(separator: " ")
  }
}

extension MatchPattern.Node {
  /// The nested patterns.
  var patterns: [Self] {
    switch self {
    case .plain: []
    case .fields(let fields): fields.map(\.pattern)
    case .condition(_, let operand): operand.patterns
    case .allOf(let patterns), .anyOf(let patterns): patterns
    }
  }

  /// The pattern in the form in which it is written in a configuration.
  package var stated: AnyCodableValue {
    switch self {
    case .plain(let value): value
    case .fields(let fields):
      .dictionary(
        Dictionary(fields.map { ($0.path.joined(separator: "."), $0.pattern.stated) }) { $1 })
    case .condition(let matcher, let operand): .dictionary([matcher.name: operand.value])
    case .allOf(let patterns): ["$and": .array(patterns.map(\.stated))]
    case .anyOf(let patterns): ["$or": .array(patterns.map(\.stated))]
    }
  }
}
