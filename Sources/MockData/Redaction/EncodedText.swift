/// An encoding of text inside other text.
struct EncodedText: Sendable {
  /// Returns the encoded texts in a string, and their ranges.
  let all: @Sendable ([UInt8]) -> [(range: Range<Int>, text: String)]
  /// Encodes a text in the same way as a part of a string.
  let encoded: @Sendable (_ text: String, _ part: ArraySlice<UInt8>) -> String
  /// Whether the encoded text is much longer than the text, so that texts inside one another soon become short.
  var isLong = false

  /// The encodings: base64, the escapes of URLs, and quotation marks in the attributes of HTML.
  static let encodings = [
    EncodedText(all: Base64Text.all, encoded: Base64Text.encoded, isLong: true), escapes,
    quotationMarks,
  ]

  private static let escapes = EncodedText(
    all: { bytes in
      words(in: bytes, between: " \t\r\n\"'`<>\\&=?#/,;(){}[]|", containing: "%").compactMap {
        range in
        // A word that is escaped many times would be searched as often.
        let isNested = bytes[range].firstRange(of: Array("%252525".utf8)) != nil
        let isForm = bytes[range].contains(UInt8(ascii: "+"))
        let text = isNested ? nil : String(urlEscaped: bytes[range], isQuery: isForm)
        return text.map { (range, $0) }
      }
    },
    encoded: { text, part in
      // In a form, a plus sign is a space.
      let escaped = text.urlEscaped
      return part.contains(UInt8(ascii: "+")) ? escaped.replacing("%20", with: "+") : escaped
    })

  private static let marks = ["&quot;", "&#34;", "&#x22;"]

  private static let quotationMarks = EncodedText(
    all: { bytes in
      words(in: bytes, between: "\"'<>", containing: "&").compactMap { range in
        let word = String(decoding: bytes[range], as: UTF8.self)
        let text = marks.reduce(word) { $0.replacing($1, with: "\"") }
        return text == word ? nil : (range, text)
      }
    },
    encoded: { text, part in
      let mark = marks.first { part.firstRange(of: Array($0.utf8)) != nil } ?? marks[0]
      return text.replacing("\"", with: mark)
    })

  /// Returns the ranges between separators that contain a mark.
  private static func words(
    in bytes: [UInt8], between separators: String, containing mark: String
  ) -> [Range<Int>] {
    let mark = Array(mark.utf8)
    guard bytes.contains(mark[0]) else { return [] }
    var isSeparator = [Bool](repeating: false, count: 256)
    for byte in separators.utf8 { isSeparator[Int(byte)] = true }
    return bytes.split { isSeparator[Int($0)] }.filter { $0.firstRange(of: mark) != nil }
      .map(\.indices)
  }
}

/// Readable text in base64, in either alphabet of RFC 4648, with or without padding.
enum Base64Text {
  /// Returns the text, or nil if the word isn't base64, or if its bytes aren't readable.
  static func decoded(_ word: ArraySlice<UInt8>) -> String? {
    let digits = word.filter { $0 != 0x3D }.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
    let padding = [UInt8](repeating: 0x3D, count: (4 - digits.count % 4) % 4)
    guard digits.count > 6, padding.count < 3, let bytes = [UInt8](base64: digits + padding),
      bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) })
    else { return nil }
    return String(validUTF8: bytes)
  }

  private static let digits = (0...255).map { (byte: UInt8) in
    byte.isASCIIAlphanumeric || "+/-_".utf8.contains(byte)
  }

  /// Returns the readable texts in a string.
  static func all(in bytes: [UInt8]) -> [(range: Range<Int>, text: String)] {
    let digits = digits
    var (found, start, index) = ([(range: Range<Int>, text: String)](), 0, 0)
    while index <= bytes.count {
      if index < bytes.count, digits[Int(bytes[index])] {
        index += 1
        continue
      }
      if index - start > 6 {
        let padding = bytes[index...].prefix(2).prefix { $0 == UInt8(ascii: "=") }
        let range = start..<padding.endIndex
        if let text = decoded(bytes[range]) { found.append((range, text)) }
      }
      index += 1
      start = index
    }
    return found
  }

  /// Encodes a text with the alphabet and padding of a word.
  static func encoded(_ text: String, as word: ArraySlice<UInt8>) -> String {
    let padded = Array(text.utf8).base64
    let encoded = word.count % 4 == 0 ? padded : String(padded.prefix { $0 != "=" })
    let isURLSafe = word.contains { "-_".utf8.contains($0) }
    return isURLSafe ? encoded.replacing("+", with: "-").replacing("/", with: "_") : encoded
  }
}
