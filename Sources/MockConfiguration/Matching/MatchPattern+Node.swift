package import MockData

extension MatchPattern {
  /// A checked pattern: what is left to do is to compare.
  package indirect enum Node: Sendable {
    /// Equal to a value; at the top or under a field `null` accepts an absent one as well.
    case plain(AnyCodableValue)
    /// The fields that an object must match; others may be there. The path of a dotted name has its parts.
    case fields([(path: [String], pattern: Node)])
    /// One operator.
    case equal(AnyCodableValue)
    case notEqual(AnyCodableValue)
    case ordered(Ordering, AnyCodableValue)
    case isIn([AnyCodableValue])
    case isNotIn([AnyCodableValue])
    case regex(LinearRegex)
    case exists(Bool)
    case type(TypeName)
    case size(Int)
    case containsAll([AnyCodableValue])
    case containsElement(Node)
    case not(Node)
    /// Several operators of one object, or the patterns of `$and`.
    case allOf([Node])
    case anyOf([Node])
    case noneOf([Node])
    /// The name of a function that decides at run time.
    case predicate(String)
  }

  /// The comparisons of two numbers or two strings.
  package enum Ordering: String, Sendable {
    case greater = "$gt"
    case greaterOrEqual = "$gte"
    case less = "$lt"
    case lessOrEqual = "$lte"
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
  }
}
