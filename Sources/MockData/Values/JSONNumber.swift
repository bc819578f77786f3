/// A number that neither an `Int` nor a `Double` holds as it is written, such as `18446744073709551615`.
///
/// It keeps all digits. Two numbers are equal where their values and their kinds are.
public struct JSONNumber: Sendable, Hashable {
  /// The number as JSON writes it, without zeros that say nothing.
  public let text: String

  /// Creates a number of its digits; nil where there is no double near it.
  init?(_ digits: DecimalDigits, isInteger: Bool) {
    guard digits.double.isFinite else { return nil }
    text = digits.isWhole && !isInteger ? "\(digits).0" : "\(digits)"
  }

  /// Whether it is a whole number, written without a point.
  package var isInteger: Bool {
    !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") }
  }

  /// The nearest double, which is finite.
  public var double: Double { Double(text) ?? .nan }

  var digits: DecimalDigits { DecimalDigits(text) ?? DecimalDigits(0) }
}

extension JSONNumber: CustomStringConvertible {
  /// The number as JSON writes it.
  public var description: String { text }
}

extension JSONNumber {
  /// -1 where this number is less than a double, 0 where they are equal, 1 where it is greater.
  ///
  /// Whole numbers compare exactly, fractions as doubles: no double holds a decimal fraction exactly, so
  /// each stands for all those that it is the nearest of.
  func order(to number: Double) -> Int? {
    guard !number.isNaN else { return nil }
    // Rounding keeps the order, apart from what it makes equal.
    if double != number { return double < number ? -1 : 1 }
    let digits = digits
    guard digits.isWhole, abs(number) < 0x1p127 else { return 0 }
    return order(to: DecimalDigits(whole: number))
  }

  /// The same for another such number, or an integer.
  func order(to other: JSONNumber) -> Int { order(to: other.digits) }

  func order(to others: DecimalDigits) -> Int {
    let digits = digits
    return digits == others ? 0 : digits < others ? -1 : 1
  }
}

extension DecimalDigits {
  /// All digits of a whole double.
  fileprivate init(whole number: Double) {
    guard let integer = UInt64(exactly: abs(number)) else {
      // An integer of 53 bits and a power of two behind it.
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
