import MockServices

/// Checks patterns and arguments.
///
/// Matching must agree with `ReferencePattern`, and statements about patterns must be true for all arguments.
enum MatcherCheck {
  /// Two related patterns and arguments, generated from an input.
  struct Sample {
    var first: AnyCodableValue
    var second: AnyCodableValue
    var values: [AnyCodableValue] = []

    init(_ input: UnsafeRawBufferPointer) {
      var maker = ValueMaker(ByteSource(input))
      first = maker.pattern()
      second = maker.source.bool() ? maker.pattern() : maker.variant(of: first)
      for _ in 0..<4 {
        values.append(maker.value(near: maker.source.bool() ? first : second) ?? [:])
      }
    }
  }

  static func run(_ input: UnsafeRawBufferPointer) throws {
    let sample = Sample(input)
    let patterns = try [sample.first, sample.second].compactMap(parse)
    for pattern in patterns { try check(pattern, sample.values) }
    guard patterns.count == 2 else { return }
    try compare(patterns[0], patterns[1], sample.values)
    try compare(patterns[1], patterns[0], sample.values)
  }

  private static func parse(_ value: AnyCodableValue) throws -> MatchPattern? {
    let isValid = ReferencePattern.isValid(value)
    let pattern: MatchPattern
    do throws(MockConfigurationError) {
      pattern = try MatchPattern(value)
    } catch {
      try require(!isValid, "\(error): \(value)")
      try require(!error.description.isEmpty, "an error without words: \(value)")
      return nil
    }
    try require(isValid, "a wrong pattern is accepted: \(value)")
    return pattern
  }

  /// An arbitrary condition that returns the same result for equal arguments.
  private static func predicate(_ name: String, _ value: AnyCodableValue) -> Bool {
    // Count characters, because names are equal regardless of their Unicode normalization.
    name.count % 2 == 0 || value.kind == .null
  }

  private static func check(_ pattern: MatchPattern, _ values: [AnyCodableValue]) throws {
    for value in values {
      let isAccepted = try pattern.matches(value, predicate: predicate)
      let expected = ReferencePattern.accepts(pattern.value, value, predicate: predicate)
      try require(
        isAccepted == expected, "\(pattern.value) gives \(isAccepted) for \(value)")
      let mismatch = try pattern.mismatch(with: value, predicate: predicate)
      try require((mismatch == nil) == isAccepted, "a mismatch of \(pattern.value) with \(value)")
      if let mismatch { try require(!mismatch.description.isEmpty, "a mismatch without words") }
      guard case .dictionary = value else { continue }
      try require(
        !isAccepted || !pattern.isImpossible, "\(pattern.value) is impossible, accepts \(value)")
      try require(
        isAccepted || !pattern.subsumesEverything, "\(pattern.value) covers all, not \(value)")
    }
    try require(pattern == pattern || pattern.value.holdsNaN, "\(pattern.value) is not itself")
    let again = try MatchPattern(pattern.value)
    try require(again.predicates == pattern.predicates, "predicates change: \(pattern.value)")
  }

  private static func compare(
    _ first: MatchPattern, _ second: MatchPattern, _ values: [AnyCodableValue]
  ) throws {
    let covers = first.subsumes(second)
    guard covers || first == second else { return }
    // Statements about two patterns are statements about arguments, which are objects.
    for value in values {
      guard case .dictionary = value, try second.matches(value, predicate: predicate) else {
        continue
      }
      try require(
        try first.matches(value, predicate: predicate),
        "\(first.value) \(covers ? "covers" : "equals") \(second.value), but not for \(value)")
    }
  }
}

extension ValueMaker {
  /// Returns a pattern that differs in one place, or only in the kind of a number.
  mutating func variant(of pattern: AnyCodableValue) -> AnyCodableValue {
    switch pattern {
    case .dictionary(var members) where !members.isEmpty:
      let names = members.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let name = source.one(of: names)
      members[name] = source.rarely(4) ? nil : members[name].map { variant(of: $0) }
      return .dictionary(members)
    case .array(var elements) where !elements.isEmpty:
      let index = source.number(below: elements.count)
      elements[index] = variant(of: elements[index])
      return .array(elements)
    case .int(let integer) where source.bool(): return .double(Double(integer))
    case .double(let number) where source.bool():
      return Int(exactly: number).map { .int($0) } ?? pattern
    default: return source.bool() ? self.pattern(depth: 2) : value(depth: 1)
    }
  }
}

extension AnyCodableValue {
  var holdsNaN: Bool {
    switch self {
    case .double(let number): number.isNaN
    case .array(let elements): elements.contains(where: \.holdsNaN)
    case .dictionary(let members): members.values.contains(where: \.holdsNaN)
    default: false
    }
  }
}
