/// A text that is searched, character by character from its start.
struct RegexText {
  /// The character before the place; nil at the start.
  private(set) var previous: RegexCharacter?
  /// The character behind the place; nil at the end.
  private(set) var next: RegexCharacter?

  private let string: String
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The place before which the search stands, in bytes, and where the character behind it ends.
  private var (place, end) = (0, 0)
  /// The last place that was reached by way of the string, and its index there.
  ///
  /// An index that the string itself has advanced is known to lie between characters. For any other
  /// one it would have to look back each time.
  private var known: (place: Int, index: String.Index)

  /// Takes a string and its bytes, which must outlive this.
  init(_ string: String, _ bytes: UnsafeBufferPointer<UInt8>) {
    self.string = string
    self.bytes = bytes
    known = (0, string.startIndex)
    read()
  }

  /// The bytes of the character behind the place.
  var nextLength: Int { end - place }

  var isAtWordBoundary: Bool {
    (previous?.character.isRegexWord ?? false) != (next?.character.isRegexWord ?? false)
  }

  /// Goes on behind the next character.
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
    if byte < 0x80, isAlone(byte) {
      next = .ascii(byte)
      end = place &+ 1
    } else {
      let view = string.utf8
      let start =
        known.place == place ? known.index : view.index(view.startIndex, offsetBy: place)
      let index = string.index(after: start)
      end = view.distance(from: view.startIndex, to: index)
      known = (end, index)
      next = end == place &+ 1 ? .ascii(byte) : .other(string[start])
    }
  }

  /// Whether a byte of ASCII is a character of its own, as can be told from the byte behind it.
  private func isAlone(_ byte: UInt8) -> Bool {
    if place &+ 1 == bytes.count { return true }
    let following = bytes[place &+ 1]
    // No scalar below U+0300 becomes part of the character before it, but LF behind CR.
    return following < 0xCC && !(byte == 0xD && following == 0xA)
  }
}

/// A character of a text.
enum RegexCharacter {
  case ascii(UInt8)
  /// Any other one, CR LF included.
  case other(Character)

  var character: Character {
    switch self {
    case .ascii(let byte): Character(Unicode.Scalar(byte))
    case .other(let character): character
    }
  }
}
