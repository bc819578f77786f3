/// Finds ASCII characters that stand side by side, with or without `^` and `$` around them: what most
/// expressions are, for which comparing bytes is enough.
struct LiteralSearch: Sendable {
  private let bytes: [UInt8]
  private let isAtStart: Bool
  private let isAtEnd: Bool
  /// How much of the literal still fits where a byte behind so many of its bytes does not (Knuth,
  /// Morris and Pratt), so that no byte of a text is looked at again.
  private let fallback: [Int]

  /// Takes an expression that is a literal; nil for any other one, and for an empty one.
  init?(_ node: RegexNode) {
    var nodes: ArraySlice<RegexNode>
    if case .sequence(let items) = node { nodes = items[...] } else { nodes = [node] }
    if case .assertion(.start) = nodes.first { isAtStart = true } else { isAtStart = false }
    if isAtStart { nodes.removeFirst() }
    if case .assertion(.end) = nodes.last { isAtEnd = true } else { isAtEnd = false }
    if isAtEnd { nodes.removeLast() }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(nodes.count)
    for node in nodes {
      guard case .character(.ascii(let set)) = node, let byte = set.onlyCharacter else {
        return nil
      }
      // CR and LF are one character where they stand side by side, so two never do.
      if byte == 0xA, bytes.last == 0xD { return nil }
      bytes.append(byte)
    }
    if bytes.isEmpty { return nil }
    self.bytes = bytes
    fallback = isAtStart || isAtEnd ? [] : Self.fallback(of: bytes)
  }

  private static func fallback(of bytes: [UInt8]) -> [Int] {
    var fallback = [Int](repeating: 0, count: bytes.count + 1)
    var length = 0
    for index in bytes.indices.dropFirst() {
      while length > 0, bytes[index] != bytes[length] { length = fallback[length] }
      if bytes[index] == bytes[length] { length += 1 }
      fallback[index + 1] = length
    }
    return fallback
  }

  func isFound(in string: String) -> Bool {
    var string = string
    return string.withUTF8 { text in
      bytes.withUnsafeBufferPointer { literal in
        guard text.count >= bytes.count, let start = text.baseAddress,
          let literal = literal.baseAddress
        else { return false }
        let text = UTF8Text(bytes: start, count: text.count)
        if isAtStart { return isThere(literal, in: text, at: 0) }
        if isAtEnd { return isThere(literal, in: text, at: text.count - bytes.count) }
        return isAnywhere(literal, in: text)
      }
    }
  }

  private func isThere(
    _ literal: UnsafePointer<UInt8>, in text: UTF8Text, at place: Int
  ) -> Bool {
    let end = place + bytes.count
    if isAtEnd, end < text.count { return false }
    var index = 0
    while index < bytes.count {
      if text.bytes[place &+ index] != literal[index] { return false }
      index &+= 1
    }
    return text.isBoundary(beforeASCIIAt: place) && text.isBoundary(afterASCIIAt: end)
  }

  private func isAnywhere(_ literal: UnsafePointer<UInt8>, in text: UTF8Text) -> Bool {
    let count = bytes.count
    var (length, place) = (0, 0)
    while place < text.count {
      let byte = text.bytes[place]
      while length > 0, byte != literal[length] { length = fallback[length] }
      if byte == literal[length] { length &+= 1 }
      place &+= 1
      if length == count {
        if text.isBoundary(beforeASCIIAt: place - count), text.isBoundary(afterASCIIAt: place) {
          return true
        }
        length = fallback[length]
      }
    }
    return false
  }
}
