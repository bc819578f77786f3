extension RegexParser {
  /// How often something may stand there.
  struct Quantifier {
    var minimum: Int
    var maximum: Int?
    /// The quantifier as it is written.
    var text: String
  }

  /// The highest number of times, as in Swift's expressions.
  private static let boundLimit = Int(UInt16.max)

  /// Reads a quantifier; nil where there is none.
  ///
  /// The form with `?` behind it takes as little as possible, which does not change whether there is
  /// a match.
  mutating func quantifier() throws(RegexMistake) -> Quantifier? {
    let start = position
    if options.isExtended { skipWhitespace() }
    var quantifier: Quantifier
    switch peek() {
    case "*": quantifier = Quantifier(minimum: 0, maximum: nil, text: "*")
    case "+": quantifier = Quantifier(minimum: 1, maximum: nil, text: "+")
    case "?": quantifier = Quantifier(minimum: 0, maximum: 1, text: "?")
    case "{":
      guard let bounds = try bounds() else {
        position = start
        return nil
      }
      quantifier = bounds
    // `bounds` has taken all but the brace.
    default:
      position = start
      return nil
    }
    position += 1
    if options.isExtended { skipWhitespace() }
    if isNext("+") {
      throw RegexMistake(
        .possessive(quantifier.text + "+", quantifier: quantifier.text), at: position)
    }
    if eat("?") { quantifier.text += "?" }
    return quantifier
  }

  /// Reads `{2}`, `{2,}`, `{2,3}` or `{,3}` up to the closing brace; nil where it is none of them, as
  /// the brace then stands for itself.
  private mutating func bounds() throws(RegexMistake) -> Quantifier? {
    let start = position
    position += 1
    skipWhitespace()
    let lower = digits()
    skipWhitespace()
    let hasComma = eat(",")
    skipWhitespace()
    let upper = hasComma ? digits() : ""
    skipWhitespace()
    guard isNext("}"), !lower.isEmpty || !upper.isEmpty else { return nil }
    let minimum = try bound(lower, at: start) ?? 0
    let maximum = hasComma ? try bound(upper, at: start) : minimum
    if let maximum, maximum < minimum {
      throw RegexMistake(.reversedBounds(minimum, maximum), at: start)
    }
    return Quantifier(minimum: minimum, maximum: maximum, text: text(from: start) + "}")
  }

  private mutating func digits() -> String {
    let start = position
    while let digit = peek(), ("0"..."9").contains(digit) { position += 1 }
    return text(from: start)
  }

  private func bound(_ digits: String, at start: Int) throws(RegexMistake) -> Int? {
    if digits.isEmpty { return nil }
    guard let number = Int(digits), number <= Self.boundLimit else {
      throw RegexMistake(.largeBound(digits, limit: Self.boundLimit), at: start)
    }
    return number
  }
}
