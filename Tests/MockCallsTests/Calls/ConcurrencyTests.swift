import MockCalls
import MockConfiguration
import MockData
import Testing

@Suite struct ConcurrencyTests {
  @Test("64 tasks share a sequencer without wrong counts, or lost or repeated responses")
  func hammer() async throws {
    let count = 64 * 200
    let responses = (0..<count).map { number in
      MockResponse(
        result: .success, value: .int(number),
        delayMs: number.isMultiple(of: 50) ? .uniform(minMs: 1, maxMs: 9) : nil,
        updateSharedState: ["last": .int(number)])
    }
    let state = MockSharedState(properties: ["last": SharedStateProperty(initial: -1)])
    let log = MockCallLog(limit: 1000)
    let sequencer = MockCallSequencer(
      methods: ["m": MockMethodConfig(responses: responses, exhaustBehavior: .error)],
      sharedState: state, service: "S",
      context: MockCallContext(clock: .virtual(), log: log))
    let values = try await withThrowingTaskGroup(of: [Int].self) { group in
      for task in 0..<64 {
        group.addTask {
          var values: [Int] = []
          for call in 0..<200 {
            values.append(
              try await sequencer.nextDecodedValue(
                for: "m", arguments: [MockArgument("id", task * 200 + call)], as: Int.self))
          }
          return values
        }
      }
      return try await group.reduce(into: [Int]()) { $0 += $1 }
    }
    #expect(values.sorted() == Array(0..<count))
    #expect(await sequencer.callCount(for: "m") == count)
    #expect(log.count(of: "S.m") == count)
    #expect(log.count == count)
    #expect(log.calls().map(\.order) == Array((count - 999)...count))
    #expect(log.unusedResponses().isEmpty)
    try log.verify("S.m", called: count)
  }

  @Test("Many tasks cancel calls, open gates, and send values concurrently")
  func mixture() async throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "value": 1, "gate": "g", "updateSharedState": {"a": 1}},
        {"result": "success", "value": 2, "delayMs": 5, "updateSharedState": {"a": 2, "b": 2}},
        {"result": "success", "value": 3}
        """, options: #", "exhaustBehavior": "cycle""#, clock: .virtual())
    let observation = scene.state.subject(for: "a")?.sink { _ in _ = scene.state.snapshot }
    let results = await withTaskGroup(of: String.self) { group in
      for number in 0..<300 {
        let task = Task { await scene.call(["n": .int(number)]) }
        if number.isMultiple(of: 3) { task.cancel() }
        if number == 150 { try? scene.gates.open("g") }
        if number.isMultiple(of: 10) { scene.state.subject(for: "b")?.send(.int(number)) }
        group.addTask { await task.value }
      }
      return await group.reduce(into: [:]) { counts, result in counts[result, default: 0] += 1 }
    }
    var count = 0
    for number in results.values { count += number }
    #expect(count == 300)
    #expect(Set(results.keys).isSubset(of: ["1", "2", "3", "CancellationError"]))
    #expect(scene.log.calls().count { $0.outcome == .running } == 0)
    #expect(
      scene.log.calls().count { $0.outcome == .cancelled } == results["CancellationError"] ?? 0)
    observation?.cancel()
  }
}
