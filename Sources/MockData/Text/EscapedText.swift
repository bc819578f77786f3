/// The form in which messages show text that comes from elsewhere, such as a name, a key, a path, or a script's own
/// message.
///
/// Such text may be ten megabytes long. It may contain characters that move a terminal's cursor, change its colors, or
/// change the direction of the text that follows. A message shows a limited part of it on one line.
package enum EscapedText {
  /// The limit is low, because a message may quote several names or values.
  package static let limit = 100

  /// The maximum number of characters of a path or a whole message.
  package static let longLimit = 200

  /// The size in bytes from which text with escapes is written in pieces.
  fileprivate static let piece = 64 << 10

  /// Returns whether a byte of multiline text is shown unchanged.
  fileprivate static func isPlain(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
  }
}

extension StringProtocol {
  /// The text as quoted in a message: one line with at most ``EscapedText/limit`` characters.
  ///
  /// A longer text is shortened in the middle. Control characters, and characters that are invisible or change the
  /// direction of the text, are escaped: `\n`, `\u{202E}`. All other characters stay unchanged.
  package var escaped: String { escaped(limit: EscapedText.limit) }

  /// The text of a path or a message, which can be longer: at most ``EscapedText/longLimit`` characters.
  package var escapedPath: String { escaped(limit: EscapedText.longLimit) }

  /// Returns the text with another limit, which must be at least 10 Unicode scalars.
  package func escaped(limit: Int) -> String {
    if utf8.count <= limit, utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(self) }
    if let whole = escapedPrefix(limit: limit, isWhole: true) { return whole }
    let room = limit - 3
    let ending = room / 3
    var tail: [String] = []
    var count = 0
    for scalar in unicodeScalars.reversed() {
      let text = scalar.escaped
      count += text.unicodeScalars.count
      guard count <= ending else { break }
      tail.append(text)
    }
    let head = escapedPrefix(limit: room - ending, isWhole: false) ?? ""
    return head + "..." + tail.reversed().joined()
  }

  /// The whole text on one line, for a name that must be given exactly.
  package var escapedWhole: String { escaped(limit: .max) }

  /// Writes the whole text and a line break, for output that a script prints for the user.
  ///
  /// Line breaks and tabs stay unchanged. All other characters are escaped as in a message. Text without escapes is
  /// written in one piece. Long text with escapes is written in several pieces, because it may be hundreds of megabytes
  /// long.
  package func writeEscapedLines(to write: (String) -> Void) {
    var text = String(self)
    let isPlain = text.withUTF8 { Self.writePieces(of: $0, to: write) }
    if isPlain { write(text + "\n") }
  }

  /// Writes nothing and returns true if the text doesn't need escaping.
  private static func writePieces(
    of bytes: UnsafeBufferPointer<UInt8>, to write: (String) -> Void
  ) -> Bool {
    var piece: [UInt8] = []
    var (start, index) = (0, 0)
    func add(_ run: Range<Int>) {
      if piece.count + run.count > EscapedText.piece {
        write(String(decoding: piece, as: UTF8.self))
        piece.removeAll(keepingCapacity: true)
      }
      if run.count > EscapedText.piece {
        write(String(decoding: UnsafeBufferPointer(rebasing: bytes[run]), as: UTF8.self))
      } else {
        piece += bytes[run]
      }
    }
    while index < bytes.count {
      if EscapedText.isPlain(bytes[index]) {
        index += 1
        continue
      }
      let scalar = Unicode.Scalar(in: bytes, at: index)
      let end = index + UTF8.width(scalar)
      if scalar.isEscaped {
        add(start..<index)
        scalar.appendEscape(to: &piece)
        start = end
      }
      index = end
    }
    guard start > 0 else { return true }
    add(start..<bytes.count)
    piece.append(UInt8(ascii: "\n"))
    write(String(decoding: piece, as: UTF8.self))
    return false
  }

  /// The text in which all characters that control a terminal are escaped, except for tabs and line breaks.
  package var escapedLines: String {
    var text = ""
    writeEscapedLines { text += $0 }
    return String(text.dropLast())
  }

  /// Returns the start of the text, with an ellipsis if the text is longer than the limit.
  package func escapedBeginning(limit: Int) -> String {
    escapedPrefix(limit: limit, isWhole: true)
      ?? (escapedPrefix(limit: limit, isWhole: false) ?? "") + "..."
  }

  /// Returns as much of the start as fits; nil if `isWhole` is true and the whole text doesn't fit.
  private func escapedPrefix(limit: Int, isWhole: Bool) -> String? {
    var result = ""
    var count = 0
    for scalar in unicodeScalars {
      let text = scalar.escaped
      count += text.unicodeScalars.count
      guard count <= limit else { return isWhole ? nil : result }
      result += text
    }
    return result
  }
}

extension EscapedText {
  /// The byte at the index must be DEL or not ASCII.
  static func hidden(
    in bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Unicode.Scalar? {
    switch bytes[index] {
    // All other first bytes start letters, symbols, and emoji, or are invalid.
    case 0x7F, 0xC2, 0xD8, 0xDB, 0xDC, 0xE0, 0xE1, 0xE2, 0xEF, 0xF0, 0xF3:
      let scalar = Unicode.Scalar(in: bytes, at: index)
      return scalar.isEscaped ? scalar : nil
    default: return nil
    }
  }
}

extension String {
  /// JSON text in which characters that control a terminal have JSON escapes.
  package var escapedJSON: String {
    guard utf8.contains(where: { $0 >= 0x7F }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.value >= 0x7F, scalar.isEscaped {
        text += scalar.jsonEscape
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// The scalar as one or two JSON escapes.
  var jsonEscape: String {
    String(self).utf16.reduce(into: "") { text, unit in
      let digits = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  fileprivate var isEscaped: Bool {
    switch self {
    case " "..."~": return false
    // Joiners are part of emoji and of words in several scripts, and tags are part of some flags. They have no effect
    // on other text.
    case "\u{200C}", "\u{200D}", "\u{E0020}"..."\u{E007F}": return false
    default:
      switch properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: return true
      default: return false
      }
    }
  }

  package var escaped: String {
    guard isEscaped else { return String(self) }
    var escape: [UInt8] = []
    appendEscape(to: &escape)
    return String(decoding: escape, as: UTF8.self)
  }

  fileprivate func appendEscape(to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\\"))
    switch self {
    case "\n": text.append(UInt8(ascii: "n"))
    case "\r": text.append(UInt8(ascii: "r"))
    case "\t": text.append(UInt8(ascii: "t"))
    default:
      text.append(UInt8(ascii: "u"))
      text.append(UInt8(ascii: "{"))
      var shift = max(0, (UInt32.bitWidth - value.leadingZeroBitCount - 1) / 4 * 4)
      while shift >= 0 {
        let digit = UInt8(value >> UInt32(shift) & 0xF)
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        shift -= 4
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  fileprivate init(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    let first = bytes[index]
    let rest = first < 0xC0 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
    var value = UInt32(rest == 0 ? first : first & (0x3F >> UInt8(rest)))
    for byte in bytes[(index + 1)..<(index + 1 + rest)] { value = value << 6 | UInt32(byte & 0x3F) }
    self = Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}
