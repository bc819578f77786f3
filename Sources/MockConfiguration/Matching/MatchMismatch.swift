package import MockData

/// The first field of the arguments that a pattern doesn't accept.
package struct MatchMismatch: Sendable, Equatable {
  /// The field, such as `order.items`; empty for the arguments as a whole.
  package var path: String
  /// The pattern for that field, as written in the configuration.
  package var expected: AnyCodableValue
  /// The actual value, if there is one.
  package var actual: AnyCodableValue?

  /// Creates a mismatch.
  package init(path: String, expected: AnyCodableValue, actual: AnyCodableValue?) {
    self.path = path
    self.expected = expected
    self.actual = actual
  }
}

extension MatchMismatch: CustomStringConvertible {
  /// The mismatch as a string: the path in backticks, followed by `: expected 1, found 2`.
  package var description: String {
    let place = path.isEmpty ? "the arguments" : "`\(path.escaped)`"
    return "\(place): expected \(expected.shortText), found \(actual?.shortText ?? "nothing")"
  }
}

extension MatchPattern {
  /// Returns the first field that the pattern doesn't accept, or nil if it accepts the value.
  package func mismatch(
    with value: AnyCodableValue, predicate: Predicate = { _, _ in false }
  ) throws -> MatchMismatch? {
    try node.mismatch(with: value, path: [], predicate: predicate)
  }
}

extension MatchPattern.Node {
  fileprivate func mismatch(
    with value: AnyCodableValue?, path: [String], predicate: MatchPattern.Predicate
  ) throws -> MatchMismatch? {
    switch self {
    case .fields(let fields):
      guard case .dictionary = value else { break }
      for field in fields {
        let member = value?.member(at: field.path)
        let found = try field.pattern.mismatch(
          with: member, path: path + field.path, predicate: predicate)
        if let found { return found }
      }
      return nil
    case .allOf(let patterns):
      for pattern in patterns {
        if let found = try pattern.mismatch(with: value, path: path, predicate: predicate) {
          return found
        }
      }
      return nil
    default: break
    }
    if try accepts(value, predicate: predicate) { return nil }
    return MatchMismatch(path: path.joined(separator: "."), expected: stated, actual: value)
  }
}
