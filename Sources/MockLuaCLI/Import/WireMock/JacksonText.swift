/// JSON in the form that Jackson reads for WireMock, with comments and single quotation marks.
enum JacksonText {
  /// Returns the text as plain JSON, with the same line breaks.
  ///
  /// The text may have comments as in Java, and strings in single quotation marks.
  static func json(_ text: String) -> String {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    /// The quotation mark of the string that the position is in.
    var quote: UInt8?
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\") where quote != nil:
        guard let next = rest.popFirst() else { return text }
        result += next == UInt8(ascii: "'") ? [next] : [byte, next]
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil || quote == byte {
          quote = quote == nil ? byte : nil
          result.append(UInt8(ascii: "\""))
        } else {
          // The other mark is part of the string.
          result += byte == UInt8(ascii: "\"") ? Array("\\\"".utf8) : [byte]
        }
      case UInt8(ascii: "/") where quote == nil && rest.first == UInt8(ascii: "/"):
        rest = rest.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      case UInt8(ascii: "/") where quote == nil && rest.first == UInt8(ascii: "*"):
        guard let end = rest.dropFirst().firstRange(of: "*/".utf8) else { return text }
        result += rest[..<end.lowerBound].filter { $0 == UInt8(ascii: "\n") }
        rest = rest[end.upperBound...]
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
