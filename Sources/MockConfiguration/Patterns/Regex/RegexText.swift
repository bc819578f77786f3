/// A string that is read from its start, character by character, or scalar by scalar.
struct RegexText {
  /// The character before the position; nil at the start.
  private(set) var previous: RegexCharacter?
  /// The character after the position; nil at the end.
  private(set) var next: RegexCharacter?

  private let string: String
  private let bytes: UnsafeBufferPointer<UInt8>
  private let usesScalars: Bool
  /// The position in bytes, and the end of the next character.
  private(set) var place = 0
  private var end = 0
  /// The last position that was reached by advancing a string index, with that index.
  ///
  /// For this index, the string knows that a character starts there. For any other index, it would have to look back
  /// each time.
  private var known: (place: Int, index: String.Index)

  /// Creates a reader of a string that starts at a character.
  ///
  /// `bytes` are the string's bytes, which must outlive the reader.
  init(
    _ string: String, _ bytes: UnsafeBufferPointer<UInt8>, from start: String.Index,
    usesScalars: Bool
  ) {
    self.string = string
    self.bytes = bytes
    self.usesScalars = usesScalars
    place = string.utf8.distance(from: string.startIndex, to: start)
    known = (place, start)
    if start > string.startIndex {
      previous = .other(
        usesScalars
          ? Character(string.unicodeScalars[string.unicodeScalars.index(before: start)])
          : string[string.index(before: start)])
    }
    read()
  }

  /// The number of bytes of the next character.
  var nextLength: Int { end - place }

  var isAtWordBoundary: Bool {
    (previous?.character.isRegexWord ?? false) != (next?.character.isRegexWord ?? false)
  }

  mutating func advance() {
    previous = next
    place = end
    read()
  }

  private mutating func read() {
    guard place < bytes.count else {
      next = nil
      return
    }
    let byte = bytes[place]
    if byte < 0x80, usesScalars || isAlone(byte) {
      next = .ascii(byte)
      end = place &+ 1
    } else {
      let view = string.utf8
      let start =
        known.place == place ? known.index : view.index(view.startIndex, offsetBy: place)
      let index =
        usesScalars ? string.unicodeScalars.index(after: start) : string.index(after: start)
      end = view.distance(from: view.startIndex, to: index)
      known = (end, index)
      next =
        end == place &+ 1
        ? .ascii(byte)
        : .other(usesScalars ? Character(string.unicodeScalars[start]) : string[start])
    }
  }

  /// Returns whether an ASCII byte is a complete character, judging by the byte after it.
  private func isAlone(_ byte: UInt8) -> Bool {
    if place &+ 1 == bytes.count { return true }
    let following = bytes[place &+ 1]
    // Below U+0300, no scalar combines with the character before it, except for LF after CR.
    return following < 0xCC && !(byte == 0xD && following == 0xA)
  }
}

enum RegexCharacter {
  case ascii(UInt8)
  /// Any other character, including CR LF.
  case other(Character)

  var character: Character {
    switch self {
    case .ascii(let byte): Character(Unicode.Scalar(byte))
    case .other(let character): character
    }
  }
}
