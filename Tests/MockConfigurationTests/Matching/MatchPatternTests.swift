import Testing

@testable import MockConfiguration
@testable import MockData

@Suite struct MatchPatternTests {
  @Test(
    "A valid pattern is kept as written",
    arguments: [
      [:], ["id": 1], ["a.b": nil], 1, "x", [1, ["$not": "an operator inside a list"]],
      ["$eq": ["$foo": 1]], ["$ne": nil], ["$gt": 1, "$lte": 2.5], ["$gte": "a"], ["$lt": 1],
      ["$in": []], ["$in": [:]], ["$nin": [1, "a"]], ["$all": [1]], ["$regex": "^a+\\d$"],
      ["$exists": false], ["$type": "number"], ["$size": 0], ["$size": 2.0],
      ["$elemMatch": ["a": ["$gt": 1]]], ["$not": ["$in": [1]]], ["$not": 1],
      ["$and": [["a": 1], ["b": 2]], "$or": [1], "$nor": [["$exists": true]]],
      ["$where": "A.m#1"],
    ] as [AnyCodableValue])
  func valid(value: AnyCodableValue) throws {
    let pattern = try MatchPattern(value)
    #expect(pattern.value == value)
    #expect(try AnyCodableValueEncoder().encode(pattern) == value)
    #expect(try AnyCodableValueDecoder().decode(MatchPattern.self, from: value) == pattern)
  }

  @Test("Fields become paths, and several operators a conjunction")
  func tree() throws {
    guard case .fields(let fields) = try MatchPattern(["b": 1, "a.c": ["$gt": 1, "$lt": 2]]).node
    else {
      Issue.record("not parsed as fields")
      return
    }
    #expect(fields.map(\.path) == [["a", "c"], ["b"]])
    guard case .allOf(let operators) = fields[0].pattern, case .plain(1) = fields[1].pattern,
      operators.count == 2, operators[0].isCondition("$gt", 1),
      operators[1].isCondition("$lt", 2)
    else {
      Issue.record("\(fields) is not the tree that was written")
      return
    }
  }

  @Test("Patterns can be nested up to 64 levels deep")
  func depth() throws {
    func nested(_ depth: Int) -> AnyCodableValue {
      (1...depth).reduce(1) { pattern, level in [level.isMultiple(of: 2) ? "$not" : "a": pattern] }
    }
    _ = try MatchPattern(nested(64))
    let error = try #require(throws: MockConfigurationError.self) { try MatchPattern(nested(65)) }
    #expect(
      error.description.hasSuffix(
        ".$not: patterns are nested more than 64 levels deep; "
          + "write fewer levels, or compare the inner value with a function"))
  }

  @Test("Patterns written differently are different")
  func equality() throws {
    #expect(try MatchPattern(["a": 1]) == MatchPattern(["a": 1]))
    #expect(try MatchPattern(["a": 1]) != MatchPattern(["a": 2]))
  }
}
