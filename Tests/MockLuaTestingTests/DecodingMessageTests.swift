import MockLua
import MockLuaTesting
import MockServices
import Testing

private struct Cart: Decodable, Sendable {
  var items: [Int]
}

private enum Fruit: String, CaseIterable, Decodable, Sendable {
  case apple, pear
}

private enum Secretive: String, Decodable, Sendable {
  case hidden
}

private enum Outcome: Decodable, Sendable {
  case signedIn(Int)
  case failed(reason: String)
  case idle
}

@Mocked
protocol ClockworkService: Sendable {
  var count: Int { get }
  var size: Int { get }
  func ticks() -> AsyncThrowingStream<Int, any Error>
  func load(id: Int, note: String?) async throws -> Int
}

@Suite("A decoding error suggests the intended name")
struct DecodingMessageTests {
  private func message<T: Decodable & Sendable>(
    _ answer: String, as type: T.Type
  ) async throws -> String? {
    let runtime = try ScenarioRuntime(
      source: "service \"S\" { load = \(answer) }", name: "s.lua")
    let error = await #expect(throws: MockServiceError.self) {
      try await runtime.sequencer(for: "S").nextDecodedValue(for: "load", as: type)
    }
    return error?.message
  }

  @Test("A missing key, with its type and the key that was meant")
  func keys() async throws {
    let place = "s.lua:1: `S.load`, response 1, `reply`: "
    #expect(
      try await message("reply { itmes = { 1 } }", as: Cart.self)
        == place + "the key `items` of Cart is missing; did you misspell it as `itmes`?")
    #expect(
      try await message("reply { total = 1 }", as: Cart.self)
        == place + "the key `items` of Cart is missing")
    #expect(
      try await message("reply { list = { itms = 1 } }", as: [String: Cart].self)
        == "s.lua:1: `S.load`, response 1, `reply.list`: the key `items` of Cart is missing;"
        + " did you misspell it as `itms`?")
  }

  @Test("An unknown raw value of an enum, with the cases")
  func rawValues() async throws {
    let place = "s.lua:1: `S.load`, response 1, `reply`: "
    #expect(
      try await message("reply 'aple'", as: Fruit.self)
        == place + "\"aple\" isn't a raw value of Fruit: `apple`, `pear`; did you mean `apple`?")
    #expect(
      try await message("reply 'ripe tomatoes'", as: Fruit.self)
        == place + "\"ripe tomatoes\" isn't a raw value of Fruit: `apple`, `pear`")
    #expect(
      try await message("reply 'aple'", as: Secretive.self)
        == place + "\"aple\" isn't a raw value of Secretive")
    #expect(
      try await message("reply { 'apple', 'per' }", as: [Fruit].self)
        == "s.lua:1: `S.load`, response 1, `reply[2]`: \"per\" isn't a raw value of Fruit:"
        + " `apple`, `pear`; did you mean `pear`?")
  }

  @Test("A case with associated values, and how it is written")
  func cases() async throws {
    func advice(_ name: String) -> String {
      "; a case with values is `enum_case(\"\(name)\", ...)`, one with labels"
        + " `{ \(name) = { label = ... } }`"
    }
    let place = "s.lua:1: `S.load`, response 1, `reply"
    #expect(
      try await message("reply { signedIn = { id = 7 } }", as: Outcome.self)
        == place + ".signedIn`: the key `_0` is missing" + advice("signedIn"))
    #expect(
      try await message("reply { signedIn = 7 }", as: Outcome.self)
        == place + ".signedIn`: expected the values of the case as an object, found an int"
        + advice("signedIn"))
    #expect(
      try await message("reply 'signedIn'", as: Outcome.self)
        == place + "`: expected an object, found a string" + advice("signedIn"))
    #expect(
      try await message("reply { signdIn = 7 }", as: Outcome.self)
        == place + "`: Outcome has no case `signdIn`" + advice("case"))
    #expect(
      try await message("reply { failed = { reasn = 'x' } }", as: Outcome.self)
        == place + ".failed`: the key `reason` is missing; did you misspell it as `reasn`?")
  }

  @Test("A stream where one value is expected, and a reply where a stream is")
  func streams() async throws {
    let place = "s.lua:1: `S.load`, response 1, `reply`: "
    #expect(
      try await message("stream { 1, 2 }", as: Int.self)
        == place + "expected a whole number, found an array; the method returns one value:"
        + " write `reply(value)` instead of `stream`")
    let runtime = try ScenarioRuntime(
      source: "service 'ClockworkService' { ticks = { reply { 1, 2 }, reply(3) } }", name: "s.lua")
    let mock = MockClockworkService(sequencer: runtime.sequencer(for: "ClockworkService"))
    let error = await #expect(throws: MockServiceError.self) {
      for try await _ in mock.ticks() {}
    }
    #expect(
      error?.message
        == "s.lua:1: `ClockworkService.ticks`, response 1, `reply`: expected a whole number,"
        + " found an array; `reply` makes a stream of one value: write `stream { ... }` for several"
    )
    var values: [Int] = []
    for try await value in mock.ticks() { values.append(value) }
    #expect(values == [3])
  }

  static let properties = """
    shared { count = "none" }
    service "ClockworkService" :bind "count"
      :initial { size = "large" } {
      load = reply(1),
    }
    """

  @Test(
    "An invalid value of a property is reported at the line that declares it",
    .issues(
      "script.lua:1: `ClockworkService.count`: the value \"none\" is not an Int",
      "script.lua:3: `ClockworkService.size`: the value \"large\" is not an Int"),
    .scenario(source: properties, name: "script.lua"))
  func places() throws {
    let mock = MockClockworkService(
      sequencer: try ScenarioRuntime.current.sequencer(for: "ClockworkService"))
    #expect(mock.count == 0 && mock.size == 0)
  }

  @Test(
    "A captured argument of another type, with the line, the call, and the argument",
    .scenario(source: properties, name: "script.lua"))
  func captured() async throws {
    let runtime = try ScenarioRuntime.current
    try await call("ClockworkService.load", ["id": 1, "user": ["id": 1]])
    try await call("ClockworkService.load", ["id": "x", "user": ["id": "y"]])
    let method = "ClockworkService.load"
    let line = #line + 1
    let first = #expect(throws: MockVerificationError.self) {
      try runtime.log.captured("id", of: method, as: Int.self)
    }
    let text = first?.problem ?? ""
    #expect(text.contains("DecodingMessageTests.swift:\(line): "))
    #expect(
      text.hasSuffix(
        "call #2 of `ClockworkService.load`, argument `id`: expected a whole number, found a string;"
          + " capture it as its actual type, or as data without `as:`"))
    let second = #expect(throws: MockVerificationError.self) {
      try runtime.log.captured("user", of: method, as: [String: Int].self)
    }
    #expect(second?.problem.contains("argument `user.id`: expected a whole number") == true)
  }

  @Test(
    "An argument that the requirement doesn't have", .mocked)
  func labels() async throws {
    let mock = MockClockworkService()
    mock.on.load { id, _ in id }
    _ = try await mock.load(id: 7, note: nil)
    withKnownIssue {
      verify("ClockworkService.load", arguments: ["idd": 7], called: .never)
    } matching: { issue in
      issue.description.contains(
        "`ClockworkService.load` has no argument `idd`; did you mean `id`?")
    }
    let mistaken = MockCallExpectation(
      "ClockworkService.load", arguments: try MatchPattern(["nte": nil]))
    withKnownIssue {
      verifyInOrder(mistaken)
    } matching: { issue in
      issue.description.contains(
        "`ClockworkService.load` has no argument `nte`; did you mean `note`?")
    }
    withKnownIssue {
      verify("ClockworkService.load", arguments: ["id": "7"], called: .never)
    } matching: { issue in
      issue.description.contains(
        "no call to `ClockworkService.load` can match `id`: it is a number, but the pattern has \"7\""
      )
    }
    verify("ClockworkService.load", arguments: ["id": ["$gt": 7]], called: .never)
    verify("ClockworkService.load", arguments: ["id": 7])
  }

  @Test(
    "An argument that no call has, if the contract is unknown",
    .scenario(source: "service 'S' { load = reply(1) }", name: "script.lua"))
  func unknownLabels() async throws {
    try await call("S.load", ["id": 7])
    let error = try #require(throws: MockVerificationError.self) {
      try ScenarioRuntime.current.log.verify("S.load", arguments: ["idd": 7] as AnyCodableValue)
    }
    #expect(
      error.problem
        == "expected at least 1 call to S.load {\"idd\":7}, found 0; no call has an argument `idd`,"
        + " did you mean `id`?")
  }
}
