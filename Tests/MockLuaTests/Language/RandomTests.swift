import MockLua
import MockServices
import Testing

@Suite struct RandomTests {
  /// Returns the value of `reply(expression)` for a seed.
  private func value(of expression: String, seed: UInt64 = 0) throws -> AnyCodableValue? {
    var options = ScenarioOptions()
    options.seed = seed
    let scenario = try LuaScenario.load(
      source: "service 'A' { m = reply(\(expression)) }", name: "m.lua", directory: nil,
      options: options)
    return scenario.configuration.services["A"]?.methods["m"]?.responses.first?.value
  }

  /// Returns an expression for a list of values.
  private func list(of expression: String, count: Int) -> String {
    "(function() local t = {} for i = 1, \(count) do t[i] = \(expression) end return t end)()"
  }

  @Test(
    "The same seed gives the same values, and another seed different ones",
    arguments: [
      "uuid()", "random()", "random(1000000)", "random(-1000000, 1000000)", "math.random()",
      "math.random(1000000)", "{ uuid(), uuid() }", #"collection "a" :insert {}"#,
    ])
  func seeds(expression: String) throws {
    let values = try (0..<8).map { try value(of: expression, seed: $0) }
    for (seed, value) in values.enumerated() {
      #expect(try self.value(of: expression, seed: UInt64(seed)) == value)
    }
    for (index, value) in values.enumerated() {
      #expect(!values[..<index].contains(value))
    }
  }

  @Test("A UUID is a unique version 4 UUID in lowercase")
  func uuids() throws {
    guard case .array(let uuids) = try value(of: list(of: "uuid()", count: 100)) else {
      Issue.record("no list")
      return
    }
    let texts = uuids.compactMap { uuid -> String? in
      guard case .string(let text) = uuid else { return nil }
      return text
    }
    #expect(Set(texts).count == 100)
    for text in texts {
      let form = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
      #expect(text.wholeMatch(of: form) != nil)
    }
  }

  @Test(
    "Random numbers are in their range, and reach both ends",
    arguments: [
      ("random(6)", 1, 6), ("random(-1, 1)", -1, 1), ("math.random(2)", 1, 2),
      ("random(5, 5)", 5, 5),
    ])
  func ranges(expression: String, low: Int, high: Int) throws {
    guard case .array(let values) = try value(of: list(of: expression, count: 200)) else {
      Issue.record("no list")
      return
    }
    let numbers = values.compactMap { value -> Int? in
      guard case .int(let number) = value else { return nil }
      return number
    }
    #expect(numbers.count == 200)
    #expect(numbers.min() == low)
    #expect(numbers.max() == high)
  }

  @Test("`random()` is a float from 0 to below 1")
  func unit() throws {
    guard case .array(let values) = try value(of: list(of: "random()", count: 1000)) else {
      Issue.record("no list")
      return
    }
    for value in values {
      guard case .double(let number) = value else {
        Issue.record("\(value) is no float")
        continue
      }
      #expect(0 <= number && number < 1)
    }
  }
}
