// The classes of ASCII bytes, because formats are read byte by byte.
extension UInt8 {
  /// Whether the byte is a digit from 0 to 9.
  @inlinable package var isASCIIDigit: Bool { 0x30...0x39 ~= self }

  /// Whether the byte is an ASCII letter.
  @inlinable package var isASCIILetter: Bool { 0x61...0x7A ~= self | 0x20 }

  /// Whether the byte is an ASCII letter or digit.
  @inlinable package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

  /// Whether the byte is an ASCII letter, a digit, or an underscore, as in the names of most languages.
  @inlinable package var isASCIIWord: Bool { isASCIIAlphanumeric || self == 0x5F }

  /// The value of a hexadecimal digit; nil for any other byte.
  package var hexDigitValue: UInt8? {
    if isASCIIDigit { return self - 0x30 }
    return 0x61...0x66 ~= self | 0x20 ? (self | 0x20) - 0x61 + 10 : nil
  }
}
