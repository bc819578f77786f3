import MockCalls
import MockConfiguration
import MockData
import MockPlatform
import Testing

/// A responder that records its calls.
private final class Runtime: MockResponder {
  private let noted = Locked<(questions: [MockCall], predicates: [String])>(([], []))
  var questions: [MockCall] { noted.withLock { $0.questions } }
  var predicates: [String] { noted.withLock { $0.predicates } }
  let reply: @Sendable (MockCall) async throws -> MockAnswer

  init(reply: @escaping @Sendable (MockCall) async throws -> MockAnswer) {
    self.reply = reply
  }

  nonisolated(nonsending) func answer(_ call: MockCall) async throws -> MockAnswer {
    noted.withLock { $0.questions.append(call) }
    return try await reply(call)
  }

  func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool {
    noted.withLock { $0.predicates.append(predicate) }
    if predicate == "failing" {
      throw MockServiceError(code: "scriptError", message: "x.lua:1: no")
    }
    if predicate == "stating" { throw MockServiceError(code: "exhausted", message: "stated") }
    return arguments == ["n": 1]
  }
}

@Suite struct ResponderTests {
  static let callback = #"{"result": "callback", "callback": "S.m#1""#

  private func scene(
    _ responses: String, options: String = "", clock: MockClock = .virtual(manual: true),
    _ reply: @escaping @Sendable (MockCall) async throws -> MockAnswer
  ) throws -> (Scene, Runtime) {
    let runtime = Runtime(reply: reply)
    let json = """
      {"sharedState": {"a": {"initial": 0}, "b": {"initial": 0}},
       "services": {"S": {"methods": {"m": {"responses": [\(responses)]\(options)},
         "n": {"responses": [{"result": "success", "value": "n", "delayMs": 30}]}}}}}
      """
    return (try Scene(json, clock: clock, responder: runtime), runtime)
  }

  @Test("A callback is computed from the call, its count, step, and key")
  func question() async throws {
    let (scene, runtime) = try scene(Self.callback + "}", options: #", "sequenceKey": "id""#) {
      call in
      .response(MockResponse(result: .success, value: .int(call.count * 10)))
    }
    #expect(await scene.call(["id": "x"]) == "10")
    #expect(await scene.call(["id": "y"]) == "20")
    #expect(
      runtime.questions.last
        == MockCall(
          service: "S", method: "m", arguments: ["id": "y"], count: 2, step: 1, key: "y",
          callback: "S.m#1", order: 2))
    #expect(try await scene.service.nextDecodedValue(for: "m", as: Int.self) == 30)
    #expect(scene.log.calls().map(\.outcome) == [.returned(10), .returned(20), .returned(30)])
  }

  @Test("A response's delay and gate replace the entry's, and its updates are added")
  func overriding() async throws {
    let (scene, _) = try scene(
      Self.callback + #", "delayMs": 500, "updateSharedState": {"a": 1, "b": 1}}"#
    ) { call in
      .response(
        MockResponse(
          result: .error, error: MockErrorPayload(code: "no", message: "No"),
          delayMs: call.count == 1 ? 20 : nil, updateSharedState: ["b": 2]))
    }
    for time in [20, 500] {
      let task = Task { await scene.call() }
      await scene.clock.waitForSleepers(1)
      await scene.clock.advance(by: .milliseconds(time - 1))
      #expect(scene.log.calls().last?.outcome == .running)
      await scene.clock.advance(by: .milliseconds(1))
      #expect(await task.value == "no")
    }
    #expect(scene.state.snapshot == ["a": 1, "b": 2])
  }

  @Test("The responder's error becomes the call's error, and a nested callback is rejected")
  func failures() async throws {
    let (scene, _) = try scene(Self.callback + #", "updateSharedState": {"a": 1}}"#) { call in
      if call.count == 1 { throw MockServiceError(code: "scriptError", message: "x") }
      return .response(MockResponse(result: .callback, callback: "S.m#2"))
    }
    #expect(await scene.call() == "scriptError")
    let error = await #expect(throws: MockServiceError.self) {
      try await scene.service.answer(for: "m")
    }
    #expect(
      error?.message == "the function of `S.m` returned the callback `S.m#2`;"
        + " return a success, an error, or a stream")
    #expect(scene.state["a"] == 0)
    #expect(scene.log.calls().count { $0.outcome == .running } == 0)
  }

  @Test("Without a responder, a callback and a predicate throw noResponder with their name")
  func noResponder() async throws {
    let callback = try Scene(
      responses: Self.callback + "}", places: [0: ScriptLocation(file: "x.lua", line: 7)])
    let first = await #expect(throws: MockServiceError.self) {
      try await callback.service.recordVoidCall(for: "m")
    }
    #expect(first?.code == "noResponder")
    #expect(
      first?.message
        == "x.lua:7: `S.m`, response 1, is computed by `S.m#1`, but no script is running;"
        + " run the script in this process, or write a static response")
    let predicate = try Scene(responses: #"{"result": "success", "match": {"$where": "S.m#9"}}"#)
    let second = await #expect(throws: MockServiceError.self) {
      try await predicate.service.answer(for: "m")
    }
    #expect(second?.code == "noResponder")
    #expect(second?.message.contains("`S.m#9`") == true)
    #expect(predicate.log.calls().map(\.outcome) == [.threw(second!)])
  }

  @Test("A predicate is evaluated while the response is chosen")
  func predicate() async throws {
    let (scene, runtime) = try scene(
      """
      {"result": "success", "value": "yes", "match": {"$where": "first"}},
      {"result": "success", "value": "no"}
      """
    ) { _ in .response(MockResponse(result: .success)) }
    #expect(await scene.call(["n": 1]) == #""yes""#)
    #expect(await scene.call(["n": 2]) == #""no""#)
    #expect(runtime.predicates == ["first", "first"])
  }

  @Test("A failing predicate throws the call's error, and no response is consumed")
  func failingPredicate() async throws {
    let (scene, _) = try scene(
      #"{"result": "success", "value": 1, "match": {"$where": "failing"}}"#
    ) { _ in .response(MockResponse(result: .success)) }
    #expect(await scene.call() == "scriptError")
    #expect(scene.log.calls().map(\.responseIndex) == [nil])
    #expect(await scene.service.callCount(for: "m") == 1)
  }

  @Test("A predicate that throws the code of an exhausted sequence doesn't stop the process")
  func statingPredicate() async throws {
    let (scene, _) = try scene(
      #"{"result": "success", "value": 1, "match": {"$where": "stating"}}"#,
      options: #", "exhaustBehavior": "fatalError""#
    ) { _ in .response(MockResponse(result: .success)) }
    await confirmation(expectedCount: 0) { stops in
      await MockFailureHandler.$override.withValue(MockFailureHandler { _ in stops() }) {
        #expect(await scene.call() == "exhausted")
      }
    }
  }

  @Test("A callback waits for the method that it calls, and the clock keeps advancing")
  func nested() async throws {
    let holder = Holder()
    let (scene, _) = try scene(Self.callback + #", "delayMs": 5}"#, clock: .virtual()) { _ in
      let value = try await holder.service?.answer(for: "n")
      return .response(MockResponse(result: .success, value: value))
    }
    await holder.set(scene.service)
    async let first = scene.call()
    async let second = scene.call()
    #expect(await [first, second] == [#""n""#, #""n""#])
    #expect(scene.clock.elapsed == .milliseconds(35))
    #expect(scene.log.count(of: "S.n") == 2)
    await holder.set(nil)  // the closure and the sequencer retain each other
  }

  @Test("A computed stream can be read value by value or as a list")
  func stream() async throws {
    let (scene, _) = try scene(Self.callback + "}") { _ in
      .stream(
        AsyncThrowingStream { continuation in
          continuation.yield(1)
          continuation.yield(2)
          continuation.finish()
        })
    }
    #expect(await scene.call() == "[1,2]")
    var values: [Int] = []
    for try await value in await scene.service.stream(for: "m", as: Int.self) {
      values.append(value)
    }
    #expect(values == [1, 2])
    #expect(scene.log.calls().map(\.outcome) == [.returned([1, 2]), .returned([1, 2])])
  }

  @Test("A responder's error becomes the app's own error, but the mock's errors don't")
  func ownErrors() async throws {
    enum LoginError: String, MockErrorConvertible { case locked, scriptError }
    let runtime = Runtime { call in
      throw MockServiceError(code: call.count == 1 ? "locked" : "scriptError", message: "x")
    }
    let method = MockMethodConfig(responses: [MockResponse(result: .callback, callback: "f")])
    let service = MockCallSequencer(
      methods: ["m": method],
      context: MockCallContext(errors: LoginError.self, responder: runtime))
    await #expect(throws: LoginError.locked) { try await service.recordVoidCall(for: "m") }
    await #expect(throws: MockServiceError(code: "scriptError", message: "x")) {
      try await service.nextDecodedValue(for: "m", as: Int.self)
    }
  }

  @Test("Cancellation reaches the responder")
  func cancellation() async throws {
    let clock = MockClock.virtual(manual: true)
    let (scene, _) = try scene(Self.callback + "}", clock: clock) { _ in
      try await clock.sleep(for: .seconds(1))
      return .response(MockResponse(result: .success))
    }
    let task = Task { await scene.call() }
    await clock.waitForSleepers(1)
    task.cancel()
    #expect(await task.value == "CancellationError")
    #expect(scene.log.calls().map(\.outcome) == [.cancelled])
  }
}

private actor Holder {
  private(set) var service: MockCallSequencer?

  func set(_ service: MockCallSequencer?) {
    self.service = service
  }
}
