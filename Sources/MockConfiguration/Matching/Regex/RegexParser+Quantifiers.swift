extension RegexParser {
  /// How often something may stand there.
  typealias Quantifier = (minimum: Int, maximum: Int?)

  /// The highest number of times.
  private static let boundLimit = 1000

  /// Reads a quantifier; nil where there is none.
  ///
  /// The form with `?` behind it takes as little as possible, which does not change whether there is
  /// a match.
  mutating func quantifier() throws(MockRegexProblem) -> Quantifier? {
    let start = position
    guard let bounds = try bounds() else {
      position = start
      return nil
    }
    if isNext("+") {
      let instead = "`\(text(from: start))`: nothing is tried twice here"
      throw problem(.unsupported(text(from: start) + "+", instead: instead), at: position)
    }
    _ = eat("?")
    return bounds
  }

  /// Reads `*`, `+`, `?`, `{2}`, `{2,}`, `{2,3}` or `{,3}`; nil where it is none of them, as a brace
  /// then stands for itself.
  private mutating func bounds() throws(MockRegexProblem) -> Quantifier? {
    let start = position
    if eat("*") { return (0, nil) }
    if eat("+") { return (1, nil) }
    if eat("?") { return (0, 1) }
    guard eat("{") else { return nil }
    let lower = digits()
    let hasComma = eat(",")
    let upper = hasComma ? digits() : ""
    guard eat("}"), !lower.isEmpty || !upper.isEmpty else { return nil }
    let minimum = try bound(lower, at: start) ?? 0
    let maximum = hasComma ? try bound(upper, at: start) : minimum
    if let maximum, maximum < minimum {
      throw problem(.reversedBounds(minimum, maximum), at: start)
    }
    return (minimum, maximum)
  }

  private mutating func digits() -> String {
    let start = position
    while let digit = peek(), ("0"..."9").contains(digit) { position += 1 }
    return text(from: start)
  }

  private func bound(_ digits: String, at start: Int) throws(MockRegexProblem) -> Int? {
    if digits.isEmpty { return nil }
    if let number = Int(digits), number <= Self.boundLimit { return number }
    throw problem(.largeBound(digits, limit: Self.boundLimit), at: start)
  }
}
