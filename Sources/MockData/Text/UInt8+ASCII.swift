// What a byte of ASCII is: formats are read by their bytes.
extension UInt8 {
  /// A digit from 0 to 9.
  @inlinable package var isASCIIDigit: Bool { 0x30...0x39 ~= self }

  /// A letter, small or capital.
  @inlinable package var isASCIILetter: Bool { 0x61...0x7A ~= self | 0x20 }

  /// A letter or a digit.
  @inlinable package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

  /// A letter, a digit or the underscore: what names consist of in most languages.
  @inlinable package var isASCIIWord: Bool { isASCIIAlphanumeric || self == 0x5F }

  /// What a hexadecimal digit stands for; nil for any other byte.
  package var hexDigitValue: UInt8? {
    if isASCIIDigit { return self - 0x30 }
    return 0x61...0x66 ~= self | 0x20 ? (self | 0x20) - 0x61 + 10 : nil
  }
}
