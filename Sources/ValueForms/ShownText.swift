/// What messages show of a text that comes from outside: a name, a key, a path, a script's own message.
///
/// Such a text may have ten megabytes, or hold what moves a terminal's cursor, changes its colours or turns
/// the direction of what follows. A message shows a bounded part of it, on one line.
package enum ShownText {
  /// The most characters of a name or a value, of which a message may quote more than one.
  package static let limit = 100

  /// The most characters of a path or of a whole message.
  package static let longLimit = 200
}

extension StringProtocol {
  /// The text as a message quotes it: one line of at most ``ShownText/limit`` characters.
  ///
  /// What is longer lacks its middle. Control characters, and those that turn the direction of writing
  /// or can't be seen, are written as escapes: `\n`, `\u{202E}`. All other texts stay as they are.
  package var shown: String { shown(limit: ShownText.limit) }

  /// The same for a path or a message, which says more by itself: at most ``ShownText/longLimit``.
  package var shownPath: String { shown(limit: ShownText.longLimit) }

  /// The same with another limit, of at least 10 Unicode scalars.
  package func shown(limit: Int) -> String {
    if utf8.count <= limit, utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(self) }
    if let whole = escapedPrefix(limit: limit, isWhole: true) { return whole }
    let room = limit - 3
    let ending = room / 3
    var tail: [String] = []
    var count = 0
    for scalar in unicodeScalars.reversed() {
      let text = scalar.shown
      count += text.unicodeScalars.count
      guard count <= ending else { break }
      tail.append(text)
    }
    let head = escapedPrefix(limit: room - ending, isWhole: false) ?? ""
    return head + "..." + tail.reversed().joined()
  }

  /// The same of which the beginning matters: what is longer lacks its end.
  package func shownBeginning(limit: Int) -> String {
    escapedPrefix(limit: limit, isWhole: true)
      ?? (escapedPrefix(limit: limit, isWhole: false) ?? "") + "..."
  }

  /// What fits of the beginning, or, where the whole is wanted, nil if it does not fit.
  private func escapedPrefix(limit: Int, isWhole: Bool) -> String? {
    var result = ""
    var count = 0
    for scalar in unicodeScalars {
      let text = scalar.shown
      count += text.unicodeScalars.count
      guard count <= limit else { return isWhole ? nil : result }
      result += text
    }
    return result
  }
}

extension Unicode.Scalar {
  /// The scalar, or its escape.
  fileprivate var shown: String {
    switch self {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    // Joiners make up emoji and words of several scripts, and tags some flags; they reach no further.
    case "\u{200C}", "\u{200D}", "\u{E0020}"..."\u{E007F}": return String(self)
    default:
      switch properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        return "\\u{\(String(value, radix: 16, uppercase: true))}"
      default: return String(self)
      }
    }
  }
}
