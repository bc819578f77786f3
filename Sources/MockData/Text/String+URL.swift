extension String {
  /// The text for use in a URL.
  ///
  /// All characters except letters, digits, and `-_.~` are percent-encoded.
  package var urlEscaped: String {
    var text = ""
    for byte in utf8 {
      let isPlain =
        byte.isASCIIAlphanumeric || "-_.~".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      text +=
        isPlain ? String(Unicode.Scalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
    }
    return text
  }

  /// Decodes percent-encoded text, or returns nil if an escape is invalid or the result isn't UTF-8.
  ///
  /// - Parameters:
  ///   - text: A part of a URL, or of a form.
  ///   - isQuery: Whether a plus sign means a space.
  package init?(urlEscaped text: some Sequence<UInt8>, isQuery: Bool) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.underestimatedCount)
    var rest = text.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next()?.hexDigitValue, let low = rest.next()?.hexDigitValue else {
          return nil
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where isQuery: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    self.init(validUTF8: bytes)
  }
}
