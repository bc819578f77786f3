extension MatchPattern {
  /// The operators of a pattern.
  enum Operator: String, CaseIterable {
    case equal = "$eq"
    case notEqual = "$ne"
    case greater = "$gt"
    case greaterOrEqual = "$gte"
    case less = "$lt"
    case lessOrEqual = "$lte"
    case isIn = "$in"
    case isNotIn = "$nin"
    case regex = "$regex"
    case exists = "$exists"
    case type = "$type"
    case size = "$size"
    case containsAll = "$all"
    case containsElement = "$elemMatch"
    case not = "$not"
    case and = "$and"
    case or = "$or"
    case nor = "$nor"
    case predicate = "$where"
  }
}
