import MockServices
import Testing

/// Matchers of a part of a string.
@Suite struct StringMatcherTests {
  @Test(
    "Words become their operators",
    arguments: ScriptOutput.patterns(
      #"""
      { a = is.containing "x" } => {"a":{"$contains":"x"}}
      { a = is.containing { "x" } } => {"a":{"$all":["x"]}}
      { a = is.containing {} } => {"a":{"$all":[]}}
      { a = is.starts_with "x" } => {"a":{"$startsWith":"x"}}
      { a = is.ends_with("x" .. "y") } => {"a":{"$endsWith":"xy"}}
      { a = is.anything_but(is.ends_with "x") } => {"a":{"$not":{"$endsWith":"x"}}}
      """#))
  func words(output: ScriptOutput) throws { try output.check() }

  @Test(
    "A wrong operand is an error",
    arguments: ScriptErrorCase.behaviors(
      """
      { when({ a = is.starts_with(5) }, reply()), reply() }
      => 1: `is.starts_with` takes a non-empty string, not 5; write `is.starts_with "A"`

      { when({ a = is.ends_with "" }, reply()), reply() }
      => 1: `is.ends_with` takes a non-empty string, not the string ""; write `is.ends_with "A"`

      { when({ a = is.containing "" }, reply()), reply() }
      => 1: `is.containing` takes a non-empty string or a list, not the string ""; write `is.containing "A"` or `is.containing { 1, 2 }`

      { when({ a = is.containing() }, reply()), reply() }
      => 1: `is.containing` takes one value, not 0; write `is.containing "A"` or `is.containing { 1, 2 }`
      """))
  func errors(row: ScriptErrorCase) throws { try row.check() }

  private struct Row: CustomTestStringConvertible, Sendable {
    var pattern: AnyCodableValue
    var accepted: [AnyCodableValue?]
    var refused: [AnyCodableValue?]
    var testDescription: String { "\(pattern)" }
  }

  private static let rows: [Row] = [
    Row(
      pattern: ["$contains": "aab"], accepted: ["aab", "aaab", "xaabx", "aaaab"],
      refused: ["", "aa", "aba", "AAB", 5, ["aab"], .null, nil]),
    Row(
      pattern: ["$contains": "abcabd"], accepted: ["abcabcabd"], refused: ["abcabcab", "abcabc"]),
    Row(pattern: ["$contains": "\u{e9}"], accepted: ["caf\u{e9}!"], refused: ["cafe"]),
    Row(
      pattern: ["$startsWith": "ab"], accepted: ["ab", "abc"],
      refused: ["", "a", "cab", "Ab", 5, ["ab"], .null, nil]),
    Row(
      pattern: ["$endsWith": "ab"], accepted: ["ab", "cab"],
      refused: ["", "b", "abc", "aB", 5, ["ab"], .null, nil]),
    Row(
      pattern: ["$endsWith": "\u{1F3D6}"], accepted: ["sun \u{1F3D6}"], refused: ["\u{1F3D6} sun"]),
  ]

  @Test("They compare the bytes of strings, and accept nothing else", arguments: rows)
  private func accepts(row: Row) throws {
    let pattern = try MatchPattern(["a": row.pattern])
    for value in row.accepted {
      #expect(try pattern.matches(value.map { ["a": $0] } ?? [:]), "\(String(describing: value))")
    }
    for value in row.refused {
      #expect(try !pattern.matches(value.map { ["a": $0] } ?? [:]), "\(String(describing: value))")
    }
  }

  @Test("A repetitive string is searched in linear time")
  func linear() throws {
    let part = String(repeating: "a", count: 200_000) + "b"
    let pattern = try MatchPattern(["a": ["$contains": .string(part)]])
    let text = String(repeating: "a", count: 2_000_000)
    #expect(try !pattern.matches(["a": .string(text)]))
    #expect(try pattern.matches(["a": .string(text + "b")]))
  }
}
