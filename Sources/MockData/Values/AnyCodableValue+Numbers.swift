extension AnyCodableValue {
  /// Creates an `int` or a `double` if the number doesn't lose digits as that type, and otherwise a `number`.
  ///
  /// Returns nil if it is out of range for a double. If it is written without a decimal point and without an exponent,
  /// `isInteger` is true.
  init?(_ digits: DecimalDigits, isInteger: Bool) {
    if isInteger, let integer = Int(digits.description) {
      self = .int(integer)
    } else if let number = JSONNumber(digits, isInteger: isInteger) {
      let isExact = !isInteger && DecimalDigits("\(number.double)") == digits
      self = isExact ? .double(number.double) : .number(number)
    } else {
      return nil
    }
  }

  init(exactly integer: some FixedWidthInteger) {
    self =
      Int(exactly: integer).map { .int($0) }
      ?? AnyCodableValue(DecimalDigits(integer), isInteger: true) ?? .double(Double(integer))
  }

  package var asDouble: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    case .number(let number): number.double
    default: nil
    }
  }

  /// -1, 0, or 1, by exact values; nil for NaN, and for values that aren't numbers.
  package func numericOrder(to other: AnyCodableValue) -> Int? {
    switch (self, other) {
    case (.int(let integer), .int(let other)): Self.order(integer, other)
    case (.double(let number), .double(let other)):
      number.isNaN || other.isNaN ? nil : Self.order(number, other)
    case (.int(let integer), .double(let other)): Self.order(of: integer, to: other)
    case (.double(let number), .int(let other)): Self.order(of: other, to: number).map { -$0 }
    case (.number(let number), .number(let other)): number.order(to: other)
    case (.number(let number), .double(let other)): number.order(to: other)
    case (.double(let number), .number(let other)): other.order(to: number).map { -$0 }
    case (.number(let number), .int(let other)): number.order(to: DecimalDigits(other))
    case (.int(let number), .number(let other)): -other.order(to: DecimalDigits(number))
    default: nil
    }
  }

  private static func order<Number: Comparable>(_ first: Number, _ second: Number) -> Int {
    first < second ? -1 : first == second ? 0 : 1
  }

  private static func order(of integer: Int, to number: Double) -> Int? {
    guard !number.isNaN else { return nil }
    if number >= 0x1p63 { return -1 }
    if number < -0x1p63 { return 1 }
    let whole = Int(number.rounded(.down))
    return integer == whole && number != number.rounded(.down) ? -1 : order(integer, whole)
  }
}

extension AnyCodableValue {
  /// Numbers are compared by their exact mathematical values.
  ///
  /// The only exception is that a fraction with many digits equals the double that is nearest to it. `1` equals `1.0`
  /// at any depth. `9007199254740993` doesn't equal `9007199254740992.0`, although converting the integer to a `Double`
  /// would make them equal. NaN isn't equal to anything, and a string is never equal to a number.
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
        guard let counterpart = others.member(named: key), value.isNumericallyEqual(to: counterpart)
        else {
          return false
        }
      }
      return true
    default:
      return self == other
    }
  }
}
