internal import MockData

/// A JSON Schema `format` that can be checked from the string.
///
/// A string is only rejected if it clearly violates the standard. Doubtful strings are accepted, such as an
/// address that contains non-ASCII characters.
enum TextFormat: String, CaseIterable {
  case date
  case dateTime = "date-time"
  case uuid, email, uri

  var expectation: String {
    switch self {
    case .date: "a date, such as 2026-01-31"
    case .dateTime: "a date with time and zone, such as 2026-01-31T09:30:00Z"
    case .uuid: "a UUID, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6"
    case .email: "an email address, such as ada@example.com"
    case .uri: "a URI with its scheme, such as https://example.com/"
    }
  }

  func accepts(_ text: String) -> Bool {
    switch self {
    case .date: Self.isDate(text[...])
    case .dateTime: Self.isDateTime(text)
    case .uuid:
      text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count) == [
        8, 4, 4, 4, 12,
      ] && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.hexDigitValue != nil }
    case .email: Self.isAddress(text)
    case .uri: Self.isURI(text)
    }
  }

  /// Returns whether the text is an RFC 3339 date, such as `2026-01-31`.
  private static func isDate(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let year = number(parts[0], digits: 4),
      let month = number(parts[1], digits: 2), let day = number(parts[2], digits: 2),
      (1...12).contains(month)
    else { return false }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }

  /// Returns whether the text is an RFC 3339 date and time, such as `2026-01-31T09:30:00.5+02:00`.
  private static func isDateTime(_ text: String) -> Bool {
    // The standard also allows a space as the separator, and lowercase letters.
    guard let border = text.firstIndex(where: { "Tt ".contains($0) }), isDate(text[..<border])
    else { return false }
    var time = text[text.index(after: border)...]
    if time.last.map({ "Zz".contains($0) }) == true {
      time.removeLast()
    } else {
      guard let sign = time.lastIndex(where: { "+-".contains($0) }),
        isTime(time[time.index(after: sign)...], parts: 2)
      else { return false }
      time = time[..<sign]
    }
    let pieces = time.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    if pieces.count == 2, pieces[1].isEmpty || !pieces[1].utf8.allSatisfy(\.isASCIIDigit) {
      return false
    }
    return isTime(pieces[0], parts: 3)
  }

  /// Returns whether the text consists of hours and minutes and, if there are three parts, seconds.
  private static func isTime(_ text: Substring, parts: Int) -> Bool {
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map {
      number($0, digits: 2)
    }
    // A leap second is second 60.
    let most = [23, 59, 60]
    return numbers.count == parts && zip(numbers, most).allSatisfy { ($0 ?? .max) <= $1 }
  }

  /// Returns whether the text has an `@` with text on both sides, and spaces only inside quotation marks (RFC 5321).
  private static func isAddress(_ text: String) -> Bool {
    guard let sign = text.lastIndex(of: "@"), sign > text.startIndex else { return false }
    let (local, domain) = (text[..<sign], text[text.index(after: sign)...])
    let isQuoted = local.hasPrefix("\"") && local.hasSuffix("\"") && local.count > 1
    return !domain.isEmpty && !domain.contains(where: \.isWhitespace)
      && (isQuoted || !local.contains { $0.isWhitespace || $0 == "@" })
  }

  /// Returns whether the text has a scheme and a colon, and only characters that are valid in a URI (RFC 3986).
  private static func isURI(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text.utf8[..<colon]
    guard let first = scheme.first, first.isASCIILetter,
      scheme.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) })
    else { return false }
    return text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
      && !text.utf8.contains { "<>\"".utf8.contains($0) }
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
  }
}
