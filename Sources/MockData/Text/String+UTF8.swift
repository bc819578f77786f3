extension String {
  /// Reads UTF-8 bytes, or returns nil if they are invalid.
  @inlinable
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      self.init(validating: bytes, as: UTF8.self)
    } else {
      self.init(decodingUnrepaired: bytes)
    }
  }

  /// On older systems, decoding replaces invalid bytes, so the result is compared with the bytes.
  @inlinable
  package init?(decodingUnrepaired bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.elementsEqual(bytes) else { return nil }
  }

  /// Returns whether two strings have the same bytes.
  ///
  /// `==` also accepts strings that are equal only after Unicode normalization.
  package func hasSameUTF8(as other: String) -> Bool {
    // `==` is fast, and strings that are equal only after normalization are rare.
    guard utf8.count == other.utf8.count, self == other else { return false }
    return utf8.elementsEqual(other.utf8)
  }
}

// Classes of ASCII bytes, for formats that are read byte by byte.
extension UInt8 {
  @inlinable package var isASCIIDigit: Bool { 0x30...0x39 ~= self }

  @inlinable package var isASCIILetter: Bool { 0x61...0x7A ~= self | 0x20 }

  @inlinable package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

  /// Whether the byte is an ASCII letter, a digit, or an underscore, as in the names of most languages.
  @inlinable package var isASCIIWord: Bool { isASCIIAlphanumeric || self == 0x5F }

  package var hexDigitValue: UInt8? {
    if isASCIIDigit { return self - 0x30 }
    return 0x61...0x66 ~= self | 0x20 ? (self | 0x20) - 0x61 + 10 : nil
  }
}

extension String {
  /// Creates hexadecimal digits, after zeros if there are fewer digits than `width`.
  package init(hex value: some UnsignedInteger, width: Int, uppercase: Bool = false) {
    let digits = String(value, radix: 16, uppercase: uppercase)
    self = String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }

  /// Percent-encodes all characters except letters, digits, and `-_.~`.
  package var urlEscaped: String {
    var text = ""
    for byte in utf8 {
      let isPlain = byte.isASCIIAlphanumeric || "-_.~".utf8.contains(byte)
      text +=
        isPlain
        ? String(Unicode.Scalar(byte)) : "%" + String(hex: byte, width: 2, uppercase: true)
    }
    return text
  }

  /// Returns nil if an escape is invalid or the result isn't UTF-8.
  ///
  /// If `isQuery` is true, a plus sign means a space.
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

extension String {
  /// The text without the spaces at its end.
  package var withoutSpacesAtEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }
}
