/// Readable text in base64, in either alphabet of RFC 4648, with or without padding.
struct Base64Text {
  let text: String
  private let isURLSafe: Bool
  private let isPadded: Bool

  /// Returns nil if the word isn't base64, or if its bytes aren't readable text.
  init?(_ word: some Collection<UInt8>) {
    guard word.count >= 8 else { return nil }
    var bytes = word.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
    isURLSafe = word.contains { $0 == 0x2D || $0 == 0x5F }
    isPadded = bytes.last == 0x3D || bytes.count % 4 == 0
    while bytes.last == 0x3D { bytes.removeLast() }
    guard bytes.count % 4 != 1 else { return nil }
    bytes += Array(repeating: 0x3D, count: (4 - bytes.count % 4) % 4)
    // Most words aren't base64. Looking at their first bytes is enough to see that.
    guard let start = [UInt8](base64: Array(bytes.prefix(12))), start.allSatisfy(Self.isReadable),
      let decoded = [UInt8](base64: bytes), decoded.allSatisfy(Self.isReadable),
      let text = String(validUTF8: decoded)
    else { return nil }
    self.text = text
  }

  /// Returns the words of a string that are readable text in base64.
  static func all(in bytes: [UInt8]) -> [(range: Range<Int>, inner: Base64Text)] {
    bytes.indices.split { !bytes[$0].isASCIIAlphanumeric && !"+/-_=".utf8.contains(bytes[$0]) }
      .compactMap { word in
        // In `name=value`, the text before the sign isn't part of the value.
        let sign = word.dropLast(2).last { bytes[$0] == UInt8(ascii: "=") }
        let range = (sign.map { $0 + 1 } ?? word.startIndex)..<word.endIndex
        return Base64Text(bytes[range]).map { (range, $0) }
      }
  }

  private static func isReadable(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Encodes another text with the same alphabet and padding.
  func encoded(_ text: String) -> String {
    var encoded = Array(text.utf8).base64
    if !isPadded { while encoded.hasSuffix("=") { encoded.removeLast() } }
    return isURLSafe ? String(encoded.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }) : encoded
  }
}
