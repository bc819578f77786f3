/// What a set asks of the first scalar of a character that is not ASCII, as the standard library knows
/// it; ``ascii`` answers for ASCII.
enum ScalarTest: Hashable, Sendable {
  /// `\d`: a number of any kind, as `Character.isNumber` counts them.
  case number
  /// `\w`: a letter, a number or `_`.
  case word
  /// `\s`.
  case whitespace
  /// `\h`, and `[:blank:]`.
  case horizontalWhitespace
  /// `\v` and `\R`.
  case newline
  case category([Unicode.GeneralCategory])
  case property(ScalarProperty)
  case age(major: Int, minor: Int)
  case numericType(Unicode.NumericType)
  case numericValue(Double)
  case combiningClass(UInt8)
  /// `\N{...}`; the name as ``PropertyName/normal(_:)`` writes it.
  case name(String)
  case alphanumeric
  case visible
  case printable
  case wordOrDash
}

extension ScalarTest {
  func holds(for scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch self {
    case .number: return properties.numericType != nil
    // A `_` with a mark on it is none, and a plain one is ASCII.
    case .word, .alphanumeric: return properties.isAlphabetic || properties.numericType != nil
    case .whitespace: return properties.isWhitespace
    case .horizontalWhitespace:
      return scalar == "\t" || properties.generalCategory == .spaceSeparator
    case .newline:
      switch scalar.value {
      case 0xA...0xD, 0x85, 0x2028, 0x2029: return true
      default: return false
      }
    case .category(let categories): return categories.contains(properties.generalCategory)
    case .property(let property): return property.holds(for: scalar)
    case .age(let major, let minor): return properties.age.map { $0 <= (major, minor) } ?? false
    case .numericType(let type): return properties.numericType == type
    case .numericValue(let value): return properties.numericValue == value
    case .combiningClass(let number):
      return properties.canonicalCombiningClass.rawValue == number
    case .name(let name):
      return [properties.name, properties.nameAlias].contains {
        $0.map(PropertyName.normal) == name
      }
    case .visible:
      return !properties.isWhitespace
        && ![.control, .surrogate, .unassigned].contains(properties.generalCategory)
    case .printable: return properties.generalCategory != .control
    case .wordOrDash:
      return properties.isAlphabetic || properties.numericType != nil || properties.isJoinControl
        || properties.isDash
    }
  }

  /// The ASCII characters that pass.
  var ascii: ASCIISet {
    switch self {
    case .number: .digits
    case .word: .digits.union(.letters).union(.underscore)
    case .horizontalWhitespace: .blanks
    case .newline: .newlines
    case .whitespace: .newlines.union(.blanks)
    case .category(let categories):
      categories.reduce(.empty) { $0.union(Self.asciiCategories[$1] ?? .empty) }
    default: ASCIISet(where: holds)
    }
  }

  private static let asciiCategories: [Unicode.GeneralCategory: ASCIISet] = {
    var sets: [Unicode.GeneralCategory: ASCIISet] = [:]
    for value in 0..<UInt8(128) {
      let category = Unicode.Scalar(value).properties.generalCategory
      sets[category, default: .empty].insert(value)
      if category == .control { sets[category]?.hasLineBreakPair = true }
    }
    return sets
  }()
}
