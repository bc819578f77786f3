extension RegexParser {
  /// The number of repetitions.
  typealias Quantifier = (minimum: Int, maximum: Int?)

  /// The maximum value of a bound in a quantifier.
  private static let boundLimit = 1000

  /// Reads a quantifier, or returns nil if there is none.
  ///
  /// A trailing `?` makes the quantifier lazy, which doesn't affect whether there is a match.
  mutating func quantifier() throws(MockRegexProblem) -> Quantifier? {
    let start = position
    guard let bounds = try bounds() else {
      position = start
      return nil
    }
    if isNext("+") {
      let instead = "`\(text(from: start))`: there is no backtracking"
      throw problem(.unsupported(text(from: start) + "+", instead: instead), at: position)
    }
    _ = eat("?")
    return bounds
  }

  /// Reads `*`, `+`, `?`, `{2}`, `{2,}`, `{2,3}`, or `{,3}`.
  ///
  /// For anything else, returns nil, and a brace is a literal.
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
