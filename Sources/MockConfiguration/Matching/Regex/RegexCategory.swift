/// The general categories of Unicode, by the names that `\p{...}` accepts.
///
/// Case, spaces, `_`, and `-` in a name are ignored.
enum RegexCategory {
  /// Returns the categories with a name, or nil for an unknown name.
  ///
  /// A single letter, such as `L`, has several.
  static func categories(named name: String) -> [Unicode.GeneralCategory]? {
    let name = normal(name)
    guard let row = rows.first(where: { normal($0.short) == name || normal($0.long) == name })
    else { return nil }
    return rows.compactMap { $0.short.hasPrefix(row.short) ? $0.category : nil }
  }

  /// All names, for suggestions.
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
