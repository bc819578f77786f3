import MockConfiguration
import MockData

/// Translates a Java regular expression that must match a whole string, and in which a dot matches line breaks.
enum JavaRegex {
  /// Returns the expression in the script language, or nil if the script language doesn't support it.
  ///
  /// By default, a dot matches line breaks, as WireMock compiles expressions.
  static func whole(_ expression: String, dotTakesLineBreaks: Bool = true) -> String? {
    var (text, hasDot, needsGroup) = translated(expression)
    if needsGroup {
      text = "^(?:\(text))$"
    } else {
      // If the expression starts and ends with `.*`, drop both and leave the rest unanchored.
      let any = ".*"
      let mayFollow = dotTakesLineBreaks && text.hasPrefix(any) && !text.hasPrefix("\(any)?")
      let mayContinue = dotTakesLineBreaks && text.hasSuffix(any) && !text.hasSuffix("\\\(any)")
      if mayFollow, mayContinue, text.count > 2 * any.count {
        text = String(text.dropFirst(any.count).dropLast(any.count))
        hasDot = Self.translated(text).hasDot
      } else {
        if !text.hasPrefix("^") { text = "^" + text }
        if !text.hasSuffix("$") || text.hasSuffix("\\$") { text += "$" }
      }
    }
    let flags = (hasDot && dotTakesLineBreaks ? "s" : "") + (isPlain(text) ? "" : "u")
    if !flags.isEmpty { text = "(?\(flags))" + text }
    return isValid(text) ? text : nil
  }

  /// Whether an expression matches the same strings in Swift, which compares characters, as in Java, which compares
  /// Unicode scalars.
  ///
  /// This is the case if the expression matches a whole string, and only ASCII characters other than line breaks.
  private static func isPlain(_ text: String) -> Bool {
    guard text.hasPrefix("^"), text.hasSuffix("$"), !text.contains("[^") else { return false }
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\") {
        guard let next = rest.popFirst(), next > 0x20, !next.isASCIIAlphanumeric else {
          return false
        }
      } else if byte == UInt8(ascii: ".") || byte < 0x20 || byte >= 0x80 {
        return false
      }
    }
    return true
  }

  static func isValid(_ expression: String) -> Bool {
    (try? LinearRegex(expression)) != nil
  }

  /// The classes, and the same as members of a class in brackets.
  private static let classes: [Character: (alone: String, member: String)] = [
    "d": ("[0-9]", "0-9"), "D": ("[^0-9]", #"\x00-/:-\x{10FFFF}"#),
    "w": ("[A-Za-z0-9_]", "A-Za-z0-9_"),
    "W": ("[^A-Za-z0-9_]", #"\x00-/:-@\[-\^`\{-\x{10FFFF}"#),
    "s": (#"[ \t-\r]"#, #" \t-\r"#),
    "S": (#"[^ \t-\r]"#, #"\x00-\x08\x0E-\x1F!-\x{10FFFF}"#),
  ]
  private static let named = [
    "Alpha": "A-Za-z", "Digit": "0-9", "Alnum": "A-Za-z0-9", "Upper": "A-Z", "Lower": "a-z",
    "XDigit": "0-9A-Fa-f",
  ]

  /// Character classes are ASCII-only in Java, and `\Q` starts a quotation.
  ///
  /// An expression with alternatives or the flag `m` needs a group before it is anchored.
  private static func translated(
    _ expression: String
  ) -> (text: String, hasDot: Bool, needsGroup: Bool) {
    var (text, hasDot, needsGroup) = ("", false, false)
    var (depth, groups) = (0, 0)
    var rest = expression[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        guard let next = rest.popFirst() else { return (text + "\\", hasDot, needsGroup) }
        if next == "Q" {
          let end = rest.firstRange(of: "\\E")
          text += String(rest[..<(end?.lowerBound ?? rest.endIndex)]).regexEscaped
          rest = end.map { rest[$0.upperBound...] } ?? ""
        } else if let known = classes[next] {
          text += depth == 0 ? known.alone : known.member
        } else if next == "p", let close = rest.firstIndex(of: "}"), rest.first == "{",
          let members = named[String(rest[rest.index(after: rest.startIndex)..<close])]
        {
          text += depth == 0 ? "[\(members)]" : members
          rest = rest[rest.index(after: close)...]
        } else {
          text += "\\\(next)"
        }
        continue
      case "[": depth += 1
      case "]": depth = max(0, depth - 1)
      case "(" where depth == 0:
        groups += 1
        // With the flag `m`, a `$` outside of a group would match at the end of a line.
        if rest.prefixMatch(of: /\?[a-z]*m[a-z]*(-[a-z]*)?\)/) != nil { needsGroup = true }
      case ")" where depth == 0: groups -= 1
      case "." where depth == 0: hasDot = true
      case "|" where depth == 0 && groups == 0: needsGroup = true
      default: break
      }
      text.append(character)
    }
    return (text, hasDot, needsGroup)
  }
}

extension String {
  /// The text as a regular expression that matches it literally.
  var regexEscaped: String {
    reduce(into: "") { text, character in
      if "\\^$.|?*+()[]{}".contains(character) { text += "\\" }
      text.append(character)
    }
  }
}
