extension JSONReader {
  /// Reads a number: an `int` if it has no fraction and no exponent, and otherwise a `double`.
  ///
  /// If neither type can represent it exactly, the number keeps all its digits.
  mutating func readNumber() throws(Failure) -> AnyCodableValue {
    let start = position
    let isNegative = skip(UInt8(ascii: "-"))
    if isNegative, current == UInt8(ascii: "I"), skip("Infinity") {
      throw Failure(problem: .unknownWord("-Infinity"), offset: start)
    }
    let digits = position
    var magnitude: UInt64 = 0
    var overflows = false
    while let digit = digit {
      let (product, high) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(digit)
      magnitude = sum
      overflows = overflows || high || carry
      position += 1
    }
    let hasLeadingZero = position - digits > 1 && bytes[digits] == UInt8(ascii: "0")
    guard position > digits, !hasLeadingZero else { throw malformed(from: start) }
    switch current {
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      return try readFraction(
        from: start, magnitude: overflows ? nil : magnitude, isNegative: isNegative)
    default:
      guard !isWordHere else { throw malformed(from: start) }
    }
    let integer =
      isNegative && magnitude == Int.min.magnitude
      ? Int.min : Int(exactly: magnitude).map { isNegative ? -$0 : $0 }
    guard !overflows, let integer else { return try longNumber(from: start, isInteger: true) }
    return .int(integer)
  }

  /// Returns the number that ends at the position, with all its digits.
  private func longNumber(from start: Int, isInteger: Bool) throws(Failure) -> AnyCodableValue {
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let number = Double(text) ?? .infinity
    guard number.isFinite, let digits = DecimalDigits(text) else {
      throw Failure(problem: .numberOutOfRange(text), offset: start)
    }
    // Most numbers with many digits were written from a double. Zero has no significant digits.
    if !isInteger, number == 0 || number.description == text { return .double(number) }
    return AnyCodableValue(digits, isInteger: isInteger) ?? .double(number)
  }

  /// Continues after the digits before the decimal point.
  ///
  /// If they overflow, `magnitude` is nil.
  private mutating func readFraction(
    from start: Int, magnitude: UInt64?, isNegative: Bool
  ) throws(Failure) -> AnyCodableValue {
    var significand = magnitude
    var fractionDigits = 0
    if skip(UInt8(ascii: ".")) {
      let fraction = position
      while let digit = digit {
        // Below this bound, the significand with one more digit still fits into the 53 bits of a double.
        significand = significand.flatMap { $0 < 900_000_000_000_000 ? $0 * 10 + digit : nil }
        position += 1
      }
      fractionDigits = position - fraction
      guard fractionDigits > 0 else { throw malformed(from: start) }
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
      guard digit != nil else { throw malformed(from: start) }
      while digit != nil { position += 1 }
      significand = nil
    }
    guard !isWordHere else { throw malformed(from: start) }
    // If the significand and the power of ten are both exact, the quotient is correctly rounded. A double represents up
    // to fifteen digits.
    if let significand, significand < 1_000_000_000_000_000,
      fractionDigits < Self.powersOfTen.count
    {
      let number = Double(significand) / Self.powersOfTen[fractionDigits]
      return .double(isNegative ? -number : number)
    }
    return try longNumber(from: start, isInteger: false)
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  ]

  private var digit: UInt64? {
    let byte = current
    return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      ? UInt64(byte &- UInt8(ascii: "0")) : nil
  }

  private var isWordHere: Bool {
    Self.isWord(current) || current == UInt8(ascii: ".")
  }

  /// Returns the error for an invalid number.
  ///
  /// The error contains the whole number.
  private func malformed(from start: Int) -> Failure {
    let rest = bytes[start...].prefix(40).prefix {
      Self.isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "+")
        || $0 == UInt8(ascii: "-")
    }
    return Failure(
      problem: .malformedNumber(String(decoding: rest, as: UTF8.self)), offset: start)
  }
}
