/// A set of characters for one position of a regular expression.
///
/// Characters are Swift's: `é` is one character, whether it is composed or not. CR LF and a family emoji are also one
/// character each. A character has the properties of its first scalar, as in Swift's `Character`.
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
  init(_ character: Character, ignoresCase: Bool) {
    let lowercase = character.lowercased()
    self =
      ignoresCase && lowercase != character.uppercased()
      ? .caseless(lowercase: lowercase) : .character(character)
  }

  /// A class that contains both CR and LF also contains CR LF.
  ///
  /// Therefore, `[\r\n]` matches every line break, and `[^\r\n]` doesn't match any.
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

  /// Returns whether a character is short enough to equal another form or case of a character with the given number of
  /// bytes.
  ///
  /// The check avoids comparing characters that have a million combining marks.
  private static func mayEqual(_ character: Character, _ byteCount: Int) -> Bool {
    character.utf8.count <= 32 * byteCount
  }

  /// The order is Swift's, which is the order of the composed scalars.
  ///
  /// An ASCII range doesn't contain ASCII characters with combining marks: `[0-9]` doesn't contain `1️⃣`.
  private static func contains(_ character: Character, in range: ClosedRange<Character>) -> Bool {
    guard mayEqual(character, 4) else { return false }
    let isPlain = character >= "\u{80}" || character.unicodeScalars.count == 1
    return isPlain && range.contains(character)
  }

  /// If case is ignored, an ASCII range still contains only ASCII characters: `[A-Z]` doesn't contain `ı`.
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

  /// The number of members that must be checked for a character.
  var memberCount: Int {
    switch self {
    case .inverted(let set): set.memberCount
    case .union(let sets): sets.reduce(0) { $0 + $1.memberCount }
    default: 1
    }
  }
}

extension Character {
  var isRegexWord: Bool { isLetter || isNumber || self == "_" }
}

/// The general categories of Unicode, by the names that `\p{...}` accepts.
///
/// Case, spaces, `_`, and `-` in a name are ignored.
enum RegexCategory {
  /// Returns the categories with a name, or nil for an unknown name.
  ///
  /// A single letter, such as `L`, names several categories.
  static func categories(named name: String) -> [Unicode.GeneralCategory]? {
    let name = normal(name)
    guard let row = rows.first(where: { normal($0.short) == name || normal($0.long) == name })
    else { return nil }
    return rows.compactMap { $0.short.hasPrefix(row.short) ? $0.category : nil }
  }

  static let names = rows.flatMap { [$0.short, $0.long] }

  private static func normal(_ name: String) -> String {
    name.filter { !$0.isWhitespace && $0 != "_" && $0 != "-" }.lowercased()
  }

  private static let rows: [(short: String, long: String, category: Unicode.GeneralCategory?)] = [
    ("C", "Other", nil), ("L", "Letter", nil), ("M", "Mark", nil), ("N", "Number", nil),
    ("P", "Punctuation", nil), ("S", "Symbol", nil), ("Z", "Separator", nil),
    ("Cc", "Control", .control), ("Cf", "Format", .format), ("Cn", "Unassigned", .unassigned),
    ("Co", "Private_Use", .privateUse), ("Cs", "Surrogate", .surrogate),
    ("Ll", "Lowercase_Letter", .lowercaseLetter), ("Lm", "Modifier_Letter", .modifierLetter),
    ("Lo", "Other_Letter", .otherLetter), ("Lt", "Titlecase_Letter", .titlecaseLetter),
    ("Lu", "Uppercase_Letter", .uppercaseLetter), ("Mc", "Spacing_Mark", .spacingMark),
    ("Me", "Enclosing_Mark", .enclosingMark), ("Mn", "Nonspacing_Mark", .nonspacingMark),
    ("Nd", "Decimal_Number", .decimalNumber), ("Nl", "Letter_Number", .letterNumber),
    ("No", "Other_Number", .otherNumber),
    ("Pc", "Connector_Punctuation", .connectorPunctuation),
    ("Pd", "Dash_Punctuation", .dashPunctuation), ("Pe", "Close_Punctuation", .closePunctuation),
    ("Pf", "Final_Punctuation", .finalPunctuation),
    ("Pi", "Initial_Punctuation", .initialPunctuation),
    ("Po", "Other_Punctuation", .otherPunctuation), ("Ps", "Open_Punctuation", .openPunctuation),
    ("Sc", "Currency_Symbol", .currencySymbol), ("Sk", "Modifier_Symbol", .modifierSymbol),
    ("Sm", "Math_Symbol", .mathSymbol), ("So", "Other_Symbol", .otherSymbol),
    ("Zl", "Line_Separator", .lineSeparator), ("Zp", "Paragraph_Separator", .paragraphSeparator),
    ("Zs", "Space_Separator", .spaceSeparator),
  ]
}
