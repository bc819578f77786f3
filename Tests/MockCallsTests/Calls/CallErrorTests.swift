import Testing

@testable import MockCalls
@testable import MockConfiguration
@testable import MockData
@testable import MockPlatform

@Suite struct CallErrorTests {
  @Test(
    "Calling an unconfigured void method does nothing, and all other methods throw `unconfigured`")
  func unconfigured() async throws {
    let scene = try Scene(
      responses: SequencingTests.two, places: [0: ScriptLocation(file: "login.lua", line: 3)])
    try await scene.service.recordVoidCall(for: "other")
    let error = try await #require(throws: MockServiceError.self) {
      try await scene.service.nextDecodedValue(for: "mm", as: Int.self)
    }
    #expect(error.code == "unconfigured")
    #expect(error.message == "login.lua:3: `S.mm` has no responses; did you mean `m`?")
    await #expect(throws: error) { try await scene.service.answer(for: "mm") }
    await #expect(throws: error) { try await scene.service.nextResponse(for: "mm") }
    #expect(scene.log.count(of: "S.mm") == 3)
    #expect(await scene.service.callCount(for: "mm") == 3)
    #expect(scene.log.calls("S.other").map(\.outcome) == [.returned(nil)])
    #expect(scene.log.calls("S.mm").map(\.outcome) == Array(repeating: .threw(error), count: 3))
  }

  @Test("`noMatch` and exhausted errors are thrown for void methods too, recorded, and counted")
  func voidErrors() async throws {
    let scene = try Scene(
      responses: #"{"result": "success", "match": {"n": 1}}"#,
      options: #", "exhaustBehavior": "error""#)
    try await scene.service.recordVoidCall(for: "m", arguments: ["n": 1])
    let exhausted = try await #require(throws: MockServiceError.self) {
      try await scene.service.recordVoidCall(for: "m", arguments: ["n": 1])
    }
    let noMatch = try await #require(throws: MockServiceError.self) {
      try await scene.service.recordVoidCall(for: "m", arguments: ["n": 2])
    }
    #expect([exhausted.code, noMatch.code] == ["exhausted", "noMatch"])
    #expect(
      scene.log.calls().map(\.outcome) == [.returned(nil), .threw(exhausted), .threw(noMatch)])
    #expect(await scene.service.callCount(for: "m") == 3)
  }

  @Test("`noMatch` names each candidate and shows the first differing field with both values")
  func noMatch() async throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "match": {"a": 1, "b": 2}},
        {"result": "success", "match": {"b": {"$gt": 5}}}
        """,
      places: [
        0: ScriptLocation(file: "x.lua", line: 4), 1: ScriptLocation(file: "x.lua", line: 5),
      ])
    let error = try await #require(throws: MockServiceError.self) {
      try await scene.service.answer(for: "m", arguments: ["a": 1, "b": 3])
    }
    #expect(
      error.message == """
        x.lua:4: no `when` of `S.m` accepts { a = 1, b = 3 }; add a `reply(...)` to the list, or a \
        `when` for these arguments:
          x.lua:4: `b`: expected 2, found 3
          x.lua:5: `b`: expected is.gt(5), found 3
        """)
  }

  @Test("`noMatch` names the argument that would nearly have matched")
  func nearestArgument() async throws {
    let scene = try Scene(responses: #"{"result": "success", "match": {"code": "1"}}"#)
    let error = try await #require(throws: MockServiceError.self) {
      try await scene.service.answer(for: "m", arguments: ["cod": "1"])
    }
    #expect(
      error.message.hasSuffix(
        "response 1: `code`: expected \"1\", found nothing; did you mean `cod`?"))
  }

  private struct Described: Decodable { var name = "Ada" }
  private final class Reference { var name = "Ada" }
  private struct Written: Codable { var name = "Ada" }

  /// The pattern, the argument `user`, and the end of the message.
  private static let described: [(String, MockArgument, String?)] = [
    (#"{"user.name": "Bo"}"#, MockArgument("user", Described()), "Described"),
    (#"{"user": {"name": "Bo"}}"#, MockArgument("user", Described()), "Described"),
    (#"{"user.name": "Bo"}"#, MockArgument("user", Described?.some(Described())), "Described"),
    (
      #"{"user": {"$elemMatch": {"name": "Bo"}}}"#, MockArgument("user", [Described()]), "Described"
    ),
    (#"{"user": "Bo"}"#, MockArgument("user", Described()), nil),
    (#"{"user": {"$ne": "Ada"}, "id": 1}"#, MockArgument("user", Described()), nil),
    (#"{"user.name": "Bo"}"#, MockArgument("user", Written()), nil),
    (#"{"user.name": "Bo"}"#, MockArgument("user", "Ada"), nil),
    (#"{"user.name": "Bo"}"#, MockArgument("user", Int.self), nil),
  ]

  @Test("`noMatch` reports a pattern that reads inside an argument that isn't `Encodable`")
  func describedArgument() async throws {
    for (pattern, argument, type) in Self.described {
      let scene = try Scene(responses: #"{"result": "success", "match": \#(pattern)}"#)
      let error = try await #require(throws: MockServiceError.self) {
        try await scene.service.answer(for: "m", arguments: [argument])
      }
      let hint = type.map {
        "; `user` is of type \($0), which is not `Encodable`, so patterns see only its description;"
          + " make it `Encodable`"
      }
      #expect(error.message.hasSuffix(hint ?? ""), "\(error.message)")
      #expect(error.message.contains("Encodable") == (hint != nil), "\(error.message)")
    }
    let object = Reference()
    let scene = try Scene(responses: #"{"result": "success", "match": {"user.name": "Bo"}}"#)
    let error = try await #require(throws: MockServiceError.self) {
      try await scene.service.answer(for: "m", arguments: [MockArgument("user", object)])
    }
    #expect(error.message.contains("`user` is of type Reference"), "\(error.message)")
    withExtendedLifetime(object) {}
  }

  @Test("A pattern that can't read an argument is reported once if another response matches")
  func passedOver() async throws {
    let found = Locked<[MockFailure]>([])
    let scene = try Scene(
      responses: """
        {"result": "success", "value": 1, "match": {"user.name": "Bo"}},
        {"result": "success", "value": 2}
        """,
      places: [0: ScriptLocation(file: "x.lua", line: 4)],
      failureHandler: MockFailureHandler { failure in found.withLock { $0.append(failure) } })
    let service = scene.service
    for argument in [MockArgument("user", Written()), MockArgument("user", Described())] {
      for _ in 1...2 { #expect(try await service.answer(for: "m", arguments: [argument]) == 2) }
    }
    let messages: [String] = found.withLock { $0 }.map(\.description)
    #expect(
      messages == [
        "x.lua:4: `S.m`, response 1, can't match any call: `user` is of type Described, which is not `Encodable`,"
          + " so patterns see only its description; make it `Encodable`"
      ])
  }

  @Test(
    "A missing value is nil for optionals, fine for void, and otherwise an error; null is a value")
  func noValue() async throws {
    let scene = try Scene(
      responses: #"{"result": "success"}, {"result": "success", "value": null}"#,
      options: #", "exhaustBehavior": "cycle""#)
    let service = scene.service
    #expect(try await service.nextDecodedValue(for: "m", as: Int?.self) == nil)
    #expect(try await service.nextDecodedValue(for: "m", as: Int?.self) == nil)
    try await service.recordVoidCall(for: "m")
    #expect(try await service.answer(for: "m") == AnyCodableValue.null)
    #expect(try await service.answer(for: "m") == nil)
    #expect(try await service.nextDecodedValue(for: "m", as: AnyCodableValue.self) == .null)
    let error = try await #require(throws: MockServiceError.self) {
      try await service.nextDecodedValue(for: "m", as: Int.self)
    }
    #expect(error.code == "missingValue")
    #expect(
      error.message
        == "`S.m`, response 1, has no value, but a value of type Int is expected; add a `value`")
  }

  @Test(
    "A value that fails to decode reports its location without updates, but an error updates")
  func decodingFailure() async throws {
    struct User: Decodable, Sendable { var tags: [Int] }
    let scene = try Scene(
      responses: """
        {"result": "success", "value": {"tags": [1, "x"]}, "updateSharedState": {"a": 1}},
        {"result": "error", "code": "locked", "message": "No", "updateSharedState": {"b": 2}}
        """)
    let error = try await #require(throws: MockServiceError.self) {
      try await scene.service.nextDecodedValue(for: "m", as: User.self)
    }
    #expect(error.code == "decodingFailed")
    #expect(
      error.message
        == "`S.m`, response 1, `value.tags[1]`: expected a whole number, found a string")
    #expect(scene.state.snapshot == ["a": 0, "b": 0])
    await #expect(throws: MockServiceError(code: "locked", message: "No")) {
      try await scene.service.nextDecodedValue(for: "m", as: User.self)
    }
    #expect(scene.state.snapshot == ["a": 0, "b": 2])
    let calls = scene.log.calls()
    #expect(calls[0].outcome == .threw(error))
    let values: [AnyCodableValue?] = [0, 2]
    #expect(calls.map { $0.state["b"] } == values)
  }

  @Test("A value that fails to decode after a delay or gate updates nothing either")
  func delayedDecodingFailure() async throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "value": "x", "delayMs": 5, "updateSharedState": {"a": 1}}
        """, clock: .virtual())
    let error = await #expect(throws: MockServiceError.self) {
      try await scene.service.nextDecodedValue(for: "m", as: Int.self)
    }
    #expect(error?.code == "decodingFailed")
    #expect(scene.clock.elapsed == .milliseconds(5))
    #expect(scene.state["a"] == 0)
    #expect(scene.log.calls().map(\.outcome) == [error.map { .threw($0) }])
    #expect(await scene.call() == #""x""#)
    #expect(scene.state["a"] == 1)
  }

  @Test("The app's own error is thrown for its known codes, but only to typed callers")
  func ownErrors() async throws {
    enum LoginError: String, MockErrorConvertible { case locked }
    let methods = [
      "m": MockMethodConfig(
        responses: ["locked", "other"].map {
          MockResponse(result: .error, error: MockErrorPayload(code: $0, message: "text"))
        }, exhaustBehavior: .cycle)
    ]
    let sequencer = MockCallSequencer(
      methods: methods, context: MockCallContext(errors: LoginError.self))
    await #expect(throws: LoginError.locked) {
      try await sequencer.nextDecodedValue(for: "m", as: Int.self)
    }
    await #expect(throws: MockServiceError(code: "other", message: "text")) {
      try await sequencer.recordVoidCall(for: "m")
    }
    await #expect(throws: MockServiceError(code: "locked", message: "text")) {
      try await sequencer.answer(for: "m")
    }
  }
}
