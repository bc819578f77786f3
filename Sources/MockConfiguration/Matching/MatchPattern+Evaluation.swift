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
    try spend(on: value)
    switch self {
    case .plain(.null): return value == nil || value == .null
    case .plain(let operand), .equal(let operand):
      return value?.isNumericallyEqual(to: operand) ?? false
    case .notEqual(let operand): return !(value?.isNumericallyEqual(to: operand) ?? false)
    case .fields(let fields):
      guard case .dictionary = value else { return false }
      for field in fields
      where try !field.pattern.accepts(value?.member(at: field.path), predicate: predicate) {
        return false
      }
      return true
    case .ordered(let ordering, let operand): return ordering.accepts(value, operand)
    case .isIn(let operands): return operands.holds(value)
    case .isNotIn(let operands): return !operands.holds(value)
    case .regex(let regex):
      guard case .string(let text) = value else { return false }
      return try regex.isFound(in: text) { steps in try MatchPattern.spend(steps) }
    case .exists(let exists): return (value != nil) == exists
    case .type(let type): return type.accepts(value)
    case .size(let size):
      guard case .array(let elements) = value else { return false }
      return elements.count == size
    case .containsAll(let operands):
      // MongoDB's `$all` of an empty list matches nothing.
      guard case .array(let elements) = value, !operands.isEmpty else { return false }
      return elements.holdsAll(operands)
    case .containsElement(let pattern):
      guard case .array(let elements) = value else { return false }
      return try elements.contains { try pattern.accepts($0, predicate: predicate) }
    case .not(let pattern): return try !pattern.accepts(value, predicate: predicate)
    case .allOf(let patterns):
      return try patterns.allSatisfy { try $0.accepts(value, predicate: predicate) }
    case .anyOf(let patterns):
      return try patterns.contains { try $0.accepts(value, predicate: predicate) }
    case .noneOf(let patterns):
      return try !patterns.contains { try $0.accepts(value, predicate: predicate) }
    case .predicate(let name): return try predicate(name, value ?? .null)
    }
  }
}

extension MatchPattern.Ordering {
  /// Compares two numbers by their exact value, or two strings; all else is false.
  func accepts(_ value: AnyCodableValue?, _ operand: AnyCodableValue) -> Bool {
    switch (value, operand) {
    case (.string(let text), .string(let other)): holds(text < other, text > other, text == other)
    case (.int(let integer), .int(let other)):
      holds(integer < other, integer > other, integer == other)
    case (.double(let number), .double(let other)):
      holds(number < other, number > other, number == other)
    // Swift compares integers with floating-point numbers without rounding when both are generic.
    case (.int(let integer), .double(let other)): Self.compare(integer, other, self)
    case (.double(let number), .int(let other)): Self.compare(other, number, mirrored)
    case (.number, _), (_, .number):
      value?.numericOrder(to: operand).map { holds($0 < 0, $0 > 0, $0 == 0) } ?? false
    default: false
    }
  }

  private func holds(_ isLess: Bool, _ isGreater: Bool, _ isEqual: Bool) -> Bool {
    switch self {
    case .greater: isGreater
    case .greaterOrEqual: isGreater || isEqual
    case .less: isLess
    case .lessOrEqual: isLess || isEqual
    }
  }

  private var mirrored: Self {
    switch self {
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    }
  }

  private static func compare(_ integer: Int, _ number: Double, _ ordering: Self) -> Bool {
    guard !number.isNaN else { return false }
    if number >= 0x1p63 { return ordering.holds(true, false, false) }
    if number < -0x1p63 { return ordering.holds(false, true, false) }
    let whole = Int(number.rounded(.down))
    let hasFraction = number != number.rounded(.down)
    return ordering.holds(
      integer < whole || (integer == whole && hasFraction), integer > whole,
      integer == whole && !hasFraction)
  }
}

extension MatchPattern.TypeName {
  fileprivate func accepts(_ value: AnyCodableValue?) -> Bool {
    guard let kind = value?.kind else { return false }
    return self == .number ? kind == .int || kind == .double : kind.rawValue == rawValue
  }
}

extension [AnyCodableValue] {
  /// Whether it holds each of some values.
  ///
  /// Long lists are looked up, since to compare each of one with each of the
  /// other takes too long.
  fileprivate func holdsAll(_ values: [AnyCodableValue]) -> Bool {
    guard count > 16, values.count > 16 else { return values.allSatisfy { holds($0) } }
    let members = Set(lazy.map(\.withPlainNumbers))
    return values.allSatisfy { members.contains($0.withPlainNumbers) }
  }

  fileprivate func holds(_ value: AnyCodableValue?) -> Bool {
    guard let value else { return false }
    return contains { $0.isNumericallyEqual(to: value) }
  }
}
