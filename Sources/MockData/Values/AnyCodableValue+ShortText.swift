extension AnyCodableValue {
  /// The value as compact JSON for a message, truncated if it is long.
  package var shortText: String { text(limit: 120) }

  /// Returns the value as compact JSON with a maximum number of characters.
  ///
  /// If it is truncated, an ellipsis follows.
  package func text(limit: Int) -> String {
    let text = String(decoding: compactJSON, as: UTF8.self)
    return (text.count > limit ? text.prefix(limit) + "..." : text).escaped(limit: limit + 3)
  }

  /// The value with all whole doubles converted to integers, so that equal numbers are equal values.
  package var withPlainNumbers: AnyCodableValue {
    switch self {
    case .double(let number): Int(exactly: number).map { .int($0) } ?? self
    case .number(let number):
      number.order(to: number.double) == 0
        ? .double(number.double)
        : AnyCodableValue(number.digits, isInteger: number.digits.isWhole) ?? self
    case .array(let elements): .array(elements.map(\.withPlainNumbers))
    case .dictionary(let members): .dictionary(members.mapValues(\.withPlainNumbers))
    default: self
    }
  }

  /// Returns the member at a path through objects, or nil if there is none.
  ///
  /// If the path doesn't lead through objects, the rest of it is looked up as one name with dots, such as `hub.mode` in
  /// a query.
  package func member(at path: [String]) -> AnyCodableValue? {
    var value = self
    for name in path {
      guard case .dictionary(let members) = value, let member = members[name] else {
        return path.count > 1 ? member(atDotted: path[...]) : nil
      }
      value = member
    }
    return value
  }

  private func member(atDotted path: ArraySlice<String>) -> AnyCodableValue? {
    guard let name = path.first else { return self }
    guard case .dictionary(let members) = self else { return nil }
    return members[name]?.member(atDotted: path.dropFirst()) ?? members[path.joined(separator: ".")]
  }
}
