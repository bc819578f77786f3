import MockPlatform
import Testing

@testable import MockCalls
@testable import MockConfiguration
@testable import MockData

@Suite struct SequencingTests {
  static let two = #"{"result": "success", "value": 1}, {"result": "success", "value": 2}"#

  @Test(
    "After its last response, a method follows its exhaust behavior",
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

  @Test(
    "Beyond 32 MiB of sequence keys, new keys are rejected and existing ones continue")
  func keyWeight() async throws {
    let scene = try Scene(responses: Self.two, options: #", "sequenceKey": "id""#)
    let key = { (number: Int) in
      MockArgument("id", String(repeating: "x", count: 1 << 20) + "\(number)")
    }
    for number in 1...31 { #expect(await scene.call([key(number)]) == "1") }
    #expect(await scene.call([key(32)]) == "exhausted")
    #expect(await scene.call([key(7)]) == "2")
    guard case .threw(let error) = scene.log.calls()[31].outcome else {
      Issue.record("the call with one more key was answered")
      return
    }
    #expect(
      error.message
        == "`S.m` keeps 31 values of `id`, and another value of 1048578 bytes would exceed the limit of 32 MiB;"
        + " use a short argument for `sequenceKey`, such as a number")
    await scene.service.resetCallCounts()
    #expect(await scene.call([key(32)]) == "1")
  }

  @Test(
    "`fatalError` calls the failure handler, and the call throws if the handler returns")
  func fatalError() async throws {
    let stops = Locked<[MockFailure]>([])
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
        + " add a response, or set `exhaustBehavior` to another value")
  }

  @Test("A task's own failure handler only receives the failures of that task")
  func taskLocalHandler() async throws {
    let scene = try Scene(
      responses: #"{"result": "success"}"#, options: #", "exhaustBehavior": "fatalError""#)
    let count = Locked(0)
    _ = await scene.call()
    await MockFailureHandler.$override.withValue(
      MockFailureHandler { _ in count.withLock { $0 += 1 } }
    ) {
      _ = await scene.call()
    }
    #expect(count.withLock { $0 } == 1)
    #expect(MockFailureHandler.override == nil)
  }

  @Test("The first matching rule in list order responds, or the plain list if none matches")
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

  @Test("Responses whose patterns differ only in the kind of a number form one rule")
  func equalRules() async throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "value": 1, "match": {"n": 1, "in": {"$in": [2.0]}}},
        {"result": "success", "value": 2, "match": {"n": 1.0, "in": {"$in": [2]}}}
        """)
    #expect(await scene.call(["n": 1, "in": 2]) == "1")
    #expect(await scene.call(["n": 1, "in": 2]) == "2")
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

  @Test("Each distinct value of the sequence key is counted separately in every rule")
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

  @Test("Missing and null keys share one sequence, which is reported")
  func missingKey() async throws {
    let scene = try Scene(
      responses: Self.two, options: #", "sequenceKey": "id", "exhaustBehavior": "error""#)
    #expect(await scene.call() == "1")
    #expect(await scene.call(["id": nil]) == "2")
    #expect(await scene.call(["id": 1]) == "1")
    #expect(await scene.call() == "exhausted")
    #expect(scene.log.calls().map(\.lacksKey) == [true, true, false, true])
  }

  @Test(
    "`resetCallCounts` restarts sequences and counts, and replacing only restarts the sequence")
  func reset() async throws {
    let scene = try Scene(responses: Self.two)
    _ = await scene.call()
    #expect(await scene.call() == "2")
    await scene.service.resetCallCounts()
    #expect(await scene.service.callCount(for: "m") == 0)
    #expect(await scene.call() == "1")
    let replacement = MockMethodConfig(responses: [MockResponse(result: .success, value: 9)])
    scene.service.replace("m", with: replacement)
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
        """, places: [1: ScriptLocation(file: "x.lua", line: 4)])
    let explanation = try scene.service.explanation(of: "m", arguments: ["a": 2, "b": 2])
    let candidates = explanation.candidates
    #expect(candidates.map(\.index) == [1, 2, 0])
    let places: [ScriptLocation?] = [ScriptLocation(file: "x.lua", line: 4), nil, nil]
    #expect(candidates.map(\.place) == places)
    let patterns: [AnyCodableValue?] = [["a": 1], ["b": 2], nil]
    #expect(candidates.map(\.match) == patterns)
    let refused: [String?] = candidates.map { $0.fields.first { !$0.accepts }?.path }
    #expect(refused == ["a", nil, nil])
    #expect(scene.log.count == 0)
    #expect(await scene.service.callCount(for: "m") == 0)
  }

  @Test("`nextResponse` returns the Nth response unchanged, and updates nothing")
  func nextResponse() async throws {
    let scene = try Scene(
      responses: #"{"result": "success", "delayMs": 50, "updateSharedState": {"a": 1}}"#)
    let response = try await scene.service.nextResponse(for: "m")
    #expect(response.delayMs == 50)
    #expect(scene.state["a"] == 0)
    #expect(scene.log.count == 1)
  }
}
