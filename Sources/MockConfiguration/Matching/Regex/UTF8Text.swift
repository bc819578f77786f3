/// The bytes of a text in valid UTF-8, with what a search asks about a place in it.
struct UTF8Text {
  let bytes: UnsafePointer<UInt8>
  let count: Int

  /// The scalar that begins at a place, and where it ends.
  @inline(__always)
  func scalar(at place: Int) -> (scalar: Unicode.Scalar, end: Int) {
    let first = UInt32(bytes[place])
    if first < 0x80 { return (Unicode.Scalar(bytes[place]), place &+ 1) }
    let value: UInt32
    let length: Int
    if first < 0xE0 {
      value = (first & 0x1F) &<< 6 | rest(place &+ 1)
      length = 2
    } else if first < 0xF0 {
      value = (first & 0xF) &<< 12 | rest(place &+ 1) &<< 6 | rest(place &+ 2)
      length = 3
    } else {
      value =
        (first & 7) &<< 18 | rest(place &+ 1) &<< 12 | rest(place &+ 2) &<< 6 | rest(place &+ 3)
      length = 4
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", place &+ length)
  }

  @inline(__always)
  private func rest(_ place: Int) -> UInt32 { UInt32(bytes[place]) & 0x3F }

  /// The length of the ASCII character at a place, 2 for CR LF; 0 where only the string knows.
  @inline(__always)
  func asciiLength(at place: Int) -> Int {
    let byte = bytes[place]
    if byte >= 0x80 { return 0 }
    if place &+ 1 == count { return 1 }
    let next = bytes[place &+ 1]
    if next < 0x80 { return next == 0xA && byte == 0xD ? 2 : 1 }
    // No scalar below U+0300 becomes part of the character before it.
    return next < 0xCC ? 1 : 0
  }

  /// The length of the line break that begins at a place; 0 where there is none.
  func newlineLength(at place: Int) -> Int {
    if place >= count { return 0 }
    switch bytes[place] {
    case 0xD: return place + 1 < count && bytes[place + 1] == 0xA ? 2 : 1
    case 0xA...0xC: return 1
    case 0xC2: return bytes[place + 1] == 0x85 ? 2 : 0
    case 0xE2: return bytes[place + 1] == 0x80 && (0xA8...0xA9).contains(bytes[place + 2]) ? 3 : 0
    default: return 0
    }
  }

  /// Whether a line break ends at a place between two characters.
  func isAfterNewline(_ place: Int) -> Bool {
    switch bytes[place - 1] {
    case 0xA...0xD: true
    case 0x85: place >= 2 && bytes[place - 2] == 0xC2
    case 0xA8, 0xA9: place >= 3 && bytes[place - 2] == 0x80 && bytes[place - 3] == 0xE2
    default: false
    }
  }

  /// Whether a character begins at a place; what begins there is ASCII, or the text ends.
  func isBoundary(beforeASCIIAt place: Int) -> Bool {
    if place == 0 || place == count { return true }
    if bytes[place - 1] < 0x80 { return !(bytes[place - 1] == 0xD && bytes[place] == 0xA) }
    var start = place - 1
    while bytes[start] & 0xC0 == 0x80 { start -= 1 }
    // Only a few signs bind the character behind them.
    return Self.areApart(scalar(at: start).scalar, Unicode.Scalar(bytes[place]))
  }

  /// Whether a character ends at a place; what ends there is ASCII, or the text begins.
  func isBoundary(afterASCIIAt place: Int) -> Bool {
    if place == 0 || place == count { return true }
    if bytes[place] < 0x80 { return !(bytes[place - 1] == 0xD && bytes[place] == 0xA) }
    return Self.areApart(Unicode.Scalar(bytes[place - 1]), scalar(at: place).scalar)
  }

  private static func areApart(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    var text = String(first)
    text.unicodeScalars.append(second)
    return text.count == 2
  }
}
