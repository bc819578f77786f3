extension RegexParser {
  /// What stands for one place of an expression.
  enum Atom {
    /// Characters, mostly one.
    case literal(String)
    case set(RegexSet)
    case assertion(RegexAssertion)
  }

  /// Reads what is neither a group nor a quantifier.
  mutating func atom() throws(RegexMistake) -> Atom {
    let start = position
    switch peek() {
    case "[": return .set(try anyClass())
    case "\\": return try escape()
    default: break
    }
    guard let character = next() else { return .literal("") }
    switch character {
    case ".":
      return .set(options.dotMatchesNewlines ? .every : .inverted(.first(.newline)))
    case "^": return .assertion(options.matchesLines ? .lineStart : .start)
    case "$": return .assertion(options.matchesLines ? .lineEnd : .end)
    default: return .literal(try literal(character, at: start))
    }
  }

  /// A character that stands for itself; one that looks like syntax with a mark on it is refused.
  func literal(_ character: Character, at start: Int) throws(RegexMistake) -> String {
    let scalars = character.unicodeScalars
    if scalars.count > 1, scalars.first?.isASCII == true, character != "\r\n",
      !character.isLetter, !character.isNumber
    {
      throw RegexMistake(.combinedCharacter(String(character)), at: start)
    }
    return String(character)
  }

  private mutating func escape() throws(RegexMistake) -> Atom {
    let start = position
    if let atom = try escapeAnywhere() { return atom }
    position = start + 2
    switch pattern[start + 1] {
    case "b": return .assertion(.wordBoundary)
    case "B": return .assertion(.noWordBoundary)
    case "A", "G": return .assertion(.start)
    case "z": return .assertion(.end)
    case "Z": return .assertion(.endBeforeNewline)
    case "X": return .set(.every)
    case "N": return .set(.inverted(.first(.newline)))
    case "R": return .set(limited(.first(.newline), options.hasASCIISpaces))
    case "1"..."9", "k":
      throw RegexMistake(.backreference(text(from: start)), at: start)
    case "g":
      let isCall = isNext("<") || isNext("'")
      throw RegexMistake(isCall ? .recursion("\\g") : .backreference("\\g"), at: start)
    case "K", "C", "O", "y", "Y":
      throw RegexMistake(.unsupportedEscape(text(from: start)), at: start)
    case let character: return .literal(try escaped(character, at: start))
    }
  }

  /// Reads an escape that means the same in a class and outside; nil for another one.
  mutating func escapeAnywhere() throws(RegexMistake) -> Atom? {
    let start = position
    guard start + 1 < pattern.count else { throw RegexMistake(.trailingBackslash, at: start) }
    position += 2
    switch pattern[start + 1] {
    case "n": return .literal("\n")
    case "t": return .literal("\t")
    case "r": return .literal("\r")
    case "e": return .literal("\u{1B}")
    case "f": return .literal("\u{C}")
    case "a": return .literal("\u{7}")
    case "d": return .set(limited(.first(.number), options.hasASCIIDigits))
    case "D": return .set(.inverted(limited(.first(.number), options.hasASCIIDigits)))
    case "w": return .set(limited(.first(.word), options.hasASCIIWords))
    case "W": return .set(.inverted(limited(.first(.word), options.hasASCIIWords)))
    case "s": return .set(limited(.first(.whitespace), options.hasASCIISpaces))
    case "S": return .set(.inverted(limited(.first(.whitespace), options.hasASCIISpaces)))
    case "h": return .set(limited(.first(.horizontalWhitespace), options.hasASCIISpaces))
    case "H":
      return .set(.inverted(limited(.first(.horizontalWhitespace), options.hasASCIISpaces)))
    case "v": return .set(limited(.first(.newline), options.hasASCIISpaces))
    case "V": return .set(.inverted(limited(.first(.newline), options.hasASCIISpaces)))
    case "p": return .set(try property(isInverted: false, at: start))
    case "P": return .set(try property(isInverted: true, at: start))
    case "N" where isNext("{"): return try namedCharacter(at: start)
    case "0", "o", "x", "u", "U": return .literal(try scalars(at: start))
    case "c": return .literal(try control(at: start))
    default: return nil
    }
  }

  /// A character behind a backslash that stands for itself; letters and digits do not.
  func escaped(_ character: Character, at start: Int) throws(RegexMistake) -> String {
    let isPlain =
      character.isASCII
      ? !character.isLetter && !character.isNumber : character.isWhitespace
    guard isPlain else {
      throw RegexMistake(.unknownEscape("\\\(character)"), at: start)
    }
    return String(character)
  }

  private func limited(_ set: RegexSet, _ isASCIIOnly: Bool) -> RegexSet {
    isASCIIOnly || options.hasASCIIOnly ? .ascii(set.ascii) : set
  }

  // MARK: - Scalars

  /// Reads a scalar by its number, behind the backslash and the letter.
  private mutating func scalars(at start: Int) throws(RegexMistake) -> String {
    let letter = pattern[start + 1]
    if letter != "0", letter != "U", eat("{") {
      guard let text = text(upTo: "}") else {
        throw RegexMistake(.unclosed("\\\(letter){", with: "}"), at: start)
      }
      let radix = letter == "o" ? 8 : 16
      let numbers =
        letter == "u"
        ? text.split(whereSeparator: \.isWhitespace).map(String.init) : [text]
      return try self.text(ofScalars: numbers, radix: radix, at: start)
    }
    let (radix, count, isExact) =
      switch letter {
      case "0": (8, 0...3, false)
      case "x": (16, 1...2, false)
      case "u": (16, 4...4, true)
      case "U": (16, 8...8, true)
      default: throw RegexMistake(.noDigits("\\\(letter)"), at: start)
      }
    let first = position
    while let digit = peek(), position - first < count.upperBound,
      digit.isASCII, digit.hexDigitValue.map({ $0 < radix }) ?? false
    {
      position += 1
    }
    let digits = text(from: first)
    guard digits.count >= (isExact ? count.upperBound : count.lowerBound) else {
      throw RegexMistake(.noDigits(text(from: start)), at: start)
    }
    return try text(ofScalars: [digits.isEmpty ? "0" : digits], radix: radix, at: start)
  }

  private func text(
    ofScalars numbers: [String], radix: Int, at start: Int
  ) throws(RegexMistake) -> String {
    var text = String.UnicodeScalarView()
    for number in numbers {
      guard let value = UInt32(number, radix: radix), let scalar = Unicode.Scalar(value) else {
        throw RegexMistake(.noScalar(self.text(from: start)), at: start)
      }
      text.append(scalar)
    }
    guard !text.isEmpty else { throw RegexMistake(.noScalar(self.text(from: start)), at: start) }
    return String(text)
  }

  /// Reads `\N{U+1F600}` or `\N{GRINNING FACE}`.
  private mutating func namedCharacter(at start: Int) throws(RegexMistake) -> Atom {
    position += 1
    guard let name = text(upTo: "}") else {
      throw RegexMistake(.unclosed("\\N{", with: "}"), at: start)
    }
    if name.hasPrefix("U+") {
      return .literal(try text(ofScalars: [String(name.dropFirst(2))], radix: 16, at: start))
    }
    return .set(.first(.name(PropertyName.normal(name))))
  }

  /// Reads what follows `\c`: a letter or `@[\]^_?`, for the control character of that key.
  private mutating func control(at start: Int) throws(RegexMistake) -> String {
    guard let key = next()?.asciiValue, (63...95).contains(key > 96 ? key - 32 : key)
    else { throw RegexMistake(.noDigits("\\c"), at: start) }
    return String(Unicode.Scalar((key > 95 ? key - 32 : key) ^ 64))
  }
}
