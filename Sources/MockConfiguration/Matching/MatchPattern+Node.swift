package import MockData

extension MatchPattern {
  /// A checked pattern: what is left to do is to compare.
  package indirect enum Node: Sendable {
    /// Equal to a value; at the top or under a field `null` accepts an absent one as well.
    case plain(AnyCodableValue)
    /// The fields that an object must match; others may be there. The path of a dotted name has its parts.
    case fields([(path: [String], pattern: Node)])
    /// One operator.
    case condition(Matcher, MatchOperand)
    /// Several operators of one object, or the patterns of `$and`.
    case allOf([Node])
    case anyOf([Node])
  }

  /// What `$type` asks for: a kind of value, or either kind of number.
  package enum TypeName: String, Sendable, CaseIterable {
    case null
    case bool
    case int
    case double
    case number
    case string
    case array
    case object

    /// All of them, as documentation names them.
    static let list = allCases.map { "`\($0.rawValue)`" }.joined(separator: " ")
  }
}

extension MatchPattern.Node {
  /// The patterns that it is made of.
  var patterns: [Self] {
    switch self {
    case .plain: []
    case .fields(let fields): fields.map(\.pattern)
    case .condition(_, let operand): operand.patterns
    case .allOf(let patterns), .anyOf(let patterns): patterns
    }
  }

  /// The pattern as a configuration would state it.
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
