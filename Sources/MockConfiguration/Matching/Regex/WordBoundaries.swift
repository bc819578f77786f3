/// Finds the word boundaries of a text from its start to its end: the rules WB1 to WB999 of Unicode's
/// annex 29, which Swift's `\b` follows too.
struct WordBoundaries {
  private let text: UTF8Text
  /// Where the next scalar begins whose boundary is not decided.
  private var offset = 0
  /// The last place that was decided, and whether it is a boundary.
  private var decided = (offset: 0, isBoundary: true)
  /// The last scalar.
  private var previous = WordClass.other
  /// The last scalar that counts, and the one before it.
  private var base = WordClass.other
  private var beforeBase = WordClass.other
  /// Whether the last regional indicator is the first half of a flag.
  private var isInFlag = false

  init(_ text: UTF8Text) {
    self.text = text
  }

  /// Whether a place is a boundary, as both ends of a text are.
  ///
  /// Places are asked for in their order.
  mutating func contains(_ place: Int) -> Bool {
    if place == 0 || place == text.count { return true }
    while offset <= place { decideNext() }
    return decided.offset == place && decided.isBoundary
  }

  private mutating func decideNext() {
    let (scalar, end) = text.scalar(at: offset)
    let next = WordClass(scalar)
    decided = (offset, offset == 0 || isBoundary(before: next, scalar, end: end))
    if next == .regionalIndicator {
      isInFlag = decided.isBoundary || !isInFlag
    }
    // After a line break even what is otherwise ignored stands for itself.
    if !next.isIgnored || offset == 0 || previous.isLineBreak {
      beforeBase = base
      base = next
    }
    previous = next
    offset = end
  }

  private func isBoundary(before next: WordClass, _ scalar: Unicode.Scalar, end: Int) -> Bool {
    if previous == .carriageReturn, next == .lineFeed { return false }
    if previous.isLineBreak || next.isLineBreak { return true }
    if previous == .joiner, Self.isPictogram(scalar) { return false }
    if previous == .space, next == .space { return false }
    if next.isIgnored { return false }
    switch (base, next) {
    case (.letter, .letter), (.letter, .hebrewLetter), (.hebrewLetter, .letter),
      (.hebrewLetter, .hebrewLetter), (.number, .number), (.letter, .number),
      (.hebrewLetter, .number), (.number, .letter), (.number, .hebrewLetter),
      (.katakana, .katakana), (.hebrewLetter, .singleQuote):
      return false
    case (.letter, .connector), (.hebrewLetter, .connector), (.number, .connector),
      (.katakana, .connector), (.connector, .connector), (.connector, .letter),
      (.connector, .hebrewLetter), (.connector, .number), (.connector, .katakana):
      return false
    case (.letter, _) where next.isWithinLetters, (.hebrewLetter, _) where next.isWithinLetters:
      return !following(end).isLetter
    case (_, .letter) where base.isWithinLetters, (_, .hebrewLetter) where base.isWithinLetters:
      return !beforeBase.isLetter
    case (.hebrewLetter, .doubleQuote): return following(end) != .hebrewLetter
    case (.doubleQuote, .hebrewLetter): return beforeBase != .hebrewLetter
    case (.number, _) where next.isWithinNumbers: return following(end) != .number
    case (_, .number) where base.isWithinNumbers: return beforeBase != .number
    case (.regionalIndicator, .regionalIndicator): return !isInFlag
    default: return true
    }
  }

  /// The first scalar from a place on that counts.
  private func following(_ start: Int) -> WordClass {
    var place = start
    while place < text.count {
      let (scalar, end) = text.scalar(at: place)
      let word = WordClass(scalar)
      if !word.isIgnored { return word }
      place = end
    }
    return .other
  }

  /// Whether a scalar is a pictogram that a joiner binds (Extended_Pictographic), which shows in how
  /// characters are made up.
  private static func isPictogram(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0xA9 else { return false }
    var (joined, plain) = ("\u{1F600}\u{200D}", "a")
    joined.unicodeScalars.append(scalar)
    plain.unicodeScalars.append(scalar)
    return joined.count == 1 && plain.count == 2
  }
}
