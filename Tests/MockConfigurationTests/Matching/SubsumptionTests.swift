import TestSupport
import Testing

@testable import MockConfiguration
@testable import MockData

/// Checks whether one pattern accepts everything that another one accepts.
@Suite struct SubsumptionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let first: AnyCodableValue
    let second: AnyCodableValue

    init(_ first: AnyCodableValue, _ second: AnyCodableValue) {
      (self.first, self.second) = (first, second)
    }

    var testDescription: String { "\(first.text) \(second.text)" }
  }

  static let covering: [Row] = [
    Row([:], ["a": 1]), Row([:], ["$where": "f"]), Row(["a": 1], ["a": 1, "b": 2]),
    Row(["a": ["$gt": 1]], ["a": 2]), Row(["a": ["$gt": 1]], ["a": 2.5]),
    Row(["a": ["$gt": 1]], ["a": ["$gt": 1.0]]), Row(["a": ["$gte": 1]], ["a": ["$gt": 1]]),
    Row(["a": ["$lt": 5]], ["a": ["$lte": 4]]), Row(["a": ["$lt": "b"]], ["a": "a"]),
    Row(["a": ["$in": [1, 2]]], ["a": ["$in": [2.0]]]), Row(["a": ["$in": [1, 2]]], ["a": 1]),
    Row(["a": ["$exists": true]], ["a": ["$regex": "x"]]), Row(["a": ["$exists": true]], ["a": 1]),
    Row(["a": ["$ne": 1]], ["a": ["$gt": 1]]), Row(["a": ["$nin": [1, 2]]], ["a": "x"]),
    Row(["a": ["$type": "number"]], ["a": 1]),
    Row(["a": ["$type": "number"]], ["a": ["$type": "int"]]),
    Row(["a": ["$regex": "^x"]], ["a": "xy"]), Row(["a": ["b": 1]], ["a": ["b": 1, "c": 2]]),
    Row(["$or": [["a": 1], ["b": 1]]], ["b": 1]), Row(["a": 1], ["$and": [["a": 1], ["b": 2]]]),
    Row(["a": ["$gt": 1]], ["a": ["$gt": 2, "$lt": 9]]),
    Row(["a": ["$gt": 1]], ["$or": [["a": 2], ["a": 3]]]), Row(["a": nil], ["a": nil, "b": 1]),
  ]

  static let notCovering: [Row] = [
    Row(["a": 1], [:]), Row(["a": 1], ["b": 1]), Row(["a": 1], ["a": 2]),
    Row(["a": ["$gt": 1]], ["a": 1]), Row(["a": ["$gt": 1]], ["a": ["$gte": 1]]),
    Row(["a": ["$gt": 1]], ["a": ["$lt": 5]]), Row(["a": ["$gt": 1]], ["a": "x"]),
    Row(["a": ["$in": [1]]], ["a": ["$in": [1, 2]]]), Row(["a": ["$exists": true]], ["a": nil]),
    Row(["a": ["$exists": true]], ["a": ["$ne": 1]]), Row(["a": ["$ne": 1]], ["a": ["$gte": 1]]),
    Row(["a": ["$type": "int"]], ["a": 1]), Row(["a": ["$where": "f"]], ["a": 1]),
    Row(["a": ["$not": ["$where": "f"]]], ["a": 1]), Row(["a": ["$exists": false]], ["a": nil]),
    Row(["$and": [["a": 1], ["b": 2]]], ["a": 1]), Row(["a": 1], ["$or": [["a": 1], ["b": 1]]]),
    Row(["a": ["$ne": 1]], ["a": 1.0]), Row(["a": [:]], ["a": 1]),
  ]

  @Test("A pattern covers another one that accepts less", arguments: covering)
  func subsumes(row: Row) throws {
    #expect(try MatchPattern(row.first).subsumes(MatchPattern(row.second)))
  }

  @Test(
    "A pattern that doesn't accept everything another one does doesn't cover it",
    arguments: notCovering)
  func doesNotCover(row: Row) throws {
    #expect(try !MatchPattern(row.first).subsumes(MatchPattern(row.second)))
  }

  @Test("A pattern accepts everything it covers", arguments: covering + notCovering)
  func isTrue(row: Row) throws {
    let (first, second) = (try MatchPattern(row.first), try MatchPattern(row.second))
    guard first.subsumes(second) else { return }
    let parts: [AnyCodableValue?] = [
      nil, .null, 0, 1, 1.0, 1.5, 2, 2.0, 3, 4, 6, "a", "x", "xy", true, [1], [:], ["b": 1],
      ["b": 1, "c": 2],
    ]
    for a in parts {
      for b in parts {
        var members: [String: AnyCodableValue] = [:]
        members["a"] = a
        members["b"] = b
        let value = AnyCodableValue.dictionary(members)
        if try second.matches(value) { #expect(try first.matches(value)) }
      }
    }
  }

  @Test(
    "A pattern that nothing can match is impossible",
    arguments: [
      ["a": ["$in": []]], ["a": ["$all": []]], ["a": ["$gt": 5, "$lt": 3]],
      ["a": ["$gt": 5, "$lte": 5]], ["a": ["$eq": 1, "$gt": 1]], ["a": ["$gt": 1, "$lt": "x"]],
      ["$or": [["a": ["$in": []]], ["b": ["$in": []]]]], ["a": ["$in": [1, 2], "$gt": 2]],
    ] as [AnyCodableValue])
  func isImpossible(pattern: AnyCodableValue) throws {
    #expect(try MatchPattern(pattern).isImpossible)
  }

  @Test(
    "A pattern that something can match isn't impossible",
    arguments: [
      [:], ["a": ["$in": [1]]], ["a": ["$gte": 5, "$lte": 5]], ["a": ["$gt": 3, "$lt": 5]],
      ["a": ["$in": [1, 3], "$gt": 2]], ["$or": [["a": ["$in": []]], ["b": 1]]],
      ["a": ["$eq": 1, "$where": "f"]], ["a": ["$eq": 1, "$type": "double"]],
    ] as [AnyCodableValue])
  func isPossible(pattern: AnyCodableValue) throws {
    #expect(try !MatchPattern(pattern).isImpossible)
  }
}
