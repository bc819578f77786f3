import MockServices
import Testing

/// Matchers for the structure of values, and for raw requests.
struct StructureMatcherTests {
  @Test(
    "Words become their operators",
    arguments: ScriptOutput.patterns(
      """
      { a = is.only { b = is.type "string" } } => {"a":{"$only":{"b":{"$type":"string"}}}}
      { a = is.any_member(1) } => {"a":{"$anyMember":1}}
      { a = is.text "5" } => {"a":{"$text":"5"}}
      { a = is.holding(1, is.gt(2)) } => {"a":{"$holds":[1,{"$gt":2}]}}
      { a = is.first_items(1) } => {"a":{"$firstItems":[1]}}
      """))
  func words(output: ScriptOutput) throws { try output.check() }

  @Test(
    "An invalid operand is reported",
    arguments: ScriptErrorCase.behaviors(
      """
      { when({ a = is.holding() }, reply()), reply() }
      => 1: `is.holding` takes one or more patterns; write `is.holding(p, q)`

      { when({ a = is.only() }, reply()), reply() }
      => 1: `is.only` takes one pattern; write `is.only(is.gt(1))`
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
      pattern: ["$only": ["a": 1, "b": ["$type": "string"]]],
      accepted: [["a": 1, "b": "x"], ["a": 1.0, "b": ""]],
      refused: [["a": 1], ["a": 1, "b": "x", "c": .null], ["a": 2, "b": "x"], [1], nil]),
    Row(
      pattern: ["$anyMember": ["$gt": 1]], accepted: [["a": 1, "b": 2]],
      refused: [["a": 1], [:], [2], 2, nil]),
    Row(pattern: ["$only": [:]], accepted: [[:]], refused: [["a": 1], .array([])]),
    Row(
      pattern: ["$only": ["a": .null]], accepted: [[:], ["a": .null]],
      refused: [["a": 1], ["b": 1]]),
    Row(
      pattern: ["$text": "5"], accepted: ["5", 5], refused: [5.5, .double(5), "6", .null, [5], nil]),
    Row(
      pattern: ["$text": ["$regex": "^[0-9.]+$"]], accepted: [12, 1.5, "3"],
      refused: [true, "a", ["a": 1], nil]),
    Row(pattern: ["$text": "true"], accepted: [true, "true"], refused: [false, 1]),
    Row(
      pattern: ["$holds": [1, 1, 2]], accepted: [[2, 1, 1], [1, 3, 2, 1]],
      refused: [[1, 2, 2], [1, 2], [], ["a": 1], nil]),
    // The first pattern must leave its element to the second.
    Row(
      pattern: ["$holds": [["$type": "number"], 1]], accepted: [[1, 2], [2, 1]],
      refused: [[1], [2, 3], [1, "a"]]),
    Row(
      pattern: ["$holds": [["$gt": 0], ["$gt": 1], ["$gt": 2]]],
      accepted: [[3, 2, 1], [1, 2, 3]],
      refused: [[1, 1, 3], [3, 1, 1]]),
    Row(
      pattern: ["$firstItems": [1, ["$type": "string"]]], accepted: [[1, "a"], [1, "a", 2]],
      refused: [[1], ["a", 1], [0, 1, "a"], nil]),
  ]

  @Test("Values are matched by structure", arguments: rows)
  private func accepts(_ row: Row) throws {
    let pattern = try MatchPattern(["a": row.pattern])
    func decide(_ value: AnyCodableValue?) throws -> Bool {
      try pattern.matches(.dictionary(value.map { ["a": $0] } ?? [:]))
    }
    for value in row.accepted { #expect(try decide(value), "\(String(describing: value))") }
    for value in row.refused { #expect(try !decide(value), "\(String(describing: value))") }
  }

  @Test(
    "Raw requests require a host that keeps them",
    arguments: ScriptErrorCase.scripts(
      """
      http { ["GET /a"] = when({ raw = { path = "/a" } }, reply()) }
      => 1: requests to this host don't have `raw`; write `:raw()` after the host: `http "https://api.example.com" :raw() { ... }`

      service "S" :raw() { a = reply() }
      => 1: service `S` isn't a host and doesn't receive requests; remove `:raw()`

      http "a.example" :raw(1) { ["GET /a"] = reply() }
      => 1: `:raw` takes no arguments, not 1; write `:raw()`
      """))
  func raw(row: ScriptErrorCase) throws { try row.check() }
}
