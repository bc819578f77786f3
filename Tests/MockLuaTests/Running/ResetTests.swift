import MockLua
import MockPlatform
import MockServices
import TestSupport
import Testing

@Suite("A reset of a running scenario")
struct ResetTests {
  static func runtime(_ source: String) throws -> ScenarioRuntime {
    try ScenarioRuntime(source: source, name: "test.lua", clock: .virtual(manual: true))
  }

  @Test("It leaves a function that goes on all the same nothing to reach")
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

  @Test("It ends an answer whose gate has just been opened")
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

  @Test("It ends a call that a closure is still computing", arguments: [false, true])
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

  @Test("It ends streams half-way", arguments: ["stated", "computed"])
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

  @Test("It does not concern calls of sequencers with a log of their own")
  func ownLog() async throws {
    let runtime = try Self.runtime(#"service "S" { f = function() return 1 end }"#)
    let sequencer = MockCallSequencer(
      entry: try #require(runtime.configuration.services["S"]), service: "S",
      context: MockCallContext(responder: runtime))
    try await runtime.reset()
    #expect(try await sequencer.answer(for: "f") == 1)
  }

  @Test("It lets no call through that was chosen before and would be computed after")
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

  @Test("It does not concern an answer that is being read already, and need not wait")
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
  @Test("A caller that waits for nothing is answered by the run that has begun")
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

  @Test("An answer that is put in front meanwhile is there wholly, or not at all")
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
    "A scenario that has ended answers those who come too late, and lets nobody wait",
    .timeLimit(.minutes(5)))
  func ended() async throws {
    let sequencer = try await Self.sequencerOfEndedScenario()
    #expect(try await sequencer.answer(for: "atOnce") == 1)
    for method in ["held", "slow", "computed", "asked"] {
      await #expect(throws: CancellationError.self) { try await sequencer.answer(for: method) }
    }
  }

  /// The sequencer of a scenario that has ended, and that nobody keeps.
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
  /// Makes a call that does not wait, and does something else while its answer is read.
  fileprivate func readingAnswer(
    of method: String, _ interrupt: @escaping @Sendable (isolated ScenarioRuntime) throws -> Void
  ) throws -> Int {
    let sequencer = sequencer(for: "S") as MockCallSequencer
    let interrupted: @Sendable () throws -> Void = { try self.assumeIsolated(interrupt) }
    return try InterruptedNumber.$interruption.withValue(Interruption(interrupted)) {
      try sequencer.nextDecodedValue(for: method, as: InterruptedNumber.self).value
    }
  }

  /// Makes a call as a requirement does that is not async.
  fileprivate func answerNow(_ method: String) throws -> AnyCodableValue? {
    try (sequencer(for: "S") as MockCallSequencer).answer(for: method)
  }

  /// Both in one turn, so that nobody comes between.
  fileprivate func openAndReset(_ gate: String) throws {
    try gates.open(gate)
    try reset()
  }
}
