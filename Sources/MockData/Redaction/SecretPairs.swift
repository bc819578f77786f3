/// Secrets within a text: what it has under their names as JSON, or as pairs such as those of a URL or a form.
enum SecretPairs {
  /// A value after the name of a secret.
  struct Pair {
    /// Where the value stands.
    var range: Range<String.Index>
    /// The value without the escapes of a URL.
    var value: String
  }

  /// The object or the list that a text is; nil for any other text.
  static func json(_ text: String) -> AnyCodableValue? {
    let isSpace = { (byte: UInt8) in byte <= 0x20 }
    switch (text.utf8.first { !isSpace($0) }, text.utf8.last { !isSpace($0) }) {
    case (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]")):
      return try? JSONParser(maximumDepth: 100).parse(text)
    default: return nil
    }
  }

  /// The pairs of a text whose names are those of secrets, as in `?user=1&token=a%20b` and `https://user:pass@host`.
  static func all(of text: String) -> [Pair] {
    let bytes = text.utf8
    var pairs: [Pair] = []
    var rest = bytes.startIndex
    while let sign = bytes[rest...].firstIndex(where: { $0 == equals || $0 == at }) {
      rest = bytes.index(after: sign)
      if bytes[sign] == at {
        if let pair = password(in: text, before: sign) { pairs.append(pair) }
        continue
      }
      let name = bytes[..<sign].reversed().prefix(while: isOfName).count
      let start = bytes.index(sign, offsetBy: -name)
      guard name > 0, name <= longestName, start >= pairs.last?.range.upperBound ?? start,
        let label = unescaped(text[start..<sign]), MockSecrets.isSecret(label)
      else { continue }
      let end = bytes[rest...].firstIndex { ends.contains($0) || $0 <= 0x20 } ?? bytes.endIndex
      guard let value = unescaped(text[rest..<end]), value.utf8.contains(where: isOfWord) else {
        continue
      }
      pairs.append(Pair(range: rest..<end, value: value))
      rest = end
    }
    return pairs
  }

  /// The password of `scheme://user:password@host`.
  private static func password(in text: String, before at: String.Index) -> Pair? {
    let bytes = text.utf8
    let length = bytes[..<at].reversed().prefix {
      $0 > 0x20 && !ends.contains($0) && !"/?@".utf8.contains($0)
    }.count
    let start = bytes.index(at, offsetBy: -length)
    guard bytes[..<start].suffix(3).elementsEqual("://".utf8),
      let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let range = bytes.index(after: colon)..<at
    guard let value = unescaped(text[range]), !value.isEmpty else { return nil }
    return Pair(range: range, value: value)
  }

  private static let equals = UInt8(ascii: "=")
  private static let at = UInt8(ascii: "@")
  /// What ends a value, besides spaces.
  private static let ends = Set("&;#\"'`<>\\".utf8)
  private static let longestName = 100

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    isOfWord(byte) || "_-.%[]".utf8.contains(byte)
  }

  /// A part of a URL or a form without its escapes; nil for a wrong one.
  private static func unescaped(_ text: Substring) -> String? {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return String(text)
    }
    return String(urlEscaped: text.utf8, isQuery: true)
  }
}
