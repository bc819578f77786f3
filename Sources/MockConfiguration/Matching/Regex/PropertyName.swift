/// Finds the set that a name in `\p{...}` or `[:...:]` stands for.
///
/// Capitals, spaces, `_` and `-` do not count in a name, nor does `is` before it (Unicode's
/// UAX44-LM3).
enum PropertyName {
  /// A name without what does not count.
  static func normal(_ name: String) -> String {
    name.filter { !$0.isWhitespace && $0 != "_" && $0 != "-" }.lowercased()
  }

  /// The set of a name that stands alone: `L`, `Alphabetic`, `alnum`; nil for an unknown one.
  static func set(named name: String) -> RegexSet? {
    firstKnown(name) { name in
      switch name {
      case "any": return .every
      case "ascii":
        return .ascii(ASCIISet(low: .max, high: .max))
      case "assigned": return .inverted(.first(.category([.unassigned])))
      default: break
      }
      if let property = ScalarProperty(named: name) { return .first(.property(property)) }
      if let categories = categories[name] { return .first(.category(categories)) }
      return posix[name].map { .first($0) }
    }
  }

  /// The set of a name with a value: `gc=Lu`, `Age=6.0`; nil for an unknown one.
  static func set(named name: String, value: String) -> RegexSet? {
    firstKnown(name) { name in
      if let property = ScalarProperty(named: name) {
        return truth(value).map {
          $0 ? .first(.property(property)) : .inverted(.first(.property(property)))
        }
      }
      return test(named: name, value: value).map { .first($0) }
    }
  }

  private static func test(named name: String, value: String) -> ScalarTest? {
    switch name {
    case "gc", "generalcategory":
      return firstKnown(value) { categories[$0] }.map { .category($0) }
    case "age": return age(value)
    case "na", "name": return .name(normal(value))
    case "nt", "numerictype":
      return firstKnown(value) { numericTypes[$0] }.map { .numericType($0) }
    case "nv", "numericvalue": return Double(value).map { .numericValue($0) }
    case "ccc", "canonicalcombiningclass":
      return UInt8(value).flatMap { $0 < 255 ? .combiningClass($0) : nil }
    default: return nil
    }
  }

  /// Tries a name, and the name without its `is`.
  private static func firstKnown<Meaning>(
    _ name: String, _ meaning: (String) -> Meaning?
  ) -> Meaning? {
    let name = normal(name)
    if let known = meaning(name) { return known }
    return name.hasPrefix("is") ? meaning(String(name.dropFirst(2))) : nil
  }

  private static func truth(_ value: String) -> Bool? {
    switch normal(value) {
    case "t", "true", "y", "yes": true
    case "f", "false", "n", "no": false
    default: nil
    }
  }

  /// A version of Unicode, as `6.0` or `V6_0`.
  private static func age(_ text: String) -> ScalarTest? {
    let isTagged = text.hasPrefix("V")
    let parts = text.dropFirst(isTagged ? 1 : 0).split(
      separator: isTagged ? "_" : ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let major = Int(parts[0]), let minor = Int(parts[1]) else { return nil }
    return .age(major: major, minor: minor)
  }

  private static let numericTypes: [String: Unicode.NumericType] = [
    "decimal": .decimal, "digit": .digit, "numeric": .numeric,
  ]

  /// The names of POSIX that are not those of a property or a category as well.
  private static let posix: [String: ScalarTest] = [
    "alnum": .alphanumeric, "blank": .horizontalWhitespace, "graph": .visible,
    "print": .printable, "word": .wordOrDash, "xdigit": .property(.hexdigit),
  ]

  /// All names that stand alone and are worth a suggestion.
  static let known: [String] =
    ["any", "ascii", "assigned"] + ScalarProperty.allCases.map(\.rawValue)
    + categories.keys.filter { $0.utf8.count > 2 } + posix.keys

  private static let categories: [String: [Unicode.GeneralCategory]] = {
    let single: [(Unicode.GeneralCategory, [String])] = [
      (.control, ["cc", "control", "cntrl"]), (.format, ["cf", "format"]),
      (.unassigned, ["cn", "unassigned"]), (.privateUse, ["co", "privateuse"]),
      (.surrogate, ["cs", "surrogate"]), (.lowercaseLetter, ["ll", "lowercaseletter"]),
      (.modifierLetter, ["lm", "modifierletter"]), (.otherLetter, ["lo", "otherletter"]),
      (.titlecaseLetter, ["lt", "titlecaseletter"]), (.uppercaseLetter, ["lu", "uppercaseletter"]),
      (.spacingMark, ["mc", "spacingmark"]), (.enclosingMark, ["me", "enclosingmark"]),
      (.nonspacingMark, ["mn", "nonspacingmark"]),
      (.decimalNumber, ["nd", "decimalnumber", "digit"]),
      (.letterNumber, ["nl", "letternumber"]), (.otherNumber, ["no", "othernumber"]),
      (.connectorPunctuation, ["pc", "connectorpunctuation"]),
      (.dashPunctuation, ["pd", "dashpunctuation"]),
      (.closePunctuation, ["pe", "closepunctuation"]),
      (.finalPunctuation, ["pf", "finalpunctuation"]),
      (.initialPunctuation, ["pi", "initialpunctuation"]),
      (.otherPunctuation, ["po", "otherpunctuation"]),
      (.openPunctuation, ["ps", "openpunctuation"]),
      (.currencySymbol, ["sc", "currencysymbol"]), (.modifierSymbol, ["sk", "modifiersymbol"]),
      (.mathSymbol, ["sm", "mathsymbol"]), (.otherSymbol, ["so", "othersymbol"]),
      (.lineSeparator, ["zl", "lineseparator"]),
      (.paragraphSeparator, ["zp", "paragraphseparator"]),
      (.spaceSeparator, ["zs", "spaceseparator"]),
    ]
    let groups: [([String], [String])] = [
      (["c", "other"], ["cc", "cf", "cn", "co", "cs"]),
      (["l", "letter"], ["ll", "lm", "lo", "lt", "lu"]),
      (["lc", "l&", "casedletter"], ["ll", "lt", "lu"]),
      (["m", "mark", "combiningmark"], ["mc", "me", "mn"]),
      (["n", "number"], ["nd", "nl", "no"]),
      (["p", "punctuation", "punct"], ["pc", "pd", "pe", "pf", "pi", "po", "ps"]),
      (["s", "symbol"], ["sc", "sk", "sm", "so"]),
      (["z", "separator"], ["zl", "zp", "zs"]),
    ]
    var categories: [String: [Unicode.GeneralCategory]] = [:]
    for (category, names) in single {
      for name in names { categories[name] = [category] }
    }
    for (names, members) in groups {
      for name in names { categories[name] = members.flatMap { categories[$0] ?? [] } }
    }
    return categories
  }()
}
