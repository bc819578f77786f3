internal import MockConfiguration
internal import MockData

/// Writes values and responses the way a script states them, so that the script gives exactly them.
enum LuaText {
  private static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// A value as a literal.
  static func value(_ value: AnyCodableValue) -> String {
    switch value {
    case .null: return "null"
    case .bool(let flag): return "\(flag)"
    // The literal without its sign would be a float.
    case .int(Int.min): return "math.mininteger"
    case .int(let number): return "\(number)"
    case .double(let number): return float(number)
    case .number(let number): return float(number.double)
    case .string(let text): return string(text)
    case .array(let elements):
      return elements.isEmpty
        ? "array {}" : "{ " + elements.map(Self.value).joined(separator: ", ") + " }"
    case .dictionary(let members):
      if members.isEmpty { return "{}" }
      return "{ "
        + members.sorted { $0.key < $1.key }.map { "\(key($0.key)) = \(Self.value($0.value))" }
        .joined(separator: ", ") + " }"
    }
  }

  /// A response with its builders.
  static func response(_ response: MockResponse) -> String {
    var text: String
    switch response.result {
    case .success, .callback: text = "reply" + argument(response.value)
    case .error: text = failure("fail", response.error)
    case .stream:
      let values = response.values ?? []
      text = "stream " + (values.isEmpty ? "{}" : value(.array(values)))
      if let error = response.error { text += " :" + failure("fails", error) }
    }
    if let updates = response.updateSharedState { text += " :set " + value(.dictionary(updates)) }
    switch response.delayMs {
    case nil: break
    case .fixed(let ms): text += " :after(\(ms))"
    case .uniform(let least, let most): text += " :after { min = \(least), max = \(most) }"
    case .logNormal(let median, let sigma, let most):
      text += " :after { median = \(median), sigma = \(float(sigma)), max = \(most) }"
    }
    if let interval = response.intervalMs { text += " :every(\(interval))" }
    if let gate = response.gate { text += " :gate " + string(gate) }
    if response.optional == true { text += " :optional()" }
    return text
  }

  /// A pattern that a call's arguments gave: plain values, or `$eq` where a part would do otherwise.
  static func pattern(_ pattern: AnyCodableValue) -> String {
    guard case .dictionary(let members) = pattern else { return value(pattern) }
    if members.count == 1, let exact = members["$eq"] { return "is.eq(\(value(exact)))" }
    return "{ "
      + members.sorted { $0.key < $1.key }.map { "\(key($0.key)) = \(Self.pattern($0.value))" }
      .joined(separator: ", ") + " }"
  }

  private static func failure(_ word: String, _ error: MockErrorPayload?) -> String {
    let error = error ?? MockErrorPayload(code: "error", message: "error")
    var parts = [string(error.code)]
    if error.details != nil || error.message != error.code { parts.append(string(error.message)) }
    if let details = error.details { parts.append(value(details)) }
    return "\(word)(\(parts.joined(separator: ", ")))"
  }

  private static func argument(_ value: AnyCodableValue?) -> String {
    guard let value else { return "()" }
    let text = Self.value(value)
    return text.hasPrefix("{") ? " " + text : "(\(text))"
  }

  private static func float(_ number: Double) -> String {
    if number.isNaN { return "0/0" }
    if number.isInfinite { return number < 0 ? "-math.huge" : "math.huge" }
    return "\(number)"
  }

  private static func key(_ name: String) -> String {
    let isName =
      name.utf8.first.map { !isDigit($0) } ?? false
      && name.utf8.allSatisfy { isDigit($0) || isLetter($0) } && !keywords.contains(name)
    return isName ? name : "[\(string(name))]"
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower) || byte == UInt8(ascii: "_")
  }

  /// A string; what an editor does not show, or shows as something else, stands as an escape.
  private static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        let isShown =
          scalar.value >= 0x20 && scalar.value != 0x7F
          && ![.control, .format, .lineSeparator, .paragraphSeparator, .surrogate].contains(
            scalar.properties.generalCategory)
        result +=
          isShown ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result + "\""
  }
}
