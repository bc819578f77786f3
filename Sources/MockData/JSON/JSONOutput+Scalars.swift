extension JSONOutput {
  mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func write(_ integer: Int) {
    var text = String(integer)
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Writes the shortest digits that are read as the same double, always with a decimal point.
  mutating func write(finite number: Double) {
    var text = number.description
    text.withUTF8 { digits in
      // Swift writes a decimal point in `1.0`, but not in `1e+300`.
      guard let exponent = digits.firstIndex(of: UInt8(ascii: "e")),
        !digits[..<exponent].contains(UInt8(ascii: "."))
      else {
        bytes.append(contentsOf: digits)
        return
      }
      bytes.append(contentsOf: digits[..<exponent])
      append(".0")
      bytes.append(contentsOf: digits[exponent...])
    }
  }

  mutating func write(_ string: String) {
    var string = string
    bytes.append(UInt8(ascii: "\""))
    string.withUTF8 { content in
      var runStart = 0
      for index in content.indices {
        let byte = content[index]
        if byte >= 0x7F {
          guard escapesForTerminals, let scalar = EscapedText.hidden(in: content, at: index) else {
            continue
          }
          append(UnsafeBufferPointer(rebasing: content[runStart..<index]))
          bytes.append(contentsOf: scalar.jsonEscape.utf8)
          runStart = index + UTF8.width(scalar)
          continue
        }
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
          continue
        }
        append(UnsafeBufferPointer(rebasing: content[runStart..<index]))
        appendEscape(byte)
        drainIfFull()
        runStart = index + 1
      }
      append(UnsafeBufferPointer(rebasing: content[runStart...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    default:
      append(byte < 0x10 ? "\\u000" : "\\u001")
      let digit = byte & 0xF
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
