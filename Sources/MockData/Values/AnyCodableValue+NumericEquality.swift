extension AnyCodableValue {
  /// Returns whether two values are equal.
  ///
  /// Numbers are compared by their exact mathematical values. `1` equals `1.0` at any depth. `9007199254740993` doesn't
  /// equal `9007199254740992.0`, although converting the integer to a `Double` would make them equal. NaN isn't equal
  /// to anything, and a string is never equal to a number.
  package func isNumericallyEqual(to other: AnyCodableValue) -> Bool {
    switch (self, other) {
    case (.int(let integer), .double(let number)), (.double(let number), .int(let integer)):
      return Int(exactly: number) == integer
    case (.number, _), (_, .number):
      return numericOrder(to: other) == 0
    case (.array(let elements), .array(let others)):
      // Loops instead of closures keep stack frames small, for deeply nested values on small stacks.
      guard elements.count == others.count else { return false }
      for index in elements.indices where !elements[index].isNumericallyEqual(to: others[index]) {
        return false
      }
      return true
    case (.dictionary(let members), .dictionary(let others)):
      guard members.count == others.count else { return false }
      for (key, value) in members {
        guard let counterpart = others[key], value.isNumericallyEqual(to: counterpart) else {
          return false
        }
      }
      return true
    default:
      return self == other
    }
  }
}
