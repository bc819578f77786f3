/// The ASCII characters of a set, and the pair CR LF, which Swift counts as one character.
struct ASCIISet: Hashable, Sendable {
  /// The number by which a table of sets knows the pair CR LF; below it the numbers are ASCII.
  static let lineBreakPair: UInt8 = 128

  /// U+0000 to U+003F, a bit each.
  var low: UInt64 = 0
  /// U+0040 to U+007F, a bit each.
  var high: UInt64 = 0
  var hasLineBreakPair = false

  static let empty = ASCIISet()
  static let all = ASCIISet(low: .max, high: .max, hasLineBreakPair: true)
  static let digits = ASCIISet("0"..."9")
  static let letters = ASCIISet("a"..."z").union(ASCIISet("A"..."Z"))
  static let underscore = ASCIISet("_"..."_")
  static let blanks = ASCIISet("\t"..."\t").union(ASCIISet(" "..." "))

  /// U+000A to U+000D, and the pair.
  static let newlines: ASCIISet = {
    var set = ASCIISet("\n"..."\r")
    set.hasLineBreakPair = true
    return set
  }()
}

extension ASCIISet {
  /// The ASCII scalars of a range; nothing else of it.
  init(_ range: ClosedRange<Unicode.Scalar>) {
    guard range.lowerBound.isASCII else { return }
    for value in range.lowerBound.value...min(range.upperBound.value, 127) {
      insert(UInt8(truncatingIfNeeded: value))
    }
  }

  /// The ASCII scalars that a condition holds for; the pair is decided by its first one.
  init(where condition: (Unicode.Scalar) -> Bool) {
    for value in 0..<UInt8(128) where condition(Unicode.Scalar(value)) { insert(value) }
    hasLineBreakPair = condition("\r")
  }

  mutating func insert(_ value: UInt8) {
    if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value & 63) }
  }

  func contains(_ value: UInt8) -> Bool {
    if value == Self.lineBreakPair { return hasLineBreakPair }
    return (value < 64 ? low >> UInt64(value) : high >> UInt64(value & 63)) & 1 == 1
  }

  var isEmpty: Bool { self == .empty }

  /// The character of a set that has just one.
  var onlyCharacter: UInt8? {
    guard !hasLineBreakPair, low.nonzeroBitCount + high.nonzeroBitCount == 1 else { return nil }
    return UInt8(low == 0 ? 64 + high.trailingZeroBitCount : low.trailingZeroBitCount)
  }

  var inverted: ASCIISet {
    ASCIISet(low: ~low, high: ~high, hasLineBreakPair: !hasLineBreakPair)
  }

  func union(_ other: ASCIISet) -> ASCIISet {
    ASCIISet(
      low: low | other.low, high: high | other.high,
      hasLineBreakPair: hasLineBreakPair || other.hasLineBreakPair)
  }

  func intersection(_ other: ASCIISet) -> ASCIISet {
    ASCIISet(
      low: low & other.low, high: high & other.high,
      hasLineBreakPair: hasLineBreakPair && other.hasLineBreakPair)
  }

  func symmetricDifference(_ other: ASCIISet) -> ASCIISet {
    ASCIISet(
      low: low ^ other.low, high: high ^ other.high,
      hasLineBreakPair: hasLineBreakPair != other.hasLineBreakPair)
  }

  /// The set with the other case of each of its letters.
  var withBothCases: ASCIISet {
    let letters = high & Self.letters.high
    // Lowercase letters lie 32 above their uppercase ones.
    return ASCIISet(
      low: low, high: high | (letters << 32) | (letters >> 32), hasLineBreakPair: hasLineBreakPair)
  }
}
