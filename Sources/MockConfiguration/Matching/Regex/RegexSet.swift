/// A set of characters, of which one position of a regular expression takes one.
///
/// Sets are of Swift's characters: `é` is one however it is composed, and so are CR LF and a family
/// of emoji.
indirect enum RegexSet: Hashable, Sendable {
  case every
  /// ASCII characters and the pair CR LF.
  case ascii(ASCIISet)
  /// A character whose composed form is several scalars, in any of its canonically equivalent forms.
  case character(Character)
  /// The characters with this lowercase form, which comes from one that is not ASCII.
  case caseless(lowercase: String)
  /// The characters whose composed form is one scalar of a range.
  case range(ClosedRange<Unicode.Scalar>, ignoresCase: Bool)
  /// The characters whose first scalar passes a test.
  case first(ScalarTest)
  case inverted(RegexSet)
  case union([RegexSet])
  case intersection(RegexSet, RegexSet)
  case symmetricDifference(RegexSet, RegexSet)
}

extension RegexSet {
  /// The set that one character of an expression stands for.
  ///
  /// ASCII stands for ASCII only, with and without regard to case: `K` is not the Kelvin sign.
  init(_ character: Character, ignoresCase: Bool) {
    let scalars = character.unicodeScalars
    if character == "\r\n" {
      self = .ascii(ASCIISet(hasLineBreakPair: true))
    } else if let only = scalars.first, only.isASCII, scalars.count == 1 {
      let set = ASCIISet(only...only)
      self = .ascii(ignoresCase ? set.withBothCases : set)
    } else if ignoresCase, character.isCased {
      self = .caseless(lowercase: character.lowercased())
    } else {
      let composed = ComposedScalar.of(character)
      self = composed.map { .range($0...$0, ignoresCase: false) } ?? .character(character)
    }
  }

  /// A range of scalars in a class.
  init(_ range: ClosedRange<Unicode.Scalar>, ignoresCase: Bool) {
    if range.upperBound.isASCII {
      let set = ASCIISet(range)
      self = .ascii(ignoresCase ? set.withBothCases : set)
    } else {
      self = .range(range, ignoresCase: ignoresCase)
    }
  }

  /// The members of a class in brackets.
  ///
  /// CR LF belongs to a class that has both CR and LF, so that `[\r\n]` finds each line break and
  /// `[^\r\n]` none.
  init(class members: [RegexSet]) {
    var ascii = ASCIISet.empty
    var others: [RegexSet] = []
    for member in members {
      if case .ascii(let set) = member {
        ascii = ascii.union(set)
      } else {
        others.append(member)
      }
    }
    let whole = others.reduce(ascii) { $0.union($1.ascii) }
    if whole.contains(13), whole.contains(10) { ascii.hasLineBreakPair = true }
    if !ascii.isEmpty { others.append(.ascii(ascii)) }
    self = others.count == 1 ? others[0] : .union(others)
  }

  /// The ASCII characters of the set.
  var ascii: ASCIISet {
    switch self {
    case .every: .all
    case .ascii(let set): set
    case .character: .empty
    // The composed form of the Kelvin sign is ASCII.
    case .caseless(let lowercase):
      ComposedScalar.of(lowercase).map { ASCIISet($0...$0).withBothCases } ?? .empty
    case .range(let range, let ignoresCase):
      ignoresCase ? ASCIISet(range).withBothCases : ASCIISet(range)
    case .first(let test): test.ascii
    case .inverted(let set): set.ascii.inverted
    case .union(let sets): sets.reduce(.empty) { $0.union($1.ascii) }
    case .intersection(let first, let second): first.ascii.intersection(second.ascii)
    case .symmetricDifference(let first, let second):
      first.ascii.symmetricDifference(second.ascii)
    }
  }

  /// What has to be looked at to decide on a character that is not ASCII.
  var weight: Int {
    switch self {
    case .every, .ascii, .character, .caseless, .range, .first: 1
    case .inverted(let set): set.weight
    case .union(let sets): sets.reduce(0) { $0 + $1.weight }
    case .intersection(let first, let second), .symmetricDifference(let first, let second):
      first.weight + second.weight
    }
  }

  /// Whether the set has a character that is neither ASCII nor CR LF.
  func contains(_ character: inout RegexCharacter) -> Bool {
    switch self {
    case .every: return true
    case .ascii: return false
    case .character(let other): return character.isEqual(to: other)
    case .caseless(let lowercase): return character.lowercase == lowercase
    case .range(let range, let ignoresCase):
      guard let scalar = character.composed else { return false }
      return range.contains(scalar)
        || (ignoresCase && character.otherCases.contains(where: range.contains))
    case .first(let test): return test.holds(for: character.first)
    case .inverted(let set): return !set.contains(&character)
    case .union(let sets):
      for set in sets where set.contains(&character) { return true }
      return false
    case .intersection(let first, let second):
      return first.contains(&character) && second.contains(&character)
    case .symmetricDifference(let first, let second):
      return first.contains(&character) != second.contains(&character)
    }
  }
}
