import MockData

/// A token of a Swift file: a word, a string, or punctuation.
///
/// The command doesn't link swift-syntax, and the syntax that the compiler prints lacks the types of parameters,
/// `async`, and `throws`. So these files read the declarations that a test needs, and skip all others.
struct SwiftToken: Equatable, Sendable {
  enum Kind: Sendable {
    /// A name, a keyword, or a number.
    case word
    case string
    case mark
  }

  var kind: Kind
  var text: String
  /// The number of the line, from 1.
  var line: Int

  /// Returns the tokens of a file, without comments and without lines such as `#if DEBUG`.
  static func tokens(of source: String) -> [SwiftToken] {
    var scanner = SwiftScanner(source)
    return scanner.tokens()
  }
}

private struct SwiftScanner {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1

  init(_ source: String) { bytes = Array(source.utf8) }

  mutating func tokens() -> [SwiftToken] {
    var tokens: [SwiftToken] = []
    while let byte = byte(0) {
      let (start, first) = (index, line)
      func add(_ kind: SwiftToken.Kind) {
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        tokens.append(SwiftToken(kind: kind, text: text, line: first))
      }
      if byte <= 0x20 {
        advance()
      } else if isNext("//") {
        skipLine()
      } else if isNext("/*") {
        skipComment()
      } else if let hashes = hashesBeforeQuote {
        skipString(hashes: hashes)
        add(.string)
      } else if isDirective {
        skipLine()
      } else if byte == UInt8(ascii: "`") {
        repeat { advance() } while self.byte(0).map { $0 != UInt8(ascii: "`") && $0 != 10 } ?? false
        advance()
        add(.word)
      } else if Self.isWord(byte) {
        while self.byte(0).map(Self.isWord) ?? false { advance() }
        add(.word)
      } else {
        advance(isNext("->") ? 2 : 1)
        add(.mark)
      }
    }
    return tokens
  }

  private func byte(_ offset: Int) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  private func isNext(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] == 10 { line += 1 }
      index += 1
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIIWord || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  private mutating func skipLine() {
    while let byte = byte(0), byte != 10 { advance() }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if isNext("/*") {
        depth += 1
        advance(2)
      } else if isNext("*/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && index < bytes.count
  }

  /// Whether the line is a directive, such as `#if DEBUG`.
  private var isDirective: Bool {
    ["#if ", "#if!", "#else", "#endif", "#sourceLocation"].contains { isNext($0) }
  }

  /// The number of `#` before a quotation mark, or nil if no string starts here.
  private var hashesBeforeQuote: Int? {
    let count = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
    return byte(count) == UInt8(ascii: "\"") ? count : nil
  }

  private mutating func skipString(hashes: Int) {
    advance(hashes)
    let isLong = isNext("\"\"\"")
    advance(isLong ? 3 : 1)
    let marks = String(repeating: "#", count: hashes)
    let (end, escape) = ((isLong ? "\"\"\"" : "\"") + marks, "\\" + marks)
    while let byte = byte(0) {
      if isNext(end) { return advance(end.utf8.count) }
      // A single-line string ends at the line break, even if its closing quotation mark is missing.
      if byte == 10, !isLong { return }
      guard isNext(escape) else {
        advance()
        continue
      }
      advance(escape.utf8.count)
      if self.byte(0) == UInt8(ascii: "(") { skipInterpolation() } else { advance() }
    }
  }

  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      if let hashes = hashesBeforeQuote {
        skipString(hashes: hashes)
        continue
      }
      if byte(0) == UInt8(ascii: "(") { depth += 1 }
      if byte(0) == UInt8(ascii: ")") { depth -= 1 }
      advance()
    } while depth > 0 && index < bytes.count
  }
}
