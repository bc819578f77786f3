package import MockData

extension MatchPattern {
  /// Evaluates a `$where` for the value at its place.
  ///
  /// `value` is null if there is none.
  package typealias Predicate = (_ name: String, _ value: AnyCodableValue) throws -> Bool

  /// Returns whether the pattern matches a value.
  ///
  /// - Parameters:
  ///   - value: The object with a call's arguments, or a row of a collection.
  ///   - predicate: Evaluates `$where`; by default, `$where` matches nothing.
  /// - Returns: Whether the pattern accepts the value.
  /// - Throws: The error that `predicate` throws.
  package func matches(
    _ value: AnyCodableValue, predicate: Predicate = { _, _ in false }
  ) throws -> Bool {
    try node.accepts(value, predicate: predicate)
  }
}

extension MatchPattern.Node {
  /// Returns whether the pattern accepts a value.
  ///
  /// For an absent value, pass nil.
  package func accepts(
    _ value: AnyCodableValue?, predicate: MatchPattern.Predicate
  ) throws -> Bool {
    try MatchPattern.spend(comparing: comparisonCost)
    switch self {
    case .plain(.null): return value == nil || value == .null
    case .plain(let operand): return value?.isNumericallyEqual(to: operand) ?? false
    case .fields(let fields):
      guard case .dictionary = value else { return false }
      for field in fields
      where try !field.pattern.accepts(value?.member(at: field.path), predicate: predicate) {
        return false
      }
      return true
    case .condition(let matcher, let operand):
      return try matcher.accepts(operand, value, predicate)
    case .allOf(let patterns):
      return try patterns.allSatisfy { try $0.accepts(value, predicate: predicate) }
    case .anyOf(let patterns):
      return try patterns.contains { try $0.accepts(value, predicate: predicate) }
    }
  }
}
