/// A character of a text that is not ASCII, with what sets ask about it, each computed once.
struct RegexCharacter {
  let first: Unicode.Scalar
  private let text: Substring
  private let hasOneScalar: Bool
  private var knownComposed: Unicode.Scalar??
  private var knownLowercase: String?
  private var knownOtherCases: [Unicode.Scalar]?

  /// Takes the text of one character.
  init(first: Unicode.Scalar, text: Substring) {
    self.first = first
    self.text = text
    hasOneScalar = text.utf8.count == UTF8.width(first)
  }

  /// The character as one scalar, where its composed form is one.
  var composed: Unicode.Scalar? {
    mutating get {
      if let knownComposed { return knownComposed }
      let scalar =
        hasOneScalar && !first.properties.isFullCompositionExclusion
        ? first : ComposedScalar.of(Character(String(text)))
      knownComposed = .some(scalar)
      return scalar
    }
  }

  var lowercase: String {
    mutating get {
      if let knownLowercase { return knownLowercase }
      let lowercase = text.lowercased()
      knownLowercase = lowercase
      return lowercase
    }
  }

  /// The lowercase and the uppercase form of the composed scalar, where they differ from it and are
  /// one scalar as well.
  var otherCases: [Unicode.Scalar] {
    mutating get {
      if let knownOtherCases { return knownOtherCases }
      var cases: [Unicode.Scalar] = []
      if let properties = composed?.properties {
        if properties.changesWhenLowercased {
          cases += [ComposedScalar.of(properties.lowercaseMapping)].compactMap(\.self)
        }
        if properties.changesWhenUppercased {
          cases += [ComposedScalar.of(properties.uppercaseMapping)].compactMap(\.self)
        }
      }
      knownOtherCases = cases
      return cases
    }
  }

  /// Whether this is the same character as one of several scalars, however either is composed.
  func isEqual(to other: Character) -> Bool {
    text == String(other)
  }
}
