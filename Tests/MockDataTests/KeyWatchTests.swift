import Testing

@testable import MockData

/// Tracks the members of a value that a type doesn't decode.
@Suite struct KeyWatchTests {
  struct Order: Codable, Equatable, Sendable {
    struct Line: Codable, Equatable, Sendable {
      var article: String
      var count: Int?
    }

    enum State: Codable, Equatable, Sendable {
      case open
      case failed(reason: String)
    }

    var id: Int
    var lines: [Line]?
    var tags: [String: Line]?
    var state: State?
    var anything: AnyCodableValue?
  }

  class Base: Decodable {
    var name: String

    init(name: String) { self.name = name }
  }

  final class Derived: Base {
    private enum CodingKeys: String, CodingKey { case age }

    var age: Int

    required init(from decoder: any Decoder) throws {
      age = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .age)
      try super.init(from: decoder)
    }
  }

  private func ignored<T: Decodable>(
    _ type: T.Type, _ value: AnyCodableValue
  ) throws -> [String] {
    try AnyCodableValueDecoder().decodeWatching(type, from: value).watch.ignored.map { key in
      JSONPath(key.path.steps + [.key(key.name)]).description
        + (key.nearest.map { " (\($0))" } ?? "")
    }
  }

  @Test(
    "Each undecoded member is reported with the name that was probably meant",
    arguments: [
      (["id": 1], []),
      (["id": 1, "lines": .null, "tags": [:]], []),
      (["id": 1, "line": [], "extra": true], ["extra", "line (lines)"]),
      (
        ["id": 1, "lines": [["article": "a"], ["article": "b", "cuont": 2]]],
        ["lines[1].cuont (count)"]
      ),
      (["id": 1, "tags": ["x": ["article": "a", "y": 1], "z": ["article": "b"]]], ["tags.x.y"]),
      (["id": 1, "state": ["failed": ["reason": "r", "more": 1]]], ["state.failed.more"]),
      (["id": 1, "state": ["open": [:]]], []),
      (["id": 1, "anything": ["deep": ["down": 1]]], []),
    ] as [(AnyCodableValue, [String])])
  func names(value: AnyCodableValue, expected: [String]) throws {
    #expect(try ignored(Order.self, value) == expected)
    let decoded = try AnyCodableValueDecoder().decodeWatching(Order.self, from: value).value
    #expect(try decoded == AnyCodableValueDecoder().decode(Order.self, from: value))
  }

  @Test("Members decoded by several containers are combined")
  func inheritance() throws {
    #expect(try ignored(Derived.self, ["name": "Ada", "age": 36, "height": 1]) == ["height"])
    #expect(try ignored([String: Int].self, ["a": 1, "b": 2]).isEmpty)
    #expect(try ignored([Int: Int].self, ["1": 1]).isEmpty)
    #expect(try ignored(Int.self, 5).isEmpty)
  }
}
