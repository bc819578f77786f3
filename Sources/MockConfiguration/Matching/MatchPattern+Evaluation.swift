package import MockData

extension MatchPattern {
  /// Decides a `$where`: gets the name of the function and the value at its place, null where none is.
  package typealias Predicate = (_ name: String, _ value: AnyCodableValue) throws -> Bool

  /// Tells whether a value is one that the pattern describes.
  ///
  /// - Parameters:
  ///   - value: The object of a call's arguments, or a row of a collection.
  ///   - predicate: Decides `$where`; without one it accepts nothing.
  /// - Returns: Whether the pattern accepts the value.
  /// - Throws: What `predicate` throws.
  package func matches(
    _ value: AnyCodableValue, predicate: Predicate = { _, _ in false }
  ) throws -> Bool {
    try node.accepts(value, predicate: predicate)
  }
}

extension MatchPattern.Node {
  /// Tells whether the pattern accepts a value; nil stands for an absent one.
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
