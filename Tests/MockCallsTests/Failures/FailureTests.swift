import Testing

@testable import MockCalls
@testable import MockConfiguration
@testable import MockData

@Suite struct FailureTests {
  @Test("The default handler stops the process with the full message")
  func trap() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let method = MockMethodConfig(
        responses: [MockResponse(result: .success)], exhaustBehavior: .fatalError)
      let sequencer = MockCallSequencer(methods: ["m": method], service: "S")
      try await sequencer.recordVoidCall(for: "m")
      try await sequencer.recordVoidCall(for: "m")
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("`S.m` has 1 response and was called 2 times; add a response"))
  }

  @Test("A report-only failure goes to standard error with its location")
  func report() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      MockFailureHandler.report(
        MockFailure(
          severity: .report, message: "odd", place: ScriptLocation(file: "x.lua", line: 1)))
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("mock: x.lua:1: odd\n"))
  }

  @Test("An error shows its code and message, and its localized description is the message")
  func error() {
    let error = MockServiceError(code: "locked", message: "No entry", details: ["left": 0])
    #expect("\(error)" == "locked: No entry")
    #expect(error.errorDescription == "No entry")
    #expect("\(MockServiceError(code: "locked", message: "locked"))" == "locked")
    #expect(error == MockServiceError(code: "locked", message: "No entry", details: ["left": 0]))
    #expect(error != MockServiceError(code: "locked", message: "No entry"))
  }

  /// A problem with its messages for Lua and JSON authors.
  struct Row: Sendable, CustomTestStringConvertible {
    let problem: @Sendable (MethodIdentity) -> CallProblem
    let lua: String
    let json: String

    init(
      _ lua: String, _ json: String? = nil,
      _ problem: @escaping @Sendable (MethodIdentity) -> CallProblem
    ) {
      (self.problem, self.lua, self.json) = (problem, lua, json ?? lua)
    }

    var testDescription: String { lua }
  }

  @Test(
    "Every message names the problem and the suggestion in the notation of its reader",
    arguments: rows)
  func messages(row: Row) {
    let lua = row.problem(Self.method)
    #expect(lua.error.message == (lua.place.map { "\($0): " } ?? "") + row.lua)
    #expect(lua.error.code == lua.code.rawValue)
    let json = row.problem(Self.configured)
    #expect(json.error.message == row.json)
  }

  static let rows: [Row] = [
    Row("`S.load` has no responses; add `load` to the methods of the service") {
      .unconfigured($0, nearest: nil, known: [])
    },
    Row(
      "`S.load` has no responses; write `load = reply(...)` in the service",
      "`S.load` has no responses; add `load` to the methods of the service"
    ) { .unconfigured($0, nearest: nil, known: [], isOfScript: !$0.places.isEmpty) },
    Row("`S.load` has no responses; did you mean `laod`?") {
      .unconfigured($0, nearest: $0, known: ["laod"])
    },
    Row("`S.load` has no responses, because there is no service `S`; did you mean `T`?") {
      .unconfigured($0, nearest: nil, known: [], services: ["T"])
    },
    Row(
      "no `when` of `S.load` accepts { [\"a b\"] = { 1, 2 }, n = null }; add a `reply(...)` to the list,"
        + " or a `when` for these arguments:\n  x.lua:2: `id`: expected is.gt(1), found nothing;"
        + " did you mean `ids`?",
      "no `match` of `S.load` accepts {\"a b\":[1,2],\"n\":null}; add a response without `match`,"
        + " or one for these arguments:\n  response 1: `id`: expected {\"$gt\":1}, found nothing;"
        + " did you mean `ids`?"
    ) { method in
      .noMatch(
        method, arguments: ["a b": [1, 2], "n": .null],
        candidates: [
          .init(
            index: 0, place: method.place(of: 0),
            mismatch: MatchMismatch(path: "id", expected: ["$gt": 1], actual: nil), nearest: "ids")
        ])
    },
    Row(
      "`S.load` has 2 responses for the key \"k\" and was called 3 times; add a `reply(...)`,"
        + " or set `exhausted` to another value",
      "`S.load` has 2 responses for the key \"k\" and was called 3 times; add a response,"
        + " or set `exhaustBehavior` to another value"
    ) { .exhausted($0, responses: 2, call: 3, index: 0, key: "k") },
    Row(
      "`S.load`, response 1, is computed by `f`, but no script is running; run the script in this process,"
        + " or write a static response"
    ) { .noResponder($0, name: "f", index: 0) },
    Row(
      "the function of `S.load` returned the callback `f`; return a success, an error, or a stream"
    ) { .nestedCallback($0, name: "f", index: 0) },
    Row(
      "`S.load`, response 1, has no value, but a value of type Int is expected; write `reply(value)`",
      "`S.load`, response 1, has no value, but a value of type Int is expected; add a `value`"
    ) { .missingValue($0, index: 0, type: "Int") },
    Row(
      "`S.load`, response 1, `reply.a[3].b`: odd", "`S.load`, response 1, `value.a[2].b`: odd"
    ) {
      .decodingFailed(
        $0, index: 0, path: JSONPath([.key("value"), .key("a"), .index(2), .key("b")]),
        reason: "odd")
    },
    Row("unknown gate `g`; no response waits at a gate") { _ in .unknownGate("g", known: []) },
  ]

  @Test(
    "A pattern is shown in script notation",
    arguments: [
      (["a": 1, "b.c": "x"], "{ a = 1, [\"b.c\"] = \"x\" }"),
      (["$gte": 1, "$lt": 2], "is.all_of(is.ge(1), is.lt(2))"),
      (["$in": ["a"]], "is.one_of { \"a\" }"), (["$nin": []], "is.none_of {}"),
      (["$exists": true], "is.exists"), (["$exists": false], "is.absent"),
      (["$regex": "^a"], "is.regex \"^a\""), (["$type": "int"], "is.type \"int\""),
      (["$not": ["end": ["$eq": 1]]], "is.anything_but({ [\"end\"] = is.eq(1) })"),
      (["$nor": [1, ["$ne": 2]]], "is.anything_but(is.any_of(1, is.ne(2)))"),
      (["$elemMatch": ["$size": 2]], "is.any_item(is.size(2))"),
      (["$all": [1, 2]], "is.containing { 1, 2 }"),
      (["$where": "S.f#1"], "the function `\"S.f#1\"`"),
    ] as [(AnyCodableValue, String)])
  func patterns(pattern: AnyCodableValue, text: String) {
    #expect(ScriptText.of(pattern: pattern) == text)
  }

  @Test("A long value from a script is truncated")
  func longValues() {
    let text = ScriptText.of(.array(Array(repeating: ["name": "value"], count: 1000)))
    #expect(
      text.count <= 210 && text.hasPrefix("{ { name = \"value\" }, ") && text.hasSuffix("..."))
  }

  private static let configured = MethodIdentity(
    service: "S", name: "load", responses: [MockResponse(result: .success)])

  private static let method = MethodIdentity(
    service: "S", name: "load", responses: [MockResponse(result: .success)],
    places: [0: ScriptLocation(file: "x.lua", line: 2)])
}
