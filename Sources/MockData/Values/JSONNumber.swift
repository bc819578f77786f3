/// A number that neither an `Int` nor a `Double` can represent exactly, such as `18446744073709551615`.
///
/// It keeps all digits. Two numbers are equal if both their values and their kinds are.
public struct JSONNumber: Sendable, Hashable {
  /// The number as written in JSON, without redundant zeros.
  public let text: String

  /// Creates a number from its digits, or returns nil if it is out of range for a double.
  init?(_ digits: DecimalDigits, isInteger: Bool) {
    guard digits.double.isFinite else { return nil }
    text = digits.isWhole && !isInteger ? "\(digits).0" : "\(digits)"
  }

  /// Creates a whole number from its text; returns nil for any other text.
  package init?(whole text: String) {
    guard let digits = DecimalDigits(text), digits.isWhole else { return nil }
    self.init(digits, isInteger: true)
  }

  /// Whether it is a whole number, written without a decimal point.
  package var isInteger: Bool {
    !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") }
  }

  /// The nearest double, which is finite.
  public var double: Double { Double(text) ?? .nan }

  var digits: DecimalDigits { DecimalDigits(text) ?? DecimalDigits(0) }
}

extension JSONNumber: CustomStringConvertible {
  /// The number as written in JSON.
  public var description: String { text }
}

extension JSONNumber {
  /// Returns -1, 0, or 1 if this number is less than, equal to, or greater than a double.
  ///
  /// Whole numbers are compared exactly, but fractions are compared as doubles: most decimal fractions can't be
  /// represented, so a double represents all fractions that it is nearest to.
  func order(to number: Double) -> Int? {
    guard !number.isNaN else { return nil }
    // Rounding preserves the order, but different numbers can become equal.
    if double != number { return double < number ? -1 : 1 }
    let digits = digits
    guard digits.isWhole, abs(number) < 0x1p127 else { return 0 }
    return order(to: DecimalDigits(whole: number))
  }

  /// Returns the order of this number and another.
  func order(to other: JSONNumber) -> Int { order(to: other.digits) }

  func order(to others: DecimalDigits) -> Int {
    let digits = digits
    return digits == others ? 0 : digits < others ? -1 : 1
  }
}

extension DecimalDigits {
  /// Creates the digits of a whole double.
  fileprivate init(whole number: Double) {
    guard let integer = UInt64(exactly: abs(number)) else {
      // The number is an integer of 53 bits, multiplied by a power of two.
      let shift = Int(number.exponent) - 52
      var digits = String(UInt64(number.significand * 0x1p52)).utf8.map { $0 - UInt8(ascii: "0") }
      for _ in 0..<shift {
        var carry: UInt8 = 0
        for index in digits.indices.reversed() {
          let sum = digits[index] * 2 + carry
          (digits[index], carry) = (sum % 10, sum / 10)
        }
        if carry > 0 { digits.insert(carry, at: 0) }
      }
      self.init(isNegative: number < 0, digits: digits, exponent: 0)
      return
    }
    self.init(
      isNegative: number < 0, digits: DecimalDigits(integer).digits,
      exponent: DecimalDigits(integer).exponent)
  }
}
