import Synchronization
import Testing

@testable import MockServices

@Suite struct SequencingTests {
  static let two = #"{"result": "success", "value": 1}, {"result": "success", "value": 2}"#

  @Test(
    "After its last response a method does what its exhaust behaviour says",
    arguments: [
      ("", ["1", "2", "2", "2"]), (#", "exhaustBehavior": "repeatLast""#, ["1", "2", "2", "2"]),
      (#", "exhaustBehavior": "cycle""#, ["1", "2", "1", "2"]),
      (#", "exhaustBehavior": "error""#, ["1", "2", "exhausted", "exhausted"]),
    ])
  func exhaustion(options: String, expected: [String]) async throws {
    let scene = try Scene(responses: Self.two, options: options)
    var answers: [String] = []
    for _ in expected { answers.append(await scene.call()) }
    #expect(answers == expected)
    #expect(await scene.service.callCount(for: "m") == 4)
    #expect(scene.log.count(of: "S.m") == 4)
  }

  @Test("fatalError goes to the sequencer's failure handler; if that returns, the call throws")
  func fatalError() async throws {
    let stops = Mutex<[MockFailure]>([])
    let handler = MockFailureHandler { failure in stops.withLock { $0.append(failure) } }
    let scene = try Scene(
      responses: #"{"result": "success"}"#, options: #", "exhaustBehavior": "fatalError""#,
      failureHandler: handler)
    #expect(await scene.call() == "nothing")
    #expect(await scene.call() == "exhausted")
    let failure = try #require(stops.withLock { $0.first })
    #expect(failure.severity == .stop)
    #expect(
      failure.message == "`S.m` has 1 response and was called 2 times;"
        + " add a response, or another `exhaustBehavior`")
  }

  @Test("A task's own failure handler serves the calls of that task only")
  func taskLocalHandler() async throws {
    let scene = try Scene(
      responses: #"{"result": "success"}"#, options: #", "exhaustBehavior": "fatalError""#)
    let count = Mutex(0)
    _ = await scene.call()
    await MockFailureHandler.$override.withValue(
      MockFailureHandler { _ in count.withLock { $0 += 1 } }
    ) {
      _ = await scene.call()
    }
    #expect(count.withLock { $0 } == 1)
    #expect(MockFailureHandler.override == nil)
  }

  @Test("The first rule in list order whose match accepts answers; the plain list when none does")
  func rules() async throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "value": "plain 1"},
        {"result": "success", "value": "big 1", "match": {"n": {"$gt": 10}}},
        {"result": "success", "value": "any 1", "match": {"n": {"$exists": true}}},
        {"result": "success", "value": "big 2", "match": {"n": {"$gt": 10}}},
        {"result": "success", "value": "plain 2"}
        """)
    var answers: [String] = []
    for number in [1, 20, nil, 30, 40, 2, nil] as [Int?] {
      answers.append(await scene.call([MockArgument("n", number)]))
    }
    #expect(
      answers == [
        #""any 1""#, #""big 1""#, #""plain 1""#, #""big 2""#, #""big 2""#, #""any 1""#,
        #""plain 2""#,
      ])
    #expect(scene.log.calls().map(\.step) == [1, 1, 1, 2, 3, 2, 2])
    #expect(scene.log.calls().map(\.count) == Array(1...7))
    #expect(scene.log.calls().map(\.responseIndex) == [2, 1, 0, 3, 3, 2, 4])
  }

  @Test("An exhausted rule never falls through to the plain list")
  func exhaustedRule() async throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "value": 1, "match": {"n": 1}}, {"result": "success", "value": 2}
        """, options: #", "exhaustBehavior": "error""#)
    #expect(await scene.call(["n": 1]) == "1")
    #expect(await scene.call(["n": 1]) == "exhausted")
    #expect(await scene.call(["n": 2]) == "2")
  }

  @Test("Each distinct value of the sequence key counts for itself, in every rule")
  func keys() async throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "value": "vip 1", "match": {"vip": true}},
        {"result": "success", "value": "vip 2", "match": {"vip": true}}, \(Self.two)
        """, options: #", "sequenceKey": "order.id""#)
    func call(_ id: AnyCodableValue, vip: Bool = false) async -> String {
      await scene.call(["order": ["id": id], "vip": .bool(vip)])
    }
    #expect(await call("a") == "1")
    #expect(await call("b") == "1")
    #expect(await call("a") == "2")
    #expect(await call("a", vip: true) == #""vip 1""#)
    #expect(await call("b", vip: true) == #""vip 1""#)
    #expect(await call("a", vip: true) == #""vip 2""#)
    #expect(await call(1) == "1")
    #expect(await call(1.0) == "2")
    #expect(await call(["x": [1.0]]) == "1")
    #expect(await call(["x": [1]]) == "2")
    #expect(scene.log.calls().map(\.lacksKey) == Array(repeating: false, count: 10))
    #expect(scene.log.calls()[0].key == "a")
  }

  @Test("A missing or null key is one shared key, and a finding")
  func missingKey() async throws {
    let scene = try Scene(
      responses: Self.two, options: #", "sequenceKey": "id", "exhaustBehavior": "error""#)
    #expect(await scene.call() == "1")
    #expect(await scene.call(["id": nil]) == "2")
    #expect(await scene.call(["id": 1]) == "1")
    #expect(await scene.call() == "exhausted")
    #expect(scene.log.calls().map(\.lacksKey) == [true, true, false, true])
  }

  @Test("A method that is not configured: void does nothing, all others get `unconfigured`")
  func unconfigured() async throws {
    let scene = try Scene(responses: Self.two, places: [0: "login.lua:3"])
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

  @Test("noMatch and exhausted are thrown for void methods too, recorded and counted")
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

  @Test("noMatch names each candidate, the first field that differs and both values")
  func noMatch() async throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "match": {"a": 1, "b": 2}},
        {"result": "success", "match": {"b": {"$gt": 5}}}
        """, places: [0: "x.lua:4", 1: "x.lua:5"])
    let error = try await #require(throws: MockServiceError.self) {
      try await scene.service.answer(for: "m", arguments: ["a": 1, "b": 3])
    }
    #expect(
      error.message == """
        x.lua:4: no `match` of `S.m` accepts {"a":1,"b":3}; add a response without `match`, or one for \
        these arguments:
          x.lua:4: response 1: `b`: expected 2, found 3
          x.lua:5: response 2: `b`: expected {"$gt":5}, found 3
        """)
  }

  @Test("No value decodes as nil, is fine for void, else it is missing; null is a value")
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
        == "`S.m`, response 1 has no value, and one of type Int is expected; add a `value`")
  }

  @Test(
    "A value that fails to decode names its place and updates nothing; an error's updates apply")
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
    #expect(scene.log.calls().map(\.outcome)[0] == .threw(error))
    #expect(scene.log.calls().map(\.state["b"]) == [0, 2])
  }

  @Test("A value that fails to decode updates nothing after a delay or a gate either")
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

  @Test("The app's own error is thrown for the codes that it knows, to typed callers only")
  func ownErrors() async throws {
    enum LoginError: String, MockErrorConvertible { case locked }
    let methods = [
      "m": MockMethodConfig(
        responses: ["locked", "other"].map {
          MockResponse(result: .error, error: MockErrorPayload(code: $0, message: "text"))
        }, exhaustBehavior: .cycle)
    ]
    let sequencer = MockCallSequencer(methods: methods, errors: LoginError.self)
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

  @Test("resetCallCounts starts sequences and counts again; replacing starts the sequence only")
  func reset() async throws {
    let scene = try Scene(responses: Self.two)
    _ = await scene.call()
    #expect(await scene.call() == "2")
    await scene.service.resetCallCounts()
    #expect(await scene.service.callCount(for: "m") == 0)
    #expect(await scene.call() == "1")
    let replacement = MockMethodConfig(responses: [MockResponse(result: .success, value: 9)])
    await scene.service.replace("m", with: replacement)
    #expect(await scene.call() == "9")
    #expect(await scene.service.callCount(for: "m") == 2)
    #expect(scene.log.count(of: "S.m") == 4)
    #expect(scene.log.unusedResponses().isEmpty)
  }

  @Test("Explaining a call shows each rule in order, and counts nothing")
  func explain() async throws {
    let scene = try Scene(
      responses: """
        {"result": "success"}, {"result": "success", "match": {"a": 1}},
        {"result": "success", "match": {"b": 2}}
        """, places: [1: "x.lua:4"])
    let candidates = try await scene.service.explain("m", arguments: ["a": 2, "b": 2])
    #expect(candidates.map(\.index) == [1, 2, 0])
    #expect(candidates.map(\.place) == ["x.lua:4", nil, nil])
    #expect(candidates.map(\.match) == [["a": 1], ["b": 2], nil])
    #expect(candidates.map(\.mismatch?.path) == ["a", nil, nil])
    #expect(scene.log.count == 0)
    #expect(await scene.service.callCount(for: "m") == 0)
  }

  @Test("nextResponse gives the Nth response as it stands, and updates nothing")
  func nextResponse() async throws {
    let scene = try Scene(
      responses: #"{"result": "success", "delayMs": 50, "updateSharedState": {"a": 1}}"#)
    let response = try await scene.service.nextResponse(for: "m")
    #expect(response.delayMs == 50)
    #expect(scene.state["a"] == 0)
    #expect(scene.log.count == 1)
  }
}
