internal import MockData

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
