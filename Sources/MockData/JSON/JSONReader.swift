/// Reads JSON tokens from bytes that outlive the reader.
///
/// ``JSONIndex`` combines the tokens.
package struct JSONReader {
  /// An error without its line and column.
  ///
  /// Finding them requires a scan of the text.
  package struct Failure: Error {
    package var problem: JSONParseError.Problem
    package var offset: Int
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  var position = 0
  /// Whether the bytes are known to be UTF-8.
  let isUTF8: Bool

  init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int = .max, isUTF8: Bool = true) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.isUTF8 = isUTF8
  }

  /// The byte at the position, or 0 at the end.
  ///
  /// 0 isn't allowed anywhere in JSON.
  var current: UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  /// Moves to the value of the text.
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

  /// Reads a number, a Boolean, or null.
  ///
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
