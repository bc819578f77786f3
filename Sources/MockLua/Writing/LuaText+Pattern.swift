internal import MockConfiguration
package import MockData

extension LuaText {
  /// Returns a pattern that uses the words for matchers if possible.
  ///
  /// Operators that have no word stay as in a configuration: `{ ["$gt"] = 1, ["$lt"] = 5 }`.
  ///
  /// - Parameters:
  ///   - pattern: The pattern as written in a configuration.
  ///   - function: Writes the function of a `$where`; nil (the default) to keep its name.
  /// - Returns: The code of the pattern.
  package static func piece(
    ofPattern pattern: AnyCodableValue, function: ((String) -> LuaPiece?)? = nil
  ) -> LuaPiece {
    guard case .dictionary(let members) = pattern else { return piece(pattern) }
    if members.count == 1, let (name, operand) = members.first, name.hasPrefix("$") {
      if name == "$where", case .string(let callback) = operand,
        let function = function?(callback)
      {
        return function
      }
      if let matcher = matcher(name, operand, function) { return matcher }
    }
    return table(members.mapValues { piece(ofPattern: $0, function: nil) })
  }

  /// Returns a matcher such as `is.gt(10)`, or nil if the word wouldn't have exactly this operand.
  private static func matcher(
    _ name: String, _ operand: AnyCodableValue, _ function: ((String) -> LuaPiece?)?
  ) -> LuaPiece? {
    guard let matcher = Matcher.named(name), let word = matcher.word else { return nil }
    switch (matcher.form, operand) {
    case (.flag, .bool(let flag)):
      return (flag ? word : matcher.negative?.word).map { LuaPiece("is.\($0)") }
    case (.value, _): return call("is.\(word)", piece(operand))
    case (.orderable, .int), (.orderable, .double), (.orderable, .string), (.regex, .string),
      (.type, .string), (.size, .int):
      return call("is.\(word)", piece(operand))
    case (.list, .array(let elements)):
      return call("is.\(word)", elements.isEmpty ? LuaPiece("{}") : piece(operand))
    case (.pattern, _): return call("is.\(word)", piece(ofPattern: operand, function: function))
    case (.patterns, .array(let patterns))
    where patterns.count > 1 || !["both", "either"].contains(word):
      var pieces = [LuaPiece("is.\(word)(")]
      for (number, pattern) in patterns.enumerated() {
        if number > 0 { pieces.append(LuaPiece(", ")) }
        pieces.append(piece(ofPattern: pattern, function: function))
      }
      return LuaPiece(chain: pieces + [LuaPiece(")")])
    default: return nil
    }
  }
}
