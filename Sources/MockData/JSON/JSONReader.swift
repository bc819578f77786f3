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
    if skip(UInt8(ascii: "-")), current == UInt8(ascii: "I"), skip("Infinity") {
      throw Failure(problem: .unknownWord("-Infinity"), offset: start)
    }
    let startsWithZero = current == UInt8(ascii: "0")
    let count = skipDigits()
    guard count == 1 || count > 1 && !startsWithZero else { throw malformed(from: start) }
    var isInteger = true
    if skip(UInt8(ascii: ".")) {
      isInteger = false
      guard skipDigits() > 0 else { throw malformed(from: start) }
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      isInteger = false
      _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
      guard skipDigits() > 0 else { throw malformed(from: start) }
    }
    guard !isWordHere else { throw malformed(from: start) }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int(text) { return .int(integer) }
    guard let number = Double(text), number.isFinite else {
      throw Failure(problem: .numberOutOfRange(text), offset: start)
    }
    // Most fractions were written from a double. Zero has no significant digits.
    if !isInteger, number == 0 || number.description == text { return .double(number) }
    return DecimalDigits(text).flatMap { AnyCodableValue($0, isInteger: isInteger) }
      ?? .double(number)
  }

  /// Returns the number of digits.
  private mutating func skipDigits() -> Int {
    let start = position
    while current.isASCIIDigit { position += 1 }
    return position - start
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
