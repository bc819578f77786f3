/// The reason why the bytes of a file can't be read as text, with the line of the problem.
package enum TextProblem: Error, Equatable {
  case otherEncoding(String)
  /// A line, counted from 1, contains a NUL byte, which isn't allowed in text.
  case nulByte(line: Int)
  /// A line, counted from 1, isn't UTF-8.
  case notUTF8(line: Int)

  package var line: Int {
    switch self {
    case .otherEncoding: 1
    case .nulByte(let line), .notUTF8(let line): line
    }
  }

  /// Finds the problem with some bytes, or returns nil if they are UTF-8.
  package init?(in bytes: [UInt8], allowsNUL: Bool = false) {
    if let encoding = Self.otherEncoding(of: bytes) {
      self = .otherEncoding(encoding)
    } else if !allowsNUL, let offset = bytes.firstIndex(of: 0) {
      self = .nulByte(line: Self.line(of: offset, in: bytes))
    } else if String(validUTF8: bytes) == nil {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let line = lines.firstIndex { String(validUTF8: $0) == nil } ?? 0
      self = .notUTF8(line: line + 1)
    } else {
      return nil
    }
  }

  private static func line(of offset: Int, in bytes: [UInt8]) -> Int {
    bytes[..<offset].reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }

  /// Recognizes UTF-32 and UTF-16 by a byte order mark, or by the zeros next to ASCII characters.
  private static func otherEncoding(of bytes: [UInt8]) -> String? {
    for mark in [[0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF]] as [[UInt8]] where bytes.starts(with: mark)
    {
      return "UTF-32"
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    let sample = bytes.prefix(1024)
    let (units, isWhole) = (sample.count / 2, bytes.count.isMultiple(of: 2))
    guard units >= 4, isWhole else { return nil }
    var zeros = [0, 0]
    for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 2] += 1 }
    return zeros.min() == 0 && (zeros.max() ?? 0) * 2 >= units ? "UTF-16" : nil
  }
}

extension TextProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .otherEncoding(let name): "the text is \(name); save the file as UTF-8"
    case .nulByte: "the line has a NUL byte; remove it, or save the file as UTF-8"
    case .notUTF8: "the line is not UTF-8; save the file as UTF-8"
    }
  }
}

extension String {
  /// Omits a byte order mark.
  package init(text bytes: [UInt8], allowsNUL: Bool = false) throws(TextProblem) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
    guard allowsNUL || !bytes.contains(0), let text = String(validUTF8: body)
    else { throw TextProblem(in: bytes, allowsNUL: allowsNUL) ?? .notUTF8(line: 1) }
    self = text
  }
}
