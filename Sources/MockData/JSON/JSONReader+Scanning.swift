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

  /// Skips a byte, and returns whether it was there.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  /// Skips a word, and returns whether it was there.
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

  /// Returns a more specific problem for words and comments, because their first character alone wouldn't explain it.
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
