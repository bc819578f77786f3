/// The properties that a scalar has or has not; their names are Unicode's, without `_`.
enum ScalarProperty: String, CaseIterable, Sendable {
  case alphabetic
  case asciihexdigit
  case bidicontrol
  case bidimirrored
  case caseignorable
  case cased
  case changeswhencasefolded
  case changeswhencasemapped
  case changeswhenlowercased
  case changeswhennfkccasefolded
  case changeswhentitlecased
  case changeswhenuppercased
  case dash
  case defaultignorablecodepoint
  case deprecated
  case diacritic
  case emoji
  case emojimodifier
  case emojimodifierbase
  case emojipresentation
  case extender
  case fullcompositionexclusion
  case graphemebase
  case graphemeextend
  case hexdigit
  case idcontinue
  case ideographic
  case idsbinaryoperator
  case idstart
  case idstrinaryoperator
  case joincontrol
  case logicalorderexception
  case lowercase
  case math
  case noncharactercodepoint
  case patternsyntax
  case patternwhitespace
  case quotationmark
  case radical
  case regionalindicator
  case sentenceterminal
  case softdotted
  case terminalpunctuation
  case unifiedideograph
  case uppercase
  case variationselector
  case whitespace
  case xidcontinue
  case xidstart
}

extension ScalarProperty {
  /// Finds a property by its name or its short name, in the form of ``PropertyName/normal(_:)``.
  init?(named name: String) {
    guard let property = Self(rawValue: name) ?? Self.shortNames[name] else { return nil }
    self = property
  }

  private static let shortNames: [String: Self] = [
    "ahex": .asciihexdigit, "alpha": .alphabetic, "bidic": .bidicontrol, "bidim": .bidimirrored,
    "ci": .caseignorable, "compex": .fullcompositionexclusion, "cwcf": .changeswhencasefolded,
    "cwcm": .changeswhencasemapped, "cwkcf": .changeswhennfkccasefolded,
    "cwl": .changeswhenlowercased, "cwt": .changeswhentitlecased, "cwu": .changeswhenuppercased,
    "dep": .deprecated, "di": .defaultignorablecodepoint, "dia": .diacritic,
    "ebase": .emojimodifierbase, "emod": .emojimodifier, "epres": .emojipresentation,
    "ext": .extender, "grbase": .graphemebase, "grext": .graphemeextend, "hex": .hexdigit,
    "idc": .idcontinue, "ideo": .ideographic, "ids": .idstart, "idsb": .idsbinaryoperator,
    "idst": .idstrinaryoperator, "joinc": .joincontrol, "loe": .logicalorderexception,
    "lower": .lowercase, "nchar": .noncharactercodepoint, "patsyn": .patternsyntax,
    "patws": .patternwhitespace, "qmark": .quotationmark, "ri": .regionalindicator,
    "sd": .softdotted, "space": .whitespace, "sterm": .sentenceterminal,
    "term": .terminalpunctuation, "uideo": .unifiedideograph, "upper": .uppercase,
    "vs": .variationselector, "wspace": .whitespace, "xidc": .xidcontinue, "xids": .xidstart,
  ]

  func holds(for scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return switch self {
    case .alphabetic: properties.isAlphabetic
    case .asciihexdigit: properties.isASCIIHexDigit
    case .bidicontrol: properties.isBidiControl
    case .bidimirrored: properties.isBidiMirrored
    case .caseignorable: properties.isCaseIgnorable
    case .cased: properties.isCased
    case .changeswhencasefolded: properties.changesWhenCaseFolded
    case .changeswhencasemapped: properties.changesWhenCaseMapped
    case .changeswhenlowercased: properties.changesWhenLowercased
    case .changeswhennfkccasefolded: properties.changesWhenNFKCCaseFolded
    case .changeswhentitlecased: properties.changesWhenTitlecased
    case .changeswhenuppercased: properties.changesWhenUppercased
    case .dash: properties.isDash
    case .defaultignorablecodepoint: properties.isDefaultIgnorableCodePoint
    case .deprecated: properties.isDeprecated
    case .diacritic: properties.isDiacritic
    case .emoji: properties.isEmoji
    case .emojimodifier: properties.isEmojiModifier
    case .emojimodifierbase: properties.isEmojiModifierBase
    case .emojipresentation: properties.isEmojiPresentation
    case .extender: properties.isExtender
    case .fullcompositionexclusion: properties.isFullCompositionExclusion
    case .graphemebase: properties.isGraphemeBase
    case .graphemeextend: properties.isGraphemeExtend
    case .hexdigit: properties.isHexDigit
    case .idcontinue: properties.isIDContinue
    case .ideographic: properties.isIdeographic
    case .idsbinaryoperator: properties.isIDSBinaryOperator
    case .idstart: properties.isIDStart
    case .idstrinaryoperator: properties.isIDSTrinaryOperator
    case .joincontrol: properties.isJoinControl
    case .logicalorderexception: properties.isLogicalOrderException
    case .lowercase: properties.isLowercase
    case .math: properties.isMath
    case .noncharactercodepoint: properties.isNoncharacterCodePoint
    case .patternsyntax: properties.isPatternSyntax
    case .patternwhitespace: properties.isPatternWhitespace
    case .quotationmark: properties.isQuotationMark
    case .radical: properties.isRadical
    case .regionalindicator: (0x1F1E6...0x1F1FF).contains(scalar.value)
    case .sentenceterminal: properties.isSentenceTerminal
    case .softdotted: properties.isSoftDotted
    case .terminalpunctuation: properties.isTerminalPunctuation
    case .unifiedideograph: properties.isUnifiedIdeograph
    case .uppercase: properties.isUppercase
    case .variationselector: properties.isVariationSelector
    case .whitespace: properties.isWhitespace
    case .xidcontinue: properties.isXIDContinue
    case .xidstart: properties.isXIDStart
    }
  }
}
