/// Finds the scalar that is the composed form (NFC) of a character.
///
/// The standard library has no public function for it, but it compares strings by it.
enum ComposedScalar {
  /// The composed form of a character where it is a single scalar, else nil.
  static func of(_ character: Character) -> Unicode.Scalar? {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return nil }
    if scalars.index(after: scalars.startIndex) == scalars.endIndex {
      // Of single scalars only these have another composed form.
      return first.properties.isFullCompositionExclusion ? search(for: character) : first
    }
    return syllable(scalars) ?? composites[character]
  }

  /// The composed form of a text where it is a single scalar, else nil.
  static func of(_ text: String) -> Unicode.Scalar? {
    guard let first = text.first, text.index(after: text.startIndex) == text.endIndex else {
      return nil
    }
    return of(first)
  }

  // MARK: - Several scalars

  /// A syllable of Hangul, whose number follows from the numbers of its letters.
  private static func syllable(_ scalars: Character.UnicodeScalarView) -> Unicode.Scalar? {
    var letters = scalars.prefix(4).map(\.value)
    guard letters.count < 4, let last = letters.last, let first = letters.first else { return nil }
    var number: UInt32 = 0xAC00
    if (0x11A8...0x11C2).contains(last) {
      number += letters.removeLast() - 0x11A7
      // A syllable that lacks just its last consonant.
      if letters.count == 1, (0xAC00...0xD7A3).contains(first), (first - 0xAC00) % 28 == 0 {
        return Unicode.Scalar(first + number - 0xAC00)
      }
    }
    guard letters.count == 2, (0x1100...0x1112).contains(letters[0]),
      (0x1161...0x1175).contains(letters[1])
    else { return nil }
    return Unicode.Scalar(number + ((letters[0] - 0x1100) * 21 + letters[1] - 0x1161) * 28)
  }

  /// Where the scalars lie that other scalars compose to, Hangul apart.
  private static let compositeRanges: [ClosedRange<UInt32>] = [
    0xC0...0x17E, 0x1A0...0x1B0, 0x1CD...0x233, 0x385...0x390, 0x3AA...0x3B0, 0x3CA...0x3D4,
    0x400...0x419, 0x439...0x477, 0x4C1...0x4F9, 0x622...0x626, 0x6C0...0x6D3, 0x929...0x934,
    0x9CB...0x9CC, 0xB48...0xB4C, 0xB94...0xB94, 0xBCA...0xBCC, 0xC48...0xC48, 0xCC0...0xCCB,
    0xD4A...0xD4C, 0xDDA...0xDDE, 0x1026...0x1026, 0x1B06...0x1B12, 0x1B3B...0x1B43,
    0x1E00...0x1FFC, 0x219A...0x21AE, 0x21CD...0x21CF, 0x2204...0x2226, 0x2241...0x2289,
    0x22AC...0x22AF, 0x22E0...0x22ED, 0x304C...0x30FE, 0x105C9...0x105C9, 0x105E4...0x105E4,
    0x1109A...0x110AB, 0x1112E...0x1112F, 0x1134B...0x1134C, 0x11383...0x11391, 0x113C5...0x113C8,
    0x114BB...0x114BE, 0x115BA...0x115BB, 0x11938...0x11938, 0x16121...0x16128, 0x16D68...0x16D6A,
  ]

  /// The composed scalars by what is equal to them; those that nothing composes to do no harm.
  private static let composites: [Character: Unicode.Scalar] = {
    var composites: [Character: Unicode.Scalar] = [:]
    composites.reserveCapacity(compositeRanges.reduce(0) { $0 + $1.count })
    for value in compositeRanges.joined() {
      if let scalar = Unicode.Scalar(value), !scalar.properties.isFullCompositionExclusion {
        composites[Character(scalar)] = scalar
      }
    }
    return composites
  }()

  // MARK: - One scalar

  /// Finds the composed form of one of the few hundred scalars that stand for another one, such as
  /// the Kelvin sign, by the order of strings, which is that of their composed forms.
  private static func search(for character: Character) -> Unicode.Scalar? {
    var low: UInt32 = 0
    // Nothing is the composed form of anything else beyond the second plane of ideographs.
    var high: UInt32 = 0x30000
    while low < high {
      let middle = low + (high - low) / 2
      guard let scalar = ownForm(from: middle, to: high) else {
        high = middle
        continue
      }
      if Character(scalar) < character { low = scalar.value + 1 } else { high = middle }
    }
    return ownForm(from: low, to: 0x30000).flatMap { Character($0) == character ? $0 : nil }
  }

  /// The first scalar of a range that is its own composed form.
  private static func ownForm(from start: UInt32, to end: UInt32) -> Unicode.Scalar? {
    var value = start
    while value < end {
      if let scalar = Unicode.Scalar(value) {
        if !scalar.properties.isFullCompositionExclusion { return scalar }
        value += 1
      } else {
        // Surrogates are no scalars.
        value = 0xE000
      }
    }
    return nil
  }
}
