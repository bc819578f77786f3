import TestSupport
import Testing

@testable import MockCalls
@testable import MockConfiguration
@testable import MockData
@testable import MockPlatform

@Suite struct TimingTests {
  static let slow = """
    {"result": "success", "value": 1, "delayMs": 100, "updateSharedState": {"a": 1}},
    {"result": "success", "value": 2, "delayMs": 50, "updateSharedState": {"a": 2}}
    """

  @Test("Updates, record, and result take effect together after the delay")
  func delay() async throws {
    let scene = try Scene(responses: Self.slow)
    async let answer = scene.call()
    await scene.clock.waitForSleepers(1)
    #expect(scene.log.calls().map(\.outcome) == [.running])
    await scene.clock.advance(by: .milliseconds(99))
    #expect(scene.state["a"] == 0)
    #expect(scene.log.calls().map(\.outcome) == [.running])
    await scene.clock.advance(by: .milliseconds(1))
    #expect(scene.state["a"] == 1)
    let call = try #require(scene.log.calls().first)
    #expect(call.outcome == .returned(1))
    #expect(call.duration == .milliseconds(100))
    #expect(call.state["a"] == 1)
    #expect(await answer == "1")
  }

  @Test("Concurrent responses arrive in order of due time")
  func landing() async throws {
    let scene = try Scene(responses: Self.slow)
    let seen = Locked<[String]>([])
    let observation = scene.state.subject(for: "a")?.sink { value in
      seen.withLock { $0.append(value.text) }
    }
    async let first = scene.call()
    await scene.clock.waitForSleepers(1)
    async let second = scene.call()
    await scene.clock.waitForSleepers(2)
    await scene.clock.advance(by: .seconds(1))
    let responses: [String] = await [first, second]
    let values: [String] = seen.withLock(\.self)
    let durations: [Duration?] = scene.log.calls().map(\.duration)
    let expected: [Duration?] = [.milliseconds(100), .milliseconds(50)]
    #expect(responses == ["1", "2"])
    #expect(values == ["0", "2", "1"])
    #expect(durations == expected)
    observation?.cancel()
  }

  @Test(
    "Responses due at the same time arrive in the order they were chosen, even after gates")
  func ties() async throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "delayMs": 20, "gate": "g", "updateSharedState": {"a": 1}},
        {"result": "success", "delayMs": 50, "updateSharedState": {"a": 2}}
        """)
    let seen = Locked<[String]>([])
    let observation = scene.state.subject(for: "a")?.sink { value in
      seen.withLock { $0.append(value.text) }
    }
    let first = Task { await scene.call() }
    try await scene.gates.waitForCalls(at: "g")
    let second = Task { await scene.call() }
    await scene.clock.waitForSleepers(1)
    await scene.clock.advance(by: .milliseconds(30))
    try scene.gates.open("g")
    await scene.clock.advance(by: .milliseconds(20))
    _ = await (first.value, second.value)
    #expect(seen.withLock { $0 } == ["0", "1", "2"])
    observation?.cancel()
  }

  @Test(
    "A gate holds back a response until it opens, then the delay starts, and the gate stays open")
  func gate() async throws {
    let scene = try Scene(
      responses: #"{"result": "success", "value": 1, "delayMs": 10, "gate": "g"}"#)
    let first = Task { await scene.call() }
    try await scene.gates.waitForCalls(at: "g")
    await scene.clock.advance(by: .seconds(5))
    #expect(scene.log.calls().map(\.outcome) == [.running])
    try scene.gates.open("g")
    #expect(scene.gates.isOpen("g"))
    await scene.clock.advance(by: .milliseconds(9))
    #expect(scene.log.calls().map(\.outcome) == [.running])
    await scene.clock.advance(by: .milliseconds(1))
    #expect(await first.value == "1")
    let second = Task { await scene.call() }
    await scene.clock.waitForSleepers(1)
    await scene.clock.advance(by: .milliseconds(10))
    #expect(await second.value == "1")
    scene.gates.reset()
    #expect(!scene.gates.isOpen("g"))
  }

  @Test("Calls waiting at a gate continue in order of arrival")
  func gateOrder() async throws {
    let scene = try Scene(
      responses: (1...5).map {
        #"{"result": "success", "gate": "g", "updateSharedState": {"a": \#($0)}}"#
      }.joined(separator: ","))
    let seen = Locked<[String]>([])
    let observation = scene.state.subject(for: "a")?.sink { value in
      seen.withLock { $0.append(value.text) }
    }
    var tasks: [Task<String, Never>] = []
    let priorities: [TaskPriority] = [.low, .high, .medium, .background, .high]
    for (index, priority) in priorities.enumerated() {
      tasks.append(Task(priority: priority) { await scene.call() })
      try await scene.gates.waitForCalls(index + 1, at: "g")
    }
    try scene.gates.open("g")
    for task in tasks { _ = await task.value }
    #expect(seen.withLock { $0 } == ["0", "1", "2", "3", "4", "5"])
    observation?.cancel()
  }

  @Test("An unknown gate is an error that suggests the closest name")
  func unknownGate() throws {
    let gates = MockGates(names: ["login"])
    let error = #expect(throws: MockServiceError.self) { try gates.open("logn") }
    #expect(error?.code == "unknownGate")
    #expect(error?.message == "unknown gate `logn`; did you mean `login`?")
  }

  @Test(
    "A cancelled call throws at once, stays consumed and recorded, and updates nothing",
    arguments: [#""delayMs": 100"#, #""gate": "g""#, #""gate": "g", "delayMs": 100"#])
  func cancellation(field: String) async throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "value": 1, \(field), "updateSharedState": {"a": 1}},
        {"result": "success", "value": 2}
        """)
    let task = Task { await scene.call() }
    while scene.log.count == 0 || scene.gates.waiting(at: "g") + scene.sleeping == 0 {
      await Task.yield()
    }
    task.cancel()
    #expect(await task.value == "CancellationError")
    #expect(scene.log.calls().map(\.outcome) == [.cancelled])
    #expect(scene.gates.waiting(at: "g") + scene.sleeping == 0)
    #expect(await scene.call() == "2")
    try? scene.gates.open("g")
    await scene.clock.advance(by: .seconds(1))
    #expect(scene.state["a"] == 0)
  }

  @Test("A call in an already cancelled task is recorded and throws")
  func cancelledBefore() async throws {
    let scene = try Scene(
      responses:
        #"{"result": "success", "updateSharedState": {"a": 1}}, {"result": "success", "value": 2}"#)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await scene.call()
    }
    #expect(await task.value == "CancellationError")
    #expect(scene.state["a"] == 0)
    #expect(await scene.call() == "2")
  }

  @Test("Resetting the clock and gates ends waiting calls with CancellationError")
  func reset() async throws {
    let scene = try Scene(
      responses: #"{"result": "success", "delayMs": 5}, {"result": "success", "gate": "g"}"#)
    let first = Task { await scene.call() }
    await scene.clock.waitForSleepers(1)
    let second = Task { await scene.call() }
    try await scene.gates.waitForCalls(at: "g")
    await scene.clock.advance(by: .milliseconds(1))
    scene.clock.reset()
    scene.gates.reset()
    #expect(await first.value == "CancellationError")
    #expect(await second.value == "CancellationError")
    #expect(scene.clock.elapsed == .zero)
  }

  @Test("Random delays repeat for the same seed, method, and count, and stay in their range")
  func draws() {
    func draw(_ delay: MockDelay, seed: UInt64 = 1, method: String = "S.m", count: Int) -> Duration
    {
      var numbers = MockRandomSource(seed: seed, method: method, count: count)
      return delay.draw(from: &numbers)
    }
    let uniform = MockDelay.uniform(minMs: 10, maxMs: 13)
    let times = (1...200).map { draw(uniform, count: $0) }
    #expect(times == (1...200).map { draw(uniform, count: $0) })
    #expect(Set(times) == Set((10...13).map { .milliseconds($0) }))
    #expect(times != (1...200).map { draw(uniform, seed: 2, count: $0) })
    #expect(times != (1...200).map { draw(uniform, method: "S.n", count: $0) })
    let lognormal = MockDelay.logNormal(medianMs: 100, sigma: 0.5, maxMs: 250)
    let values = (1...1000).map { draw(lognormal, count: $0) }
    #expect(values.allSatisfy { $0 > .zero && $0 <= .milliseconds(250) })
    let below = values.count { $0 < .milliseconds(100) }
    #expect((450...600).contains(below))
    // After eleven draws above the maximum, the delay is clamped to it.
    let clamped = MockDelay.logNormal(medianMs: 100, sigma: 0, maxMs: 100)
    #expect(draw(clamped, count: 1) == .milliseconds(100))
    #expect(draw(.logNormal(medianMs: 900, sigma: 0.0001, maxMs: 1), count: 1) == .milliseconds(1))
  }
}

extension Scene {
  var sleeping: Int { clock.state.withLock { $0.sleepers.count } }
}
