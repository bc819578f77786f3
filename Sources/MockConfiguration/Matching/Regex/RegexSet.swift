/// A set of characters, of which one position of a regular expression takes one.
///
/// Characters are Swift's: `é` is one however it is composed, and so are CR LF and a family of emoji.
/// Properties are those of a character's first scalar, as in Swift's `Character`.
indirect enum RegexSet: Hashable, Sendable {
  case any
  case newline
  /// `\d`.
  case digit
  /// `\w`.
  case word
  /// `\s`.
  case whitespace
  case category([Unicode.GeneralCategory])
  case character(Character)
  /// The characters with this lowercase form.
  case caseless(lowercase: String)
  case range(ClosedRange<Character>, ignoresCase: Bool)
  case inverted(RegexSet)
  case union([RegexSet])
}

extension RegexSet {
  /// The set that one character of an expression stands for.
  init(_ character: Character, ignoresCase: Bool) {
    let lowercase = character.lowercased()
    self =
      ignoresCase && lowercase != character.uppercased()
      ? .caseless(lowercase: lowercase) : .character(character)
  }

  /// The members of a class in brackets.
  ///
  /// CR LF belongs to a class that has both CR and LF, so that `[\r\n]` finds each line break and
  /// `[^\r\n]` none.
  init(class members: [RegexSet]) {
    let whole = RegexSet.union(members)
    let hasLineBreakPair = whole.contains("\r") && whole.contains("\n")
    self = hasLineBreakPair ? .union(members + [.character("\r\n")]) : whole
  }

  func contains(_ character: Character) -> Bool {
    switch self {
    case .any: true
    case .newline: character.isNewline
    case .digit: character.isNumber
    case .word: character.isRegexWord
    case .whitespace: character.isWhitespace
    case .category(let categories):
      character.unicodeScalars.prefix(1).contains {
        categories.contains($0.properties.generalCategory)
      }
    case .character(let other):
      Self.mayEqual(character, other.utf8.count) && character == other
    case .caseless(let lowercase):
      Self.mayEqual(character, lowercase.utf8.count) && character.lowercased() == lowercase
    case .range(let range, let ignoresCase):
      Self.contains(character, in: range)
        || (ignoresCase && Self.containsOtherCase(of: character, in: range))
    case .inverted(let set): !set.contains(character)
    case .union(let sets): sets.contains { $0.contains(character) }
    }
  }

  /// Whether a character is short enough to be one of so many bytes in other words, or in another case;
  /// one of a million marks need not be compared.
  private static func mayEqual(_ character: Character, _ byteCount: Int) -> Bool {
    character.utf8.count <= 32 * byteCount
  }

  /// Whether a character lies in a range, in Swift's order, which is that of the composed scalars.
  ///
  /// ASCII with a mark on it is not what a range of ASCII is about: `[0-9]` has no `1️⃣`.
  private static func contains(_ character: Character, in range: ClosedRange<Character>) -> Bool {
    guard mayEqual(character, 4) else { return false }
    let isPlain = character >= "\u{80}" || character.unicodeScalars.count == 1
    return isPlain && range.contains(character)
  }

  /// Whether the lowercase or the uppercase form of a character lies in a range; a range of ASCII takes
  /// no more than that in any case: `ı` is none of `[A-Z]`.
  private static func containsOtherCase(
    of character: Character, in range: ClosedRange<Character>
  ) -> Bool {
    guard mayEqual(character, 4), character < "\u{80}" || range.upperBound >= "\u{80}" else {
      return false
    }
    return [character.lowercased(), character.uppercased()].contains { text in
      text.count == 1 && contains(Character(text), in: range)
    }
  }

  /// How many members have to be looked at to decide on a character.
  var memberCount: Int {
    switch self {
    case .inverted(let set): set.memberCount
    case .union(let sets): sets.reduce(0) { $0 + $1.memberCount }
    default: 1
    }
  }
}

extension Character {
  /// A letter, a number or `_`.
  var isRegexWord: Bool { isLetter || isNumber || self == "_" }
}
