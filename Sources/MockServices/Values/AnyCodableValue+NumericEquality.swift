extension AnyCodableValue {
  /// Tells whether two values are equal when numbers count by their exact mathematical value.
  ///
  /// `1` equals `1.0`, at any depth; `9007199254740993` does not equal `9007199254740992.0`, although
  /// converting the integer to a `Double` would say so. A NaN equals nothing, and a string never
  /// equals a number.
  public func isNumericallyEqual(to other: AnyCodableValue) -> Bool {
    switch (self, other) {
    case (.int(let integer), .double(let number)), (.double(let number), .int(let integer)):
      Int(exactly: number) == integer
    case (.array(let elements), .array(let others)):
      elements.count == others.count
        && zip(elements, others).allSatisfy { $0.isNumericallyEqual(to: $1) }
    case (.dictionary(let members), .dictionary(let others)):
      members.count == others.count
        && members.allSatisfy { key, value in
          others[key].map { value.isNumericallyEqual(to: $0) } ?? false
        }
    default:
      self == other
    }
  }
}
