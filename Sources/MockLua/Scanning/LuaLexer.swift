internal import MockData

/// Splits Lua source into tokens, in the detail that is needed to find table constructors and their keys.
///
/// It follows section 3.1 of the manual. Source that doesn't compile is also accepted.
struct LuaLexer {
  enum Token: Equatable {
    case name(Range<Int>)
    /// The bytes between the quotation marks.
    ///
    /// Escapes aren't resolved.
    case string(Range<Int>)
    case number
    case symbol(UInt8)
    /// A symbol of two or more characters, such as `==`, `..`, and `::`.
    case longSymbol
  }

  /// Anything between tokens other than spaces.
  enum Space: Equatable {
    case lineEnd
    /// A comment, from its dashes to the end of the line or to its closing brackets.
    case comment(Range<Int>)
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  /// The end of the last token.
  ///
  /// The next token is read from here.
  private(set) var position = 0
  /// The start of the last token.
  private(set) var start = 0
  /// The line of the last token, starting at 1.
  private(set) var line = 1
  private var currentLine = 1

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    if bytes.first == UInt8(ascii: "#") { skipLine() }
  }

  mutating func next() -> Token? {
    while nextSpace() != nil {}
    (line, start) = (currentLine, position)
    guard let byte = peek() else { return nil }
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      return name()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return quoted(byte)
    case UInt8(ascii: "["):
      if let string = longString() { return .string(string) }
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"),
      UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "/"):
      if let token = longSymbol(byte) { return token }
    default: break
    }
    position += 1
    return .symbol(byte)
  }

  private func peek(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func skipLine() {
    while let byte = peek(), byte != UInt8(ascii: "\n") { position += 1 }
  }

  /// Reads up to the next line ending or to the end of the next comment, or returns nil if a token or the end comes
  /// first.
  mutating func nextSpace() -> Space? {
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\n"):
        currentLine += 1
        position += 1
        return .lineEnd
      case UInt8(ascii: " "), 9, 11, 12, 13: position += 1
      case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"):
        let dashes = position
        position += 2
        if peek() != UInt8(ascii: "[") || longString() == nil { skipLine() }
        return .comment(dashes..<min(position, bytes.count))
      default: return nil
      }
    }
    return nil
  }

  private mutating func name() -> Token {
    let start = position
    while let byte = peek(), byte.isASCIIWord { position += 1 }
    return .name(start..<position)
  }

  private mutating func number() -> Token {
    let isHexadecimal =
      peek() == UInt8(ascii: "0") && peek(1).map { $0 | 0x20 } == UInt8(ascii: "x")
    let exponent = UInt8(ascii: isHexadecimal ? "p" : "e")
    while let byte = peek() {
      let isExponent = byte | 0x20 == exponent
      let hasSign = peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+")
      if isExponent && hasSign && peek(2).map(\.isASCIIDigit) == true {
        position += 2
      } else if byte.isASCIIWord || (byte == UInt8(ascii: ".") && peek(1) != byte) {
        position += 1
      } else {
        break
      }
    }
    return .number
  }

  private mutating func quoted(_ quote: UInt8) -> Token {
    position += 1
    let start = position
    while let byte = peek(), byte != quote {
      if byte == UInt8(ascii: "\n") { break }
      if byte == UInt8(ascii: "\\") {
        position += 1
        if peek() == UInt8(ascii: "z") { skipBlanks() }
        if peek() == UInt8(ascii: "\n") { currentLine += 1 }
      }
      position += 1
    }
    let end = min(position, bytes.count)
    // If the closing quotation mark is missing, the string ends with the line.
    position = peek() == quote ? end + 1 : end
    return .string(start..<end)
  }

  /// Moves to the last of the spaces and line endings that `\z` removes from a string.
  private mutating func skipBlanks() {
    while let next = peek(1), (9...13).contains(next) || next == UInt8(ascii: " ") {
      if peek() == UInt8(ascii: "\n") { currentLine += 1 }
      position += 1
    }
  }

  /// Reads `[[...]]` or `[==[...]==]`.
  ///
  /// If no long string starts here, reads nothing and returns nil.
  private mutating func longString() -> Range<Int>? {
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    guard peek(1 + level) == UInt8(ascii: "[") else { return nil }
    position += level + 2
    let start = position
    while let byte = peek() {
      if byte == UInt8(ascii: "\n") { currentLine += 1 }
      if byte == UInt8(ascii: "]"), closes(level) {
        defer { position += level + 2 }
        return start..<position
      }
      position += 1
    }
    return start..<position
  }

  private func closes(_ level: Int) -> Bool {
    for offset in 0..<level where peek(1 + offset) != UInt8(ascii: "=") { return false }
    return peek(1 + level) == UInt8(ascii: "]")
  }

  private mutating func longSymbol(_ first: UInt8) -> Token? {
    guard let second = peek(1) else { return nil }
    let isPair =
      second == first && first != UInt8(ascii: "~")
      || second == UInt8(ascii: "=") && first != UInt8(ascii: ".") && first != UInt8(ascii: ":")
    guard isPair else { return nil }
    position += first == UInt8(ascii: ".") && peek(2) == first ? 3 : 2
    return .longSymbol
  }
}
