package import MockData

extension MatchPattern {
  /// A checked pattern, ready for comparisons.
  package indirect enum Node: Sendable {
    /// A value to compare with; at the top level or in a field, `null` also accepts an absent value.
    case plain(AnyCodableValue)
    /// The fields that an object must match, with the parts of dotted names as paths; the object may have other fields.
    case fields([(path: [String], pattern: Node)])
    /// One operator.
    case condition(Matcher, MatchOperand)
    /// Several operators of one object, or the patterns of an `$and`.
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

  /// The pattern as it would be written in a configuration.
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
