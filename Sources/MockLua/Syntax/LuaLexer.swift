internal import MockData

/// Splits Lua source into tokens.
///
/// It follows section 3.1 of the manual. Source that doesn't compile is also accepted.
struct LuaLexer {
  /// Anything between tokens other than spaces.
  enum Space: Equatable {
    case lineEnd
    /// A comment, from its dashes to the end of the line or to its closing brackets.
    case comment(Range<Int>)
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var currentLine = 1
  /// The range of the last token, and the line on which it starts, from 1.
  private(set) var range = 0..<0
  private(set) var line = 1
  /// The last token without the quotation marks or brackets of a string.
  ///
  /// Escapes aren't resolved.
  private(set) var content = 0..<0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    if bytes.first == UInt8(ascii: "#") { skipLine() }
  }

  /// Reads the next token; its kind is `endOfSource` at the end.
  mutating func next() -> LuaToken.Kind {
    while nextSpace() != nil {}
    let start = position
    line = currentLine
    var string: Range<Int>?
    let kind = read(&string)
    range = start..<min(position, bytes.count)
    content = string ?? range
    return string == nil ? kind : .text
  }

  private mutating func read(_ string: inout Range<Int>?) -> LuaToken.Kind {
    guard let byte = peek() else { return .endOfSource }
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    case UInt8(ascii: ".") where peek(1)?.isASCIIDigit == true: return number()
    case _ where byte.isASCIIWord: return name()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): string = quoted(byte)
    case UInt8(ascii: "["): string = longString()
    default: break
    }
    return string == nil ? symbol(byte) : .text
  }

  private func peek(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func skipLine() {
    while let byte = peek(), !Self.isLineEnd(byte) { position += 1 }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

  /// Moves after a line ending, which is `\n`, `\r`, `\r\n`, or `\n\r`, if there is one, and counts it.
  private mutating func skipLineEnd() -> Bool {
    guard let first = peek(), Self.isLineEnd(first) else { return false }
    position += peek(1) == 23 - first ? 2 : 1
    currentLine += 1
    return true
  }

  /// Reads up to the next line ending or to the end of the next comment, or returns nil if a token or the end comes
  /// first.
  mutating func nextSpace() -> Space? {
    while let byte = peek() {
      switch byte {
      case 10, 13:
        _ = skipLineEnd()
        return .lineEnd
      case UInt8(ascii: " "), 9, 11, 12: position += 1
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

  private mutating func name() -> LuaToken.Kind {
    let start = position
    while let byte = peek(), byte.isASCIIWord { position += 1 }
    return LuaToken.Kind(bytes[start..<position]) ?? .name
  }

  private mutating func number() -> LuaToken.Kind {
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

  private mutating func quoted(_ quote: UInt8) -> Range<Int> {
    position += 1
    let start = position
    while let byte = peek(), byte != quote {
      if Self.isLineEnd(byte) { break }
      position += 1
      guard byte == UInt8(ascii: "\\"), !skipLineEnd() else { continue }
      let isSkip = peek() == UInt8(ascii: "z")
      position += 1
      if isSkip { skipBlanks() }
    }
    let end = min(position, bytes.count)
    // If the closing quotation mark is missing, the string ends with the line.
    position = peek() == quote ? end + 1 : end
    return start..<end
  }

  /// Moves after the spaces and line endings that `\z` removes from a string.
  private mutating func skipBlanks() {
    while let next = peek(), (9...13).contains(next) || next == UInt8(ascii: " ") {
      if !skipLineEnd() { position += 1 }
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
      if skipLineEnd() { continue }
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

  private mutating func symbol(_ first: UInt8) -> LuaToken.Kind {
    let start = position
    position += 1
    if let second = peek(), isPair(first, second) {
      position += first == UInt8(ascii: ".") && peek(1) == first ? 2 : 1
    }
    return LuaToken.Kind(bytes[start..<position]) ?? .other
  }

  private func isPair(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "/"):
      second == first || second == UInt8(ascii: "=")
    case UInt8(ascii: "."), UInt8(ascii: ":"): second == first
    case UInt8(ascii: "~"): second == UInt8(ascii: "=")
    default: false
    }
  }
}

/// Reads the contents of string literals in Lua, according to section 3.1 of the manual.
struct LuaEscapes {
  private let literal: [UInt8]
  private var position = 0
  private var bytes: [UInt8] = []

  /// Returns the text of a literal, or nil if it isn't UTF-8 or doesn't compile.
  static func text(of literal: some Sequence<UInt8>) -> String? {
    var reader = LuaEscapes(literal: Array(literal))
    guard reader.run() else { return nil }
    let text = String(decoding: reader.bytes, as: UTF8.self)
    // Decoding replaces invalid UTF-8, so the bytes are compared.
    return text.utf8.elementsEqual(reader.bytes) ? text : nil
  }

  private init(literal: [UInt8]) {
    self.literal = literal
    bytes.reserveCapacity(literal.count)
  }

  private mutating func next() -> UInt8? {
    guard position < literal.count else { return nil }
    defer { position += 1 }
    return literal[position]
  }

  private mutating func run() -> Bool {
    while let byte = next() {
      if byte != UInt8(ascii: "\\") {
        bytes.append(byte)
      } else if !readEscape() {
        return false
      }
    }
    return true
  }

  private mutating func readEscape() -> Bool {
    guard let byte = next() else { return false }
    switch byte {
    case UInt8(ascii: "a"): bytes.append(7)
    case UInt8(ascii: "b"): bytes.append(8)
    case UInt8(ascii: "t"): bytes.append(9)
    case UInt8(ascii: "n"): bytes.append(10)
    case UInt8(ascii: "v"): bytes.append(11)
    case UInt8(ascii: "f"): bytes.append(12)
    case UInt8(ascii: "r"): bytes.append(13)
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): bytes.append(byte)
    case 10, 13: readLineEnd(byte)
    case UInt8(ascii: "x"): return readHexadecimal()
    case UInt8(ascii: "z"): skipSpace()
    case UInt8(ascii: "u"): return readScalar()
    case _ where byte.isASCIIDigit: return readDecimal(first: byte)
    default: return false
    }
    return true
  }

  /// Reads a line ending, which is `\n`, `\r`, `\n\r`, or `\r\n`.
  private mutating func readLineEnd(_ first: UInt8) {
    bytes.append(10)
    if position < literal.count, literal[position] == 23 - first { position += 1 }
  }

  private mutating func skipSpace() {
    while position < literal.count, (9...13).contains(literal[position]) || literal[position] == 32
    {
      position += 1
    }
  }

  private mutating func readHexadecimal() -> Bool {
    guard let high = next()?.hexDigitValue, let low = next()?.hexDigitValue else {
      return false
    }
    bytes.append(high << 4 | low)
    return true
  }

  private mutating func readDecimal(first: UInt8) -> Bool {
    var value = Int(first - UInt8(ascii: "0"))
    for _ in 0..<2 where position < literal.count && literal[position].isASCIIDigit {
      value = value * 10 + Int(literal[position] - UInt8(ascii: "0"))
      position += 1
    }
    guard value <= 255 else { return false }
    bytes.append(UInt8(value))
    return true
  }

  private mutating func readScalar() -> Bool {
    guard next() == UInt8(ascii: "{") else { return false }
    var value: UInt32 = 0
    while let byte = next(), byte != UInt8(ascii: "}") {
      guard let digit = byte.hexDigitValue, value <= 0x10FFFF else { return false }
      value = value << 4 | UInt32(digit)
    }
    guard let scalar = Unicode.Scalar(value) else { return false }
    bytes.append(contentsOf: String(Character(scalar)).utf8)
    return true
  }
}
