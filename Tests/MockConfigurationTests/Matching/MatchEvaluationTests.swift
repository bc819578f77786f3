import TestSupport
import Testing

@testable import MockConfiguration
@testable import MockData

@Suite struct MatchEvaluationTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var pattern: AnyCodableValue
    var accepted: [AnyCodableValue] = []
    var refused: [AnyCodableValue] = []
    var testDescription: String { pattern.text }
  }

  @Test(
    "A pattern accepts what it describes and nothing else",
    arguments: [
      Case(pattern: [:], accepted: [[:], ["a": 1]], refused: [1, [1], nil]),
      Case(
        pattern: ["a": 1], accepted: [["a": 1], ["a": 1.0, "b": 2]],
        refused: [[:], ["a": "1"], ["a": 2], ["a": [1]], ["a": true]]),
      Case(
        pattern: ["a": ["b": 1]], accepted: [["a": ["b": 1, "c": 2]]],
        refused: [["a": [["b": 1]]], ["a": 1], [:]]),
      Case(
        pattern: ["a.b": 1], accepted: [["a": ["b": 1]], ["a.b": 1], ["a": [:], "a.b": 1]],
        refused: [["a.b": 2], ["a": ["b": 2], "a.b": 1], ["a": [["b": 1]]]]),
      Case(
        pattern: ["q": ["hub.mode.x": 1]],
        accepted: [
          ["q": ["hub.mode.x": 1]], ["q": ["hub": ["mode.x": 1]]],
          ["q": ["hub": ["mode": ["x": 1]]]],
        ],
        refused: [["q": ["hub.mode": ["x": 1]]], ["q.hub.mode.x": 1]]),
      Case(pattern: ["a": nil], accepted: [[:], ["a": nil]], refused: [["a": 0], ["a": false]]),
      Case(
        pattern: ["a.b": nil], accepted: [[:], ["a": 1], ["a": [:]]], refused: [["a": ["b": 1]]]),
      Case(
        pattern: ["a": [1, ["b": 2]]], accepted: [["a": [1.0, ["b": 2]]]],
        refused: [["a": [1, ["b": 2, "c": 3]]], ["a": [["b": 2], 1]], ["a": [1]]]),
      Case(
        pattern: ["a": ["$eq": ["b": 1]]], accepted: [["a": ["b": 1.0]]],
        refused: [["a": ["b": 1, "c": 2]], [:]]),
      Case(pattern: ["a": ["$eq": nil]], accepted: [["a": nil]], refused: [[:], ["a": 1]]),
      Case(
        pattern: ["a": ["$ne": 1]], accepted: [[:], ["a": 2], ["a": "1"]], refused: [["a": 1.0]]),
      Case(
        pattern: ["a": ["$in": [1, "x", nil]]], accepted: [["a": 1.0], ["a": "x"], ["a": nil]],
        refused: [[:], ["a": 2], ["a": [1]]]),
      Case(pattern: ["a": ["$in": [["b": 1]]]], refused: [["a": ["b": 1, "c": 1]]]),
      Case(pattern: ["a": ["$nin": [1]]], accepted: [[:], ["a": 2]], refused: [["a": 1.0]]),
      Case(
        pattern: ["a": ["$not": ["$gt": 1]]], accepted: [[:], ["a": 1], ["a": "x"]],
        refused: [["a": 2]]),
      Case(
        pattern: ["a": ["$gt": 1]], accepted: [["a": 2], ["a": 1.5]],
        refused: [["a": 1], ["a": 1.0], ["a": "2"], ["a": nil], [:], ["a": [2]], ["a": true]]),
      Case(pattern: ["a": ["$gte": 1.5]], accepted: [["a": 1.5], ["a": 2]], refused: [["a": 1]]),
      Case(pattern: ["a": ["$lt": "b"]], accepted: [["a": "a"]], refused: [["a": "b"], ["a": 1]]),
      Case(
        pattern: ["a": ["$lte": 2.5]], accepted: [["a": 2], ["a": 2.5], ["a": -9]],
        refused: [["a": 3]]),
      Case(
        pattern: ["a": ["$gt": 9_007_199_254_740_992.0]], accepted: [["a": 9_007_199_254_740_993]],
        refused: [["a": 9_007_199_254_740_992]]),
      Case(
        pattern: ["a": ["$lt": 9_007_199_254_740_993]], accepted: [["a": 9_007_199_254_740_992.0]],
        refused: [["a": 9_007_199_254_740_994.0]]),
      Case(pattern: ["a": ["$lt": 1e300]], accepted: [["a": .int(.max)]], refused: [["a": 1e301]]),
      Case(
        pattern: ["a": ["$gt": -1e300]], accepted: [["a": .int(.min)]], refused: [["a": -1e301]]),
      Case(
        pattern: ["a": ["$gt": 1, "$lt": 3]], accepted: [["a": 2]], refused: [["a": 1], ["a": 3]]),
      Case(
        pattern: ["a": ["$regex": "b+"]], accepted: [["a": "abbc"]],
        refused: [["a": "ac"], ["a": 1], [:]]),
      Case(pattern: ["a": ["$regex": "^b$"]], accepted: [["a": "b"]], refused: [["a": "ab"]]),
      Case(pattern: ["a": ["$exists": true]], accepted: [["a": nil], ["a": 1]], refused: [[:]]),
      Case(pattern: ["a": ["$exists": false]], accepted: [[:]], refused: [["a": nil]]),
      Case(pattern: ["a": ["$type": "int"]], accepted: [["a": 1]], refused: [["a": 1.0], [:]]),
      Case(pattern: ["a": ["$type": "double"]], accepted: [["a": 1.0]], refused: [["a": 1]]),
      Case(
        pattern: ["a": ["$type": "number"]], accepted: [["a": 1], ["a": 1.5]], refused: [["a": "1"]]
      ),
      Case(pattern: ["a": ["$type": "null"]], accepted: [["a": nil]], refused: [[:], ["a": 0]]),
      Case(pattern: ["a": ["$type": "object"]], accepted: [["a": [:]]], refused: [["a": []]]),
      Case(
        pattern: ["a": ["$size": 2]], accepted: [["a": [1, 2]]],
        refused: [["a": [1]], ["a": "xx"], ["a": ["b": 1, "c": 2]]]),
      Case(
        pattern: ["a": ["$all": [1, "x"]]], accepted: [["a": ["x", 2, 1.0]]],
        refused: [["a": [1]], ["a": 1]]),
      Case(pattern: ["a": ["$all": []]], refused: [["a": []], ["a": [1]]]),
      Case(
        pattern: ["a": ["$elemMatch": ["b": ["$gt": 1]]]], accepted: [["a": [1, ["b": 2]]]],
        refused: [["a": [["b": 1]]], ["a": ["b": 2]], ["a": []]]),
      Case(
        pattern: ["a": ["$elemMatch": ["$gt": 1]]], accepted: [["a": [0, 2]]], refused: [["a": 2]]),
      Case(
        pattern: ["a": ["$and": [["b": 1], ["c": 2]]]], accepted: [["a": ["b": 1, "c": 2]]],
        refused: [["a": ["b": 1]]]),
      Case(
        pattern: ["a": ["$or": [1, ["b": 2]]]], accepted: [["a": 1], ["a": ["b": 2]]],
        refused: [["a": 2]]),
      Case(
        pattern: ["$nor": [["a": 1], ["b": 1]]], accepted: [[:]], refused: [["a": 1], ["b": 1]]),
      Case(pattern: ["$or": [["a": 1], ["b": 1]]], accepted: [["b": 1]], refused: [[:]]),
    ])
  func acceptance(_ sample: Case) throws {
    let pattern = try MatchPattern(sample.pattern)
    for value in sample.accepted {
      #expect(try pattern.matches(value), "refused \(value.text)")
      #expect(try pattern.mismatch(with: value) == nil)
    }
    for value in sample.refused {
      #expect(try !pattern.matches(value), "accepted \(value.text)")
      #expect(try pattern.mismatch(with: value) != nil)
    }
  }

  @Test("A predicate receives its name and the value at its path")
  func predicate() throws {
    let pattern = try MatchPattern(["$where": "S.m#1"])
    let seen = try pattern.matches(["a": 1]) { name, value in
      #expect(name == "S.m#1")
      return value == ["a": 1]
    }
    #expect(seen)
    #expect(try !pattern.matches(["a": 1]))
  }

  @Test(
    "The first differing field is named with both values",
    arguments: [
      (
        ["b": 1, "a": 2], ["a": 1, "b": 2],
        "`a`: expected 2, found 1"
      ),
      (["a": ["b": ["$gt": 5]]], ["a": ["b": 3]], "`a.b`: expected {\"$gt\":5}, found 3"),
      (["a.b": 1], [:], "`a.b`: expected 1, found nothing"),
      (["a": ["b": 1]], ["a": 7], "`a`: expected {\"b\":1}, found 7"),
      (
        ["$or": [["a": 1]]], ["a": 2],
        "the arguments: expected {\"$or\":[{\"a\":1}]}, found {\"a\":2}"
      ),
      (["a": ["$gt": 1, "$lt": 3]], ["a": 4], "`a`: expected {\"$lt\":3}, found 4"),
    ] as [(AnyCodableValue, AnyCodableValue, String)])
  func explanation(pattern: AnyCodableValue, value: AnyCodableValue, text: String) throws {
    let mismatch = try MatchPattern(pattern).mismatch(with: value)
    #expect(mismatch?.description == text)
  }

  @Test("Numbers with many digits compare by value")
  func longNumbers() throws {
    let numbers = try [
      "-9223372036854775809", "-9223372036854775808", "1", "9223372036854775807",
      "9223372036854775808", "18446744073709551614", "18446744073709551615",
      "18446744073709551616.0", "1e300",
    ].map { try JSONParser().parse($0) }
    for (index, value) in numbers.enumerated() {
      for (other, operand) in numbers.enumerated() {
        for (name, holds) in [
          ("$gt", index > other), ("$gte", index >= other), ("$lt", index < other),
          ("$lte", index <= other), ("$eq", index == other), ("$ne", index != other),
        ] {
          let pattern = try MatchPattern([name: operand])
          #expect(try pattern.matches(value) == holds, "\(value) \(name) \(operand)")
        }
      }
    }
  }
}
