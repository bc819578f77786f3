/// An encoding of text inside other text.
struct EncodedText: Sendable {
  /// The text that all encoded text contains; empty for base64.
  private let mark: String
  /// Whether each byte can be part of the encoded text.
  private let parts: [Bool]
  private let decoded: @Sendable (ArraySlice<UInt8>) -> String?
  /// Encodes a text in the same way as a part of a string.
  let encoded: @Sendable (_ text: String, _ part: ArraySlice<UInt8>) -> String
  /// Whether the encoding is base64, which is so long that texts inside one another soon become short.
  var isLong: Bool { mark.isEmpty }

  /// Returns the encoded texts in a string, and their ranges.
  func all(in bytes: [UInt8]) -> [(range: Range<Int>, text: String)] {
    let (mark, parts) = (Array(mark.utf8), parts)
    guard mark.first.map(bytes.contains) ?? true else { return [] }
    return bytes.split { !parts[Int($0)] }.compactMap { word in
      guard mark.isEmpty || word.firstRange(of: mark) != nil else { return nil }
      // Base64 can end with padding.
      let padding = bytes[word.endIndex...].prefix(2).prefix { isLong && $0 == UInt8(ascii: "=") }
      let range = word.startIndex..<padding.endIndex
      return decoded(bytes[range]).map { (range, $0) }
    }
  }

  static let encodings = [
    base64, escapes(ofForm: true), escapes(ofForm: false), quotationMarks,
  ]

  /// Readable text in base64, in either alphabet of RFC 4648, with or without padding.
  static let base64 = EncodedText(
    mark: "", parts: (0...255).map { $0.isASCIIAlphanumeric || "+/-_".utf8.contains($0) },
    decoded: text(ofBase64:),
    encoded: { text, part in
      let padded = Array(text.utf8).base64
      let encoded = part.count % 4 == 0 ? padded : String(padded.prefix { $0 != "=" })
      let isURLSafe = part.contains { "-_".utf8.contains($0) }
      return isURLSafe ? encoded.replacing("+", with: "-").replacing("/", with: "_") : encoded
    })

  /// The escapes of URLs, or of forms, in which a plus sign is a space.
  private static func escapes(ofForm isForm: Bool) -> EncodedText {
    EncodedText(
      mark: "%", parts: (0...255).map { !" \t\r\n\"'`<>\\&=?#/,;(){}[]|".utf8.contains($0) },
      decoded: { word in
        // A word that is escaped many times would be searched as often.
        let isNested = word.firstRange(of: Array("%252525".utf8)) != nil
        guard !isNested, !isForm || word.contains(UInt8(ascii: "+")) else { return nil }
        return String(urlEscaped: word, isQuery: isForm)
      },
      encoded: { text, part in
        let escaped = text.urlEscaped
        guard part.contains(UInt8(ascii: "+")) else { return escaped }
        return escaped.replacing(isForm ? "%20" : "%2B", with: "+")
      })
  }

  private static let marks = ["&quot;", "&#34;", "&#x22;"]

  /// Quotation marks in the attributes of HTML.
  private static let quotationMarks = EncodedText(
    mark: "&", parts: (0...255).map { !"\"'<>".utf8.contains($0) },
    decoded: { word in
      let word = String(decoding: word, as: UTF8.self)
      let text = marks.reduce(word) { $0.replacing($1, with: "\"") }
      return text == word ? nil : text
    },
    encoded: { text, part in
      let mark = marks.first { part.firstRange(of: Array($0.utf8)) != nil } ?? marks[0]
      return text.replacing("\"", with: mark)
    })

  /// Returns the text of base64, or nil if the word isn't base64, or if its bytes aren't readable.
  static func text(ofBase64 word: ArraySlice<UInt8>) -> String? {
    guard word.count > 6 else { return nil }
    let digits = word.filter { $0 != 0x3D }.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
    let padding = [UInt8](repeating: 0x3D, count: (4 - digits.count % 4) % 4)
    guard digits.count > 6, padding.count < 3, let bytes = [UInt8](base64: digits + padding),
      bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) })
    else { return nil }
    return String(validUTF8: bytes)
  }
}
