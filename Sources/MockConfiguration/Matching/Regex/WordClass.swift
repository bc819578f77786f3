/// What the rules of word boundaries distinguish: the property Word_Break of Unicode's annex 29.
///
/// The standard library has no public form of that property. Most of it follows from properties that
/// it has; ranges of scripts and a few single scalars are listed here.
enum WordClass {
  case other
  case carriageReturn
  case lineFeed
  case newline
  case extend
  case joiner
  case format
  case regionalIndicator
  case katakana
  case hebrewLetter
  case letter
  case singleQuote
  case doubleQuote
  case midNumberOrLetter
  case midLetter
  case midNumber
  case number
  case connector
  case space
}

extension WordClass {
  init(_ scalar: Unicode.Scalar) {
    self = scalar.isASCII ? Self.ascii(scalar) : Self.beyondASCII(scalar)
  }

  private static func ascii(_ scalar: Unicode.Scalar) -> WordClass {
    switch scalar {
    case "a"..."z", "A"..."Z": .letter
    case "0"..."9": .number
    case "_": .connector
    case " ": .space
    case "\r": .carriageReturn
    case "\n": .lineFeed
    case "\u{B}", "\u{C}": .newline
    case "'": .singleQuote
    case "\"": .doubleQuote
    case ".": .midNumberOrLetter
    case ":": .midLetter
    case ",", ";": .midNumber
    default: .other
    }
  }

  private static func beyondASCII(_ scalar: Unicode.Scalar) -> WordClass {
    switch scalar.value {
    case 0x85, 0x2028, 0x2029: return .newline
    case 0x200D: return .joiner
    case 0xB7, 0x387, 0x55F, 0x5F4, 0x2027, 0xFE13, 0xFE55, 0xFF1A: return .midLetter
    case 0x37E, 0x589, 0x60C, 0x60D, 0x66C, 0x7F8, 0x2044, 0xFE50, 0xFE54, 0xFF0C, 0xFF1B:
      return .midNumber
    case 0x2018, 0x2019, 0x2024, 0xFE52, 0xFF07, 0xFF0E: return .midNumberOrLetter
    case 0x600...0x605, 0x66B, 0x6DD, 0x890, 0x891, 0x8E2, 0x19DA, 0x110BD, 0x110CD: return .number
    case 0x1F1E6...0x1F1FF: return .regionalIndicator
    // White space that is no place to break a line.
    case 0xA0, 0x2007, 0x200B: return .other
    case 0x202F: return .connector
    default: break
    }
    let properties = scalar.properties
    let category = properties.generalCategory
    if properties.isGraphemeExtend || category == .spacingMark || properties.isEmojiModifier {
      return .extend
    }
    switch category {
    case .decimalNumber: return .number
    case .connectorPunctuation: return .connector
    case .spaceSeparator: return .space
    case .format: return scalar.value == 0x70F ? .letter : .format
    default: return letter(scalar, isAlphabetic: properties.isAlphabetic)
    }
  }

  private static func letter(_ scalar: Unicode.Scalar, isAlphabetic: Bool) -> WordClass {
    if katakanaScript.contains(where: { $0.contains(scalar.value) }) { return .katakana }
    if isAlphabetic {
      if scalar.properties.isIdeographic || unspaced.contains(where: { $0.contains(scalar.value) })
      {
        return .other
      }
      return hebrewScript.contains(where: { $0.contains(scalar.value) }) ? .hebrewLetter : .letter
    }
    return likeLetters.contains(where: { $0.contains(scalar.value) }) ? .letter : .other
  }

  private static let hebrewScript: [ClosedRange<UInt32>] = [0x5D0...0x5F2, 0xFB1D...0xFB4F]

  private static let katakanaScript: [ClosedRange<UInt32>] = [
    0x3031...0x3035, 0x309B...0x309C, 0x30A0...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF,
    0x32D0...0x32FE, 0x3300...0x3357, 0xFF66...0xFF9D, 0x1AFF0...0x1AFF3, 0x1AFF5...0x1AFFB,
    0x1AFFD...0x1AFFE, 0x1B000...0x1B000, 0x1B120...0x1B122, 0x1B155...0x1B155,
    0x1B164...0x1B167,
  ]

  /// Hiragana, and the scripts that do not set words apart: Thai, Lao, Myanmar, Khmer, Tai, Ahom.
  private static let unspaced: [ClosedRange<UInt32>] = [
    0xE01...0xEDF, 0x1000...0x108E, 0x1780...0x17DC, 0x1950...0x19C9, 0x1A20...0x1AA7,
    0x3041...0x309F, 0xA9E0...0xA9FE, 0xAA60...0xAADD, 0x11700...0x11746, 0x1B001...0x1B11F,
    0x1B132...0x1B132, 0x1B150...0x1B152,
  ]

  /// Signs that count as letters though they are not alphabetic.
  private static let likeLetters: [ClosedRange<UInt32>] = [
    0xB8...0xB8, 0x2C2...0x2C5, 0x2D2...0x2D7, 0x2DE...0x2DF, 0x2E5...0x2EB, 0x2ED...0x2ED,
    0x2EF...0x2FF, 0x55A...0x55C, 0x55E...0x55E, 0x58A...0x58A, 0x5F3...0x5F3, 0xA708...0xA716,
    0xA720...0xA721, 0xA789...0xA78A, 0xAB5B...0xAB5B,
  ]

  /// What does not count beside the scalar that it follows (rule WB4).
  var isIgnored: Bool { self == .extend || self == .joiner || self == .format }
  var isLetter: Bool { self == .letter || self == .hebrewLetter }
  var isLineBreak: Bool { self == .carriageReturn || self == .lineFeed || self == .newline }
  /// What stands within a word of letters: WB6 and WB7.
  var isWithinLetters: Bool {
    self == .midLetter || self == .midNumberOrLetter || self == .singleQuote
  }
  /// What stands within a number: WB11 and WB12.
  var isWithinNumbers: Bool {
    self == .midNumber || self == .midNumberOrLetter || self == .singleQuote
  }
}
