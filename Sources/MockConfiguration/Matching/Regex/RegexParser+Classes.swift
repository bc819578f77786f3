extension RegexParser {
  /// Reads what begins with a bracket.
  mutating func anyClass(depth: Int = 1) throws(RegexMistake) -> RegexSet {
    if let set = try posixClass() { return set }
    return try bracketClass(depth: depth)
  }

  /// Reads a class in brackets, and those inside it.
  private mutating func bracketClass(depth: Int) throws(RegexMistake) -> RegexSet {
    let start = position
    guard depth <= Self.depthLimit else {
      throw RegexMistake(.nestedTooDeep(limit: Self.depthLimit), at: start)
    }
    position += 1
    let isInverted = eat("^")
    var set = try members(depth: depth, start)
    var operators = 0
    while !eat("]") {
      guard let operation = next() else {
        throw RegexMistake(.unclosed("[", with: "]"), at: start)
      }
      position += 1
      // Each operation makes the set one deeper.
      operators += 1
      guard depth + operators <= Self.depthLimit else {
        throw RegexMistake(.nestedTooDeep(limit: Self.depthLimit), at: start)
      }
      let other = try members(depth: depth + operators, start)
      switch operation {
      case "&": set = .intersection(set, other)
      case "-": set = .intersection(set, .inverted(other))
      default: set = .symmetricDifference(set, other)
      }
    }
    return isInverted ? .inverted(set) : set
  }

  /// Whether `&&`, `--` or `~~` comes next.
  private var isAtOperator: Bool { isNext("&&") || isNext("--") || isNext("~~") }

  /// Reads members up to the end of the class or an operator.
  private mutating func members(depth: Int, _ start: Int) throws(RegexMistake) -> RegexSet {
    var members = ClassMembers(ignoresCase: options.ignoresCase)
    while let character = peek(), character != "]", !isAtOperator {
      if skipTrivia() { continue }
      if eat("\\Q") {
        members.literal += quoted()
        continue
      }
      let place = position
      let member = try self.member(depth: depth)
      if let end = try rangeEnd(at: place) {
        members.add(try range(from: member, to: end, at: place))
      } else if case .literal(let text) = member {
        members.literal += text
      } else if case .set(let set) = member {
        members.add(set)
      }
    }
    guard let set = members.set else {
      throw RegexMistake(peek() == nil ? .unclosed("[", with: "]") : .emptyClass, at: start)
    }
    return set
  }

  private struct ClassMembers {
    let ignoresCase: Bool
    /// As outside of classes, `e` and `\u{301}` side by side are one character.
    var literal = ""
    private var sets: [RegexSet] = []

    init(ignoresCase: Bool) {
      self.ignoresCase = ignoresCase
    }

    mutating func add(_ set: RegexSet) {
      closeLiteral()
      sets.append(set)
    }

    private mutating func closeLiteral() {
      for character in literal {
        sets.append(RegexSet(character, ignoresCase: ignoresCase))
        if character == "\r\n" { sets.append(.ascii(ASCIISet(low: 1 << 10 | 1 << 13))) }
      }
      literal = ""
    }

    /// All members; nil where there are none.
    var set: RegexSet? {
      mutating get {
        closeLiteral()
        return sets.isEmpty ? nil : RegexSet(class: sets)
      }
    }
  }

  private mutating func member(depth: Int) throws(RegexMistake) -> Atom {
    let start = position
    if isNext("[") { return .set(try anyClass(depth: depth + 1)) }
    if isNext("\\") {
      if let atom = try escapeAnywhere() { return atom }
      position = start + 2
      let character = pattern[start + 1]
      return .literal(character == "b" ? "\u{8}" : try escaped(character, at: start))
    }
    return .literal(try literal(next() ?? "]", at: start))
  }

  /// Reads `-` and what a range ends with; nil where the `-` stands for itself.
  private mutating func rangeEnd(at start: Int) throws(RegexMistake) -> Atom? {
    let before = position
    while skipTrivia() {}
    guard isNext("-"), !isAtOperator else {
      position = before
      return nil
    }
    position += 1
    while skipTrivia() {}
    if peek() == nil || isNext("]") || isAtOperator {
      position = before
      return nil
    }
    if isNext("[") || isNext("\\Q") { throw RegexMistake(.rangeOfClasses, at: start) }
    return try member(depth: Self.depthLimit)
  }

  private mutating func range(
    from first: Atom, to last: Atom, at start: Int
  ) throws(RegexMistake) -> RegexSet {
    guard case .literal(let low) = first, case .literal(let high) = last,
      let lower = Self.bound(low), let upper = Self.bound(high)
    else { throw RegexMistake(.rangeOfSets(text(from: start)), at: start) }
    guard lower <= upper else { throw RegexMistake(.reversedRange(text(from: start)), at: start) }
    let before = position
    while skipTrivia() {}
    if isNext("-[") { throw RegexMistake(.rangeOfClasses, at: position) }
    position = before
    return RegexSet(lower...upper, ignoresCase: options.ignoresCase)
  }

  /// A bound of a range is one scalar that is its own composed form.
  private static func bound(_ text: String) -> Unicode.Scalar? {
    let scalars = text.unicodeScalars
    guard let scalar = scalars.first, scalars.count == 1,
      !scalar.properties.isFullCompositionExclusion
    else { return nil }
    return scalar
  }
}
