/// Reads JSON tokens from bytes that outlive the reader.
///
/// ``JSONIndex`` combines the tokens.
package struct JSONReader {
  /// An error without its line and column, because finding them requires a scan of the text.
  package struct Failure: Error {
    package var problem: JSONParseError.Problem
    package var offset: Int
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  var position = 0
  let isUTF8: Bool
  /// Whether strings with invalid content are skipped, instead of being errors.
  var isLenient = false

  init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int = .max, isUTF8: Bool = true) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.isUTF8 = isUTF8
  }

  /// 0 at the end, because 0 isn't allowed anywhere in JSON.
  var current: UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  /// Moves to the start of the value, or throws an error for empty text and for a byte order mark.
  mutating func begin() throws(Failure) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw Failure(problem: .byteOrderMark, offset: 0)
    }
    skipWhitespace()
    guard position < bytes.count else { throw Failure(problem: .emptyText, offset: position) }
  }

  /// Throws an error if anything follows the value.
  mutating func end() throws(Failure) {
    skipWhitespace()
    guard position == bytes.count else {
      throw Failure(problem: leftover(.textAfterEnd(found: found())), offset: position)
    }
  }

  /// `container` is the innermost open container, with the offset of its start.
  mutating func readNumberOrWord(
    in container: (name: String, start: Int)?
  ) throws(Failure) -> AnyCodableValue {
    switch current {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    case UInt8(ascii: "t") where skip("true"): return .bool(true)
    case UInt8(ascii: "f") where skip("false"): return .bool(false)
    case UInt8(ascii: "n") where skip("null"): return .null
    default:
      if position >= bytes.count, let container {
        throw unclosed(container.name, from: container.start)
      }
      throw unexpected("a value")
    }
  }

  /// Skips a key and its colon, and returns the offset after the key's closing quotation mark.
  mutating func skipKey(from start: Int) throws(Failure) -> Int {
    guard position < bytes.count else { throw unclosed("object", from: start) }
    guard current == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks") }
    try skipString()
    let end = position
    skipWhitespace()
    guard position < bytes.count else { throw unclosed("object", from: start) }
    guard skip(UInt8(ascii: ":")) else { throw unexpected("`:`") }
    skipWhitespace()
    guard position < bytes.count else { throw unclosed("object", from: start) }
    return end
  }

  /// Skips an opening bracket and returns its offset.
  mutating func open(depth: Int) throws(Failure) -> Int {
    guard depth < maximumDepth else {
      throw Failure(problem: .tooDeep(limit: maximumDepth), offset: position)
    }
    defer {
      position += 1
      skipWhitespace()
    }
    return position
  }

  /// Skips a comma and returns true, or skips the closing bracket and returns false.
  mutating func separator(
    closing: UInt8, of what: String, from start: Int
  ) throws(Failure) -> Bool {
    skipWhitespace()
    guard position < bytes.count else { throw unclosed(what, from: start) }
    let comma = position
    if skip(closing) { return false }
    guard skip(UInt8(ascii: ",")) else {
      throw unexpected("`,` or `\(UnicodeScalar(closing))`")
    }
    skipWhitespace()
    if current == closing {
      throw Failure(
        problem: .trailingComma(before: String(UnicodeScalar(closing))), offset: comma)
    }
    return true
  }
}

extension JSONReader {
  @inline(__always)
  mutating func skipWhitespace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Skips the byte if it comes next, and returns whether it did.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  /// Skips the word if it comes next, and returns whether it did.
  ///
  /// `null` doesn't match the start of `nullable`.
  mutating func skip(_ word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count else { return false }
    for index in 0..<word.utf8CodeUnitCount
    where bytes[position + index] != word.utf8Start[index] {
      return false
    }
    if end < bytes.count, Self.isWord(bytes[end]) { return false }
    position = end
    return true
  }

  static func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIIWord || byte == UInt8(ascii: "$")
  }

  func unclosed(_ what: String, from start: Int) -> Failure {
    var places = TextLocator(bytes: bytes)
    let line = places.place(of: start).line ?? 1
    return Failure(problem: .unclosed(what, line: line), offset: bytes.count)
  }

  /// Returns the most specific error for an unexpected character.
  func unexpected(_ expected: String) -> Failure {
    Failure(problem: leftover(.unexpected(found: found(), expected: expected)), offset: position)
  }

  /// A message that only quotes the first character of a word or a comment wouldn't explain the problem.
  func leftover(_ general: JSONParseError.Problem) -> JSONParseError.Problem {
    guard position < bytes.count else { return general }
    if current == UInt8(ascii: "#") || current == UInt8(ascii: "/") { return .comment }
    if current >= 0x80, String(validUTF8: bytes[position...].prefix(64)) == nil,
      firstCharacter == "\u{FFFD}"
    {
      return .invalidUTF8
    }
    let word = bytes[position...].prefix(40).prefix { Self.isWord($0) }
    guard let first = word.first, !first.isASCIIDigit else {
      return general
    }
    return .unknownWord(String(decoding: word, as: UTF8.self))
  }

  /// Returns the character at the position, for a message.
  func found() -> String {
    guard position < bytes.count else { return "the end" }
    guard let character = firstCharacter, current >= 0x20 else {
      return "the control character \(current)"
    }
    return "`\(String(character).escaped)`"
  }

  private var firstCharacter: Character? {
    String(decoding: bytes[position...].prefix(64), as: UTF8.self).first
  }
}

extension JSONReader {
  /// Reads a number: an `int` if it has no fraction and no exponent, and otherwise a `double`.
  ///
  /// If the number would lose digits as that type, it becomes a `number`.
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

  /// `magnitude` is the number that these digits represent; nil if it's too large.
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
