import MockLua
import MockPlatform
import MockServices
import TestSupport
import Testing

@Suite("Resetting a running scenario")
struct ResetTests {
  static func runtime(_ source: String) throws -> ScenarioRuntime {
    try ScenarioRuntime(source: source, name: "test.lua", clock: .virtual(manual: true))
  }

  @Test("A function that continues after a reset can't affect anything")
  func caughtCancellation() async throws {
    let runtime = try Self.runtime(
      """
      shared { caught = 0, closed = 0 }
      service "S" {
        f = function()
          pcall(sleep, 1000)
          pcall(function() state.caught = 1 end)
          pcall(services.S.g)
          pcall(release, "door")
          return 1
        end,
        h = function()
          local guard <close> = setmetatable({}, { __close = function() state.closed = 1 end })
          sleep(1000)
        end,
        g = { reply(1), reply(2) },
        held = reply() :gate "door",
      }
      """)
    let calls = ["S.f", "S.h"].map { name in
      Task { try await ScenarioRuntimeTests.answer(runtime, name) }
    }
    await runtime.clock.waitForSleepers(2)
    try await runtime.reset()
    for call in calls { await #expect(throws: CancellationError.self) { try await call.value } }
    #expect(runtime.sharedState.snapshot == ["caught": 0, "closed": 0])
    #expect(runtime.log.count == 0)
    #expect(!runtime.gates.isOpen("door"))
    #expect(try await ScenarioRuntimeTests.answer(runtime, "S.g") == 1)
  }

  @Test("A reset ends a response whose gate has just opened")
  func dueAnswer() async throws {
    let runtime = try Self.runtime(
      """
      shared { a = 0 }
      service "S" { f = reply(1) :gate "door" :set { a = 1 } }
      """)
    let call = Task { try await ScenarioRuntimeTests.answer(runtime, "S.f") }
    try await runtime.gates.waitForCalls(at: "door")
    try await runtime.openAndReset("door")
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(runtime.sharedState["a"] == 0)
  }

  @Test("A reset ends a call that a closure is still computing", arguments: [false, true])
  func closure(fails: Bool) async throws {
    let runtime = try Self.runtime(
      """
      shared { a = 0 }
      service "S" { f = reply(1) }
      """)
    let (signals, signal) = AsyncStream.makeStream(of: Void.self)
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    await runtime.replace(service: "S", method: "f") { _ in
      begin.finish()
      for await _ in signals {}
      if fails { throw MockServiceError(code: "late", message: "late") }
      return .response(MockResponse(result: .success, value: 5, updateSharedState: ["a": 5]))
    }
    let call = Task { try await ScenarioRuntimeTests.answer(runtime, "S.f") }
    for await _ in begins {}
    try await runtime.reset()
    signal.finish()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(runtime.sharedState["a"] == 0)
  }

  @Test("A reset ends unfinished streams", arguments: ["stated", "computed"])
  func stream(method: String) async throws {
    let runtime = try Self.runtime(
      """
      service "S" {
        stated = stream { 1, 2 } :every(100),
        computed = stream(function() emit(1) pcall(sleep, 100) pcall(emit, 2) end),
      }
      """)
    let stream = await runtime.sequencer(for: "S").stream(for: method, as: Int.self)
    var iterator = stream.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    await runtime.clock.waitForSleepers(1)
    try await runtime.reset()
    await #expect(throws: CancellationError.self) { try await iterator.next() }
  }

  @Test("A reset doesn't affect calls of sequencers with their own log")
  func ownLog() async throws {
    let runtime = try Self.runtime(#"service "S" { f = function() return 1 end }"#)
    let sequencer = MockCallSequencer(
      entry: try #require(runtime.configuration.services["S"]), service: "S",
      context: MockCallContext(responder: runtime))
    try await runtime.reset()
    #expect(try await sequencer.answer(for: "f") == 1)
  }

  @Test("A call chosen before a reset isn't computed after it")
  func chosenBefore() async throws {
    let runtime = try Self.runtime(
      """
      shared { a = 0 }
      service "S" { f = function() state.a = state.a + 1 return 1 end }
      """)
    for _ in 0..<200 {
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { _ = try? await ScenarioRuntimeTests.answer(runtime, "S.f") }
        }
        group.addTask { try? await runtime.reset() }
      }
      #expect(runtime.sharedState["a"] == .int(runtime.log.count))
    }
  }

  @Test("A reset doesn't affect a response that is being decoded and doesn't need to wait")
  func beingRead() async throws {
    let runtime = try Self.runtime(
      """
      shared { a = 0 }
      service "S" { f = { reply(1) :set { a = 1 }, reply(2) } }
      """)
    for _ in 0..<2 {
      #expect(try await runtime.readingAnswer(of: "f") { try $0.reset() } == 1)
      #expect(runtime.sharedState["a"] == 0)
      #expect(runtime.log.count == 0)
    }
  }
}

extension ResetTests {
  @Test("A synchronous caller gets its response from the new run")
  func callerThatCannotWait() async throws {
    let resets = Locked<ScenarioRuntime?>(nil)
    let handler = MockFailureHandler { _ in
      // The function is about to skip its `sleep`.
      guard let runtime = resets.exchange(nil) else { return }
      runtime.assumeIsolated { _ = try? $0.reset() }
    }
    let runtime = try ScenarioRuntime(
      source: #"service "S" { f = function(args, call) sleep(1) return call.count end }"#,
      name: "test.lua", clock: .virtual(), failureHandler: handler)
    for _ in 0..<2 {
      resets.withLock { $0 = runtime }
      #expect(try await runtime.answerNow("f") == 1)
      #expect(runtime.log.calls().map(\.outcome) == [.returned(1)])
    }
  }

  @Test("A response added at the front during a reset is either complete or absent")
  func overriding() async throws {
    let runtime = try Self.runtime(#"service "S" { f = reply(0) }"#)
    for _ in 0..<200 {
      await withTaskGroup { group in
        for value in 1...3 {
          group.addTask {
            runtime.answer(
              with: MockResponse(result: .success, value: .int(value)), matching: nil,
              service: "S", method: "f", number: value)
          }
        }
        group.addTask { try? await runtime.reset() }
      }
      let stated = runtime.configuration.services["S"]?.methods["f"]?.responses.first?.value
      #expect(try await ScenarioRuntimeTests.answer(runtime, "S.f") == stated)
    }
  }

  @Test(
    "A scenario that has ended returns immediate responses, and cancels calls that would wait",
    .timeLimit(.minutes(30)))
  func ended() async throws {
    let sequencer = try await Self.sequencerOfEndedScenario()
    #expect(try await sequencer.answer(for: "atOnce") == 1)
    for method in ["held", "slow", "computed", "asked"] {
      await #expect(throws: CancellationError.self) { try await sequencer.answer(for: method) }
    }
  }

  /// Returns the sequencer of a scenario that has ended and been released.
  private static func sequencerOfEndedScenario() async throws -> MockCallSequencer {
    let runtime = try Self.runtime(
      """
      service "S" {
        atOnce = reply(1),
        held = reply(1) :gate "door",
        slow = reply(1) :after(5),
        computed = function() return 1 end,
        asked = when(function() return true end, reply(1)),
      }
      """)
    let sequencer = runtime.sequencer(for: "S") as MockCallSequencer
    let held = Task { try await sequencer.answer(for: "held") }
    try await runtime.gates.waitForCalls(at: "door")
    runtime.end()
    await #expect(throws: CancellationError.self) { try await held.value }
    #expect(runtime.log.calls().map(\.outcome) == [.cancelled])
    await #expect(throws: CancellationError.self) { try await sequencer.answer(for: "computed") }
    return sequencer
  }
}

extension ScenarioRuntime {
  /// Makes a call that doesn't wait, and runs an action while its response is decoded.
  fileprivate func readingAnswer(
    of method: String, _ interrupt: @escaping @Sendable (isolated ScenarioRuntime) throws -> Void
  ) throws -> Int {
    let sequencer = sequencer(for: "S") as MockCallSequencer
    let interrupted: @Sendable () throws -> Void = { try self.assumeIsolated(interrupt) }
    return try InterruptedNumber.$interruption.withValue(Interruption(interrupted)) {
      try sequencer.nextDecodedValue(for: method, as: InterruptedNumber.self).value
    }
  }

  /// Makes a call like a synchronous requirement.
  fileprivate func answerNow(_ method: String) throws -> AnyCodableValue? {
    try (sequencer(for: "S") as MockCallSequencer).answer(for: method)
  }

  /// Opens the gate and resets in one turn, so that nothing runs in between.
  fileprivate func openAndReset(_ gate: String) throws {
    try gates.open(gate)
    try reset()
  }
}
