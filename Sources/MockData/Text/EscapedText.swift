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

  /// The whole text for output that a script prints for the user.
  ///
  /// Line breaks and tabs stay unchanged. All other characters are escaped as in a message.
  package var escapedLines: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x09 || $0 == 0x0A }) {
      return String(self)
    }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isEscaped, scalar != "\n", scalar != "\t" {
        text += scalar.escaped
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
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
    switch self {
    case "\"", "\\": "\\\(self)"
    case "\u{8}": "\\b"
    case "\t": "\\t"
    case "\n": "\\n"
    case "\u{C}": "\\f"
    case "\r": "\\r"
    default: String(self).utf16.map { "\\u" + String(hex: $0, width: 4) }.joined()
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
    switch self {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: return "\\u{" + String(value, radix: 16, uppercase: true) + "}"
    }
  }
}
