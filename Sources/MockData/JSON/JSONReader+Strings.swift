extension JSONReader {
  /// Reads the string whose opening quotation mark is at the position.
  mutating func readString() throws(Failure) -> String {
    let start = position + 1
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        position = index + 1
        let content = UnsafeBufferPointer(rebasing: bytes[start..<index])
        guard let string = String(validUTF8: content) else {
          throw invalidUTF8(in: start..<index)
        }
        return string
      }
      if byte == UInt8(ascii: "\\") { return try readEscapedString(from: start, escape: index) }
      if byte < 0x20 { throw Failure(problem: .controlCharacter(byte), offset: index) }
      index += 1
    }
    throw unclosed("string", from: position)
  }

  /// Skips the string whose opening quotation mark is at the position.
  mutating func skipString() throws(Failure) {
    guard isUTF8 else {
      _ = try readString()
      return
    }
    var index = position + 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        position = index + 1
        return
      }
      if byte == UInt8(ascii: "\\"), !isLenient {
        _ = try readString()
        return
      }
      if byte < 0x20, !isLenient {
        throw Failure(problem: .controlCharacter(byte), offset: index)
      }
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    throw unclosed("string", from: position)
  }

  /// Reads the rest of a string, from its first backslash.
  private mutating func readEscapedString(
    from start: Int, escape: Int
  ) throws(Failure) -> String {
    let opening = position
    var content = Array(bytes[start..<escape])
    position = escape
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let string = String(validUTF8: content) else {
          throw invalidUTF8(in: start..<position)
        }
        return string
      case UInt8(ascii: "\\"):
        try readEscape(into: &content)
      case 0..<0x20:
        throw Failure(problem: .controlCharacter(byte), offset: position)
      default:
        content.append(byte)
        position += 1
      }
    }
    throw unclosed("string", from: opening)
  }

  private mutating func readEscape(into content: inout [UInt8]) throws(Failure) {
    let start = position
    position += 1
    let byte = current
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try readScalar(from: start)
      content.append(contentsOf: String(Character(scalar)).utf8)
    default:
      throw Failure(problem: .invalidEscape(text(from: start, length: 2)), offset: start)
    }
  }

  /// Reads the digits of `\uXXXX`, and a second escape sequence if the first is half of a surrogate pair.
  private mutating func readScalar(from start: Int) throws(Failure) -> UnicodeScalar {
    let unit = try readHexadecimal(from: start)
    if let scalar = UnicodeScalar(unit) { return scalar }
    let second = position
    if (0xD800..<0xDC00).contains(unit), skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) {
      let low = try readHexadecimal(from: second)
      if (0xDC00..<0xE000).contains(low),
        let scalar = UnicodeScalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
      {
        return scalar
      }
    }
    throw Failure(problem: .loneSurrogate(text(from: start, length: 6)), offset: start)
  }

  private mutating func readHexadecimal(from start: Int) throws(Failure) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(UnicodeScalar(current)).hexDigitValue else {
        throw Failure(
          problem: .invalidEscape(text(from: start, length: position - start)), offset: start)
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }

  private func text(from start: Int, length: Int) -> String {
    // Take only whole characters, because a multibyte character can follow the escape sequence.
    let rest = bytes[start...].prefix(length + 8)
    return String(String(decoding: rest, as: UTF8.self).prefix(length))
  }

  private func invalidUTF8(in range: Range<Int>) -> Failure {
    var decoder = UTF8()
    var iterator = bytes[range].makeIterator()
    var offset = range.lowerBound
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      offset += UTF8.width(scalar)
    }
    return Failure(problem: .invalidUTF8, offset: offset)
  }
}
