package enum Charset: Sendable, Equatable {
  case utf8, ascii, latin1
  /// UTF-16 with a byte order mark.
  case utf16
  case utf16LittleEndian, utf16BigEndian

  /// Finds an encoding by its name, or returns nil if it isn't supported.
  ///
  /// The case is ignored.
  package init?(_ name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8": self = .utf8
    case "us-ascii", "ascii": self = .ascii
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1": self = .latin1
    case "utf-16", "utf16": self = .utf16
    case "utf-16le": self = .utf16LittleEndian
    case "utf-16be": self = .utf16BigEndian
    default: return nil
    }
  }

  /// Returns the bytes of a text, or nil if the encoding doesn't have all of its characters.
  package func encoded(_ text: String) -> [UInt8]? {
    switch self {
    case .utf8: return Array(text.utf8)
    case .ascii: return text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
    case .latin1:
      let bytes = text.unicodeScalars.map { UInt8(exactly: $0.value) }
      return bytes.contains(nil) ? nil : bytes.compactMap { $0 }
    case .utf16: return [0xFF, 0xFE] + (Self.utf16LittleEndian.encoded(text) ?? [])
    case .utf16LittleEndian:
      return text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    case .utf16BigEndian:
      return text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
  }

  /// Returns the text of bytes, or nil if they are invalid in the encoding, or its byte order isn't known.
  package func decoded(_ bytes: [UInt8]) -> String? {
    switch self {
    case .utf8: return String(validUTF8: bytes)
    case .ascii: return bytes.allSatisfy { $0 < 0x80 } ? String(validUTF8: bytes) : nil
    case .latin1: return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    case .utf16:
      guard let encoding = Self.marked(bytes) else { return nil }
      return encoding.decoded(Array(bytes.dropFirst(2)))
    case .utf16LittleEndian, .utf16BigEndian:
      guard bytes.count.isMultiple(of: 2) else { return nil }
      let (low, high) = self == .utf16LittleEndian ? (0, 1) : (1, 0)
      let units = stride(from: 0, to: bytes.count, by: 2).map {
        UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + high]) << 8
      }
      let text = String(decoding: units, as: UTF16.self)
      return text.utf16.elementsEqual(units) ? text : nil
    }
  }

  /// Returns the encodings that bytes without a stated encoding may have.
  static func candidates(for bytes: [UInt8]) -> [Charset] {
    let isUTF8 = String(validUTF8: bytes) != nil
    if bytes.contains(0) {
      // Most characters of the names of secrets are ASCII.
      guard bytes.count(where: { $0 == 0 }) > bytes.count / 16 else { return isUTF8 ? [.utf8] : [] }
      return (isUTF8 ? [.utf8] : []) + [.utf16LittleEndian, .utf16BigEndian]
    }
    if isUTF8 { return [.utf8] }
    return bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) } ? [.latin1] : []
  }

  /// The encoding that a byte order mark of UTF-16 at the start of bytes announces, if any.
  private static func marked(_ bytes: [UInt8]) -> Charset? {
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    return bytes.starts(with: [0xFE, 0xFF]) ? .utf16BigEndian : nil
  }
}
