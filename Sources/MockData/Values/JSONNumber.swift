/// A number that would lose digits as an `Int` or a `Double`, such as `18446744073709551615`.
///
/// It keeps all digits. Two numbers are equal if their values are equal, and either both or neither are written with a
/// decimal point.
public struct JSONNumber: Sendable, Hashable {
  /// The number in JSON notation, without redundant zeros.
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

  /// Whether the number is whole, and written without a decimal point.
  package var isInteger: Bool {
    !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") }
  }

  /// The nearest double.
  ///
  /// It is always finite.
  public var double: Double { Double(text) ?? .nan }

  var digits: DecimalDigits { DecimalDigits(text) ?? DecimalDigits(0) }
}

extension JSONNumber: CustomStringConvertible {
  /// The number in JSON notation.
  public var description: String { text }
}

extension JSONNumber {
  /// Returns -1, 0, or 1 if this number is less than, equal to, or greater than a double.
  ///
  /// Whole numbers are compared exactly. Fractions are compared as doubles, because a double can't represent most
  /// decimal fractions. So a fraction equals the double that is nearest to it.
  func order(to number: Double) -> Int? {
    guard !number.isNaN else { return nil }
    // Rounding preserves the order, but different numbers can become equal.
    if double != number { return double < number ? -1 : 1 }
    let digits = digits
    guard digits.isWhole, abs(number) < 0x1p127 else { return 0 }
    return order(to: DecimalDigits(whole: number))
  }

  func order(to other: JSONNumber) -> Int { order(to: other.digits) }

  func order(to others: DecimalDigits) -> Int {
    let digits = digits
    return digits == others ? 0 : digits < others ? -1 : 1
  }
}

extension DecimalDigits {
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

/// A number, represented by its decimal digits without rounding.
///
/// Different notations of the same number are equal, such as `1.50` and `15e-1`.
package struct DecimalDigits: Sendable, Hashable {
  /// Whether the number is negative; false for zero.
  package let isNegative: Bool
  /// The digits as numbers, without leading and trailing zeros; empty for zero.
  package let digits: [UInt8]
  /// The power of ten of the last digit; 0 for zero.
  package let exponent: Int

  /// Creates a number from its parts, which don't have to be normalized.
  package init(isNegative: Bool, digits: some Collection<UInt8>, exponent: Int) {
    let leading = digits.drop { $0 == 0 }
    let zeros = leading.reversed().prefix { $0 == 0 }.count
    self.digits = Array(leading.dropLast(zeros))
    self.isNegative = isNegative && !self.digits.isEmpty
    self.exponent = self.digits.isEmpty ? 0 : exponent + zeros
  }

  package init(_ integer: some BinaryInteger) {
    self.init(
      isNegative: integer < 0,
      digits: String(integer.magnitude).utf8.map { $0 - UInt8(ascii: "0") }, exponent: 0)
  }

  /// Reads a number as written in JSON, such as `12`, `-0.5`, or `1e-7`.
  ///
  /// Leading zeros are also allowed, and there may be no digits on one side of the decimal point. Nil for any other
  /// text.
  package init?(_ text: some StringProtocol) {
    var bytes = text.utf8[...]
    let sign = bytes.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { bytes.removeFirst() }
    let whole = bytes.prefix(while: \.isASCIIDigit)
    bytes = bytes.dropFirst(whole.count)
    var fraction = bytes.prefix(0)
    if bytes.first == UInt8(ascii: ".") {
      fraction = bytes.dropFirst().prefix(while: \.isASCIIDigit)
      bytes = bytes.dropFirst(1 + fraction.count)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    var power = 0
    if let mark = bytes.first {
      guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return nil }
      let signed = bytes.dropFirst()
      let isBelow = signed.first == UInt8(ascii: "-")
      let number = isBelow || signed.first == UInt8(ascii: "+") ? signed.dropFirst() : signed
      guard !number.isEmpty, number.allSatisfy(\.isASCIIDigit) else { return nil }
      // Larger powers never occur in practice.
      let stated = Int(String(decoding: number, as: UTF8.self)) ?? Self.largestPower
      power = min(stated, Self.largestPower)
      if isBelow { power = -power }
    }
    self.init(
      isNegative: sign == UInt8(ascii: "-"),
      digits: (Array(whole) + Array(fraction)).map { $0 - UInt8(ascii: "0") },
      exponent: power - fraction.count)
  }

  /// No number reaches this power in practice, even if `Int` has 32 bits.
  private static let largestPower = min(Int.max / 4, Int(clamping: Int64(1) << 40))

  package var isWhole: Bool { exponent >= 0 }

  /// The power of ten of the first digit.
  package var magnitude: Int { exponent + digits.count - 1 }

  /// Halves are rounded away from zero.
  package func rounded(toDigits count: Int) -> DecimalDigits {
    guard digits.count > count else { return self }
    guard count >= 0 else { return DecimalDigits(isNegative: false, digits: [], exponent: 0) }
    var kept = Array(digits.prefix(count))
    if digits[count] >= 5 {
      var index = kept.count - 1
      while index >= 0, kept[index] == 9 {
        kept[index] = 0
        index -= 1
      }
      if index >= 0 { kept[index] += 1 } else { kept.insert(1, at: 0) }
    }
    // A carry beyond the first digit adds a digit, but doesn't change the exponent of the last digit.
    let places = exponent + digits.count - count
    return DecimalDigits(isNegative: isNegative, digits: kept, exponent: places)
  }
}

extension DecimalDigits: CustomStringConvertible {
  /// The maximum number of digits in the text of a number, which is more than a `Double` or a `Decimal` can have.
  private static let textLengthLimit = 400

  /// The number in JSON notation: whole numbers with all their digits, and small fractions with an exponent.
  package var description: String {
    guard !digits.isEmpty else { return "0" }
    let sign = isNegative ? "-" : ""
    let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    if exponent >= 0, magnitude < Self.textLengthLimit {
      return sign + text + String(repeating: "0", count: exponent)
    }
    let places = digits.count + exponent
    if exponent < 0, places > 0 { return sign + text.prefix(places) + "." + text.dropFirst(places) }
    if exponent < 0, places > -6 {
      return sign + "0." + String(repeating: "0", count: -places) + text
    }
    let fraction = digits.count > 1 ? "." + text.dropFirst() : ""
    return "\(sign)\(text.prefix(1))\(fraction)e\(magnitude)"
  }
}

extension DecimalDigits: Comparable {
  package static func < (first: DecimalDigits, second: DecimalDigits) -> Bool {
    guard first.isNegative == second.isNegative else { return first.isNegative }
    return first.isNegative
      ? second.magnitudePrecedes(first) : first.magnitudePrecedes(second)
  }

  private func magnitudePrecedes(_ other: DecimalDigits) -> Bool {
    guard !digits.isEmpty, !other.digits.isEmpty else {
      return digits.isEmpty && !other.digits.isEmpty
    }
    guard magnitude == other.magnitude else { return magnitude < other.magnitude }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
