extension AnyCodableValue {
  /// Creates a number from its digits, or returns nil if it is out of range for a double.
  ///
  /// If an `int` or a `double` can represent the number, it becomes one.
  ///
  /// - Parameters:
  ///   - digits: The digits.
  ///   - isInteger: Whether the number is written without a decimal point and without an exponent.
  init?(_ digits: DecimalDigits, isInteger: Bool) {
    if isInteger, let integer = Int(digits.description) {
      self = .int(integer)
    } else if let number = JSONNumber(digits, isInteger: isInteger) {
      let isHeld = !isInteger && DecimalDigits("\(number.double)") == digits
      self = isHeld ? .double(number.double) : .number(number)
    } else {
      return nil
    }
  }

  /// Creates a whole number of any size.
  init(exactly integer: some FixedWidthInteger) {
    self =
      Int(exactly: integer).map { .int($0) }
      ?? AnyCodableValue(DecimalDigits(integer), isInteger: true) ?? .double(Double(integer))
  }

  /// The number as a double; nil for any other value.
  package var asDouble: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    case .number(let number): number.double
    default: nil
    }
  }

  /// Returns -1, 0, or 1 if a number is less than, equal to, or greater than another.
  ///
  /// One of them must be a ``number(_:)``.
  package func numericOrder(to other: AnyCodableValue) -> Int? {
    switch (self, other) {
    case (.number(let number), .number(let other)): number.order(to: other)
    case (.number(let number), .double(let other)): number.order(to: other)
    case (.double(let number), .number(let other)): other.order(to: number).map { -$0 }
    case (.number(let number), .int(let other)): number.order(to: DecimalDigits(other))
    case (.int(let number), .number(let other)): -other.order(to: DecimalDigits(number))
    default: nil
    }
  }
}
