/// Makes bytes that encode a wire value, or nearly do.
struct WireMaker {
  private(set) var bytes: [UInt8] = []
  private var source: ByteSource

  /// Builds a value, and then sometimes corrupts a few of its bytes.
  init(_ source: ByteSource) {
    self.source = source
    if self.source.rarely(64) {
      nest(self.source.one(of: [1, 63, 64, 65, 66, 198, 199, 200, 201]))
    } else {
      value(depth: 0)
    }
    for _ in 0..<max(0, self.source.number(below: 8) - 4) where !bytes.isEmpty {
      bytes[self.source.number(below: bytes.count)] = self.source.byte()
    }
    if self.source.rarely(16) { bytes.removeLast(self.source.number(below: bytes.count)) }
  }

  private mutating func value(depth: Int) {
    let tag = UInt8(source.number(below: depth < 5 ? 13 : 7))
    bytes.append(tag)
    switch tag {
    case 4: append(source.integer())
    case 5: append(source.double().bitPattern)
    case 6: text()
    case 7: table(isMap: false, depth: depth)
    case 8: table(isMap: true, depth: depth)
    case 10: append(UInt32(source.byte()))
    case 11:
      let start = bytes.count
      append(UInt32(0))
      value(depth: depth + 1)
      patch(UInt32(bytes.count - start - 4), at: start)
    case 12:
      let digits =
        Array((source.number(below: 2) == 0 ? "-" : "").utf8) + "18446744073709551615".utf8
      append(UInt32(digits.count))
      bytes += digits
    default: break
    }
  }

  private mutating func table(isMap: Bool, depth: Int) {
    let start = bytes.count
    let count = source.number(below: 5)
    append(UInt32(0))
    append(UInt32(count))
    if isMap { append(UInt32(0)) }
    let payload = bytes.count
    for _ in 0..<count {
      if isMap { text() }
      value(depth: depth + 1)
    }
    patch(UInt32(bytes.count - payload), at: start)
  }

  /// Writes nested lists, maps, or packed data.
  private mutating func nest(_ depth: Int) {
    let tag = UInt8(7 + 4 * source.number(below: 2))
    let header = tag == 7 ? 9 : 5
    for level in 0..<depth {
      bytes.append(tag)
      append(UInt32((depth - level - 1) * header))
      if tag == 7 { append(UInt32(level == depth - 1 ? 0 : 1)) }
    }
    if depth == 0 { bytes.append(0) }
  }

  private static let texts = [
    "", "a", "id", "name", "items", "rest", "0", "{\"a\":1}", "é", "super",
  ]

  private mutating func text() {
    let choice = source.number(below: Self.texts.count + 2)
    var text = choice < Self.texts.count ? Array(Self.texts[choice].utf8) : []
    if choice >= Self.texts.count {
      for _ in 0..<source.number(below: 20) { text.append(source.byte()) }
    }
    append(UInt32(text.count))
    bytes += text
  }

  private mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func patch(_ value: UInt32, at start: Int) {
    withUnsafeBytes(of: value.littleEndian) {
      bytes.replaceSubrange(start..<start + 4, with: $0)
    }
  }
}
