import MockCalls
import MockConfiguration
import MockData
import MockPlatform
import TestSupport
import Testing

/// Makes concurrent calls, and checks the log against a sequential model.
///
/// The log is ordered by the start of each call. The model replays it call by call, and determines the rule, step, and
/// response of each call. The results seen by the callers must match the log.
@Suite struct ConcurrencyModelTests {
  /// The results seen by the callers, by the number in each call's arguments.
  private let seen = Seen()

  @Test("Concurrent calls are explained by a sequence of single steps", arguments: 0..<6)
  func model(seed: Int) async throws {
    let world = World()
    let observations = ["last", "quiet"].compactMap { key in
      world.state.subject(for: key)?.sink { [seen] _ in
        // An observer that uses the state and the log, and makes a call, because it runs outside all locks.
        _ = (world.state.snapshot, world.log.count)
        if seen.notice() < 40 {
          _ = try? world.sequencer.answer(for: "quiet", arguments: ["id": -2])
        }
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<12 {
        group.addTask { await call(world, task: task, calls: 120, seed: seed) }
      }
      group.addTask {
        await onThreads(6) { thread in
          callNow(world, task: 100 + thread, calls: 120, seed: seed)
        }
      }
      group.addTask { await cancel(world, calls: 60, seed: seed) }
      group.addTask {
        for turn in 0..<20 {
          await world.sequencer.resetCallCounts()
          if turn.isMultiple(of: 4) { try? world.gates.open("gate") }
          for _ in 0..<50 { await Task.yield() }
        }
      }
    }
    for observation in observations { observation.cancel() }
    try check(world)
  }

  private static let methods = ["plain", "ruled", "waiting", "nested"]

  private func call(_ world: World, task: Int, calls: Int, seed: Int) async {
    var numbers = SeededGenerator(state: UInt64(seed * 1000 + task))
    for call in 0..<calls {
      let id = task * 1000 + call
      let method = Self.methods.randomElement(using: &numbers) ?? "plain"
      let arguments = world.arguments(id, &numbers)
      await seen.result(id) {
        try await world.sequencer.answer(for: method, arguments: arguments)
      }
    }
  }

  /// Makes the calls from a thread that can't wait.
  private func callNow(_ world: World, task: Int, calls: Int, seed: Int) {
    var numbers = SeededGenerator(state: UInt64(seed * 1000 + task))
    for call in 0..<calls {
      let id = task * 1000 + call
      let method = Self.methods.randomElement(using: &numbers) ?? "plain"
      let arguments = world.arguments(id, &numbers)
      seen.resultNow(id) { try world.sequencer.answer(for: method, arguments: arguments) }
    }
  }

  private func cancel(_ world: World, calls: Int, seed: Int) async {
    var numbers = SeededGenerator(state: UInt64(seed * 1000 + 999))
    for call in 0..<calls {
      let id = 900_000 + call
      let method = Self.methods.randomElement(using: &numbers) ?? "plain"
      let arguments = world.arguments(id, &numbers)
      let task = Task { [seen] in
        await seen.result(id) {
          try await world.sequencer.answer(for: method, arguments: arguments)
        }
      }
      if Bool.random(using: &numbers) { await Task.yield() }
      task.cancel()
      await task.value
    }
  }

  private func check(_ world: World) throws {
    let records = world.log.calls()
    let orders = Array(1...records.count)
    #expect(records.map(\.order) == orders)
    #expect(records.count == world.log.count)
    var models: [String: MethodModel] = [:]
    var outcomes: [Int: MockCallOutcome] = [:]
    for record in records {
      let config = try #require(World.methods[record.method])
      let error = models[record.method, default: MethodModel(config: config)].explain(record)
      #expect(error == nil, "\(record): \(error ?? "")")
      let id = record.arguments.field("id")
      if case .int(let id) = id, id >= 0 {
        #expect(outcomes[id] == nil, "call \(id) is in the log twice")
        outcomes[id] = record.outcome
      }
      // The updates, the record, and the state change in one step, without another call's update in between.
      if case .returned(let value?) = record.outcome, ["plain", "ruled"].contains(record.method) {
        #expect(record.state["last"] == value, "\(record)")
      }
    }
    #expect(outcomes == seen.outcomes)
    #expect(seen.noticed > 0)
  }
}

/// The scenario of the test.
private struct World: Sendable {
  let state = MockSharedState(properties: [
    "last": SharedStateProperty(initial: 0), "quiet": SharedStateProperty(initial: 0),
  ])
  let log = MockCallLog(limit: 100_000)
  let gates = MockGates()
  let sequencer: MockCallSequencer

  static let methods: [String: MockMethodConfig] = {
    func success(_ value: Int, _ match: AnyCodableValue? = nil) -> MockResponse {
      MockResponse(
        result: .success, value: .int(value), updateSharedState: ["last": .int(value)],
        match: match.flatMap { try? MatchPattern($0) })
    }
    var gated = MockResponse(result: .success, value: 20)
    gated.gate = "gate"
    return [
      "plain": MockMethodConfig(
        responses: [success(1), success(2), success(3)], exhaustBehavior: .cycle),
      "ruled": MockMethodConfig(
        responses: [
          success(10, ["n": 0]), success(11, ["n": 0]), success(12, ["$where": "even"]),
          success(13, ["$where": "even"]), success(14),
        ],
        exhaustBehavior: .cycle, sequenceKey: "key"),
      "waiting": MockMethodConfig(
        responses: [
          gated,
          MockResponse(
            result: .success, value: 21, delayMs: 3, updateSharedState: ["quiet": 21]),
          MockResponse(
            result: .error, error: MockErrorPayload(code: "no", message: "no"), delayMs: 1),
        ],
        exhaustBehavior: .cycle),
      "quiet": MockMethodConfig(responses: [MockResponse(result: .success)]),
      "nested": MockMethodConfig(
        responses: [MockResponse(result: .callback, callback: "nested")]),
    ]
  }()

  init() {
    let responder = Nesting()
    sequencer = MockCallSequencer(
      methods: Self.methods, sharedState: state,
      context: MockCallContext(clock: .virtual(), log: log, gates: gates, responder: responder))
    responder.sequencer.withLock { [sequencer] in $0 = WeakSequencer(sequencer: sequencer) }
  }

  func arguments(_ id: Int, _ numbers: inout SeededGenerator) -> MockArguments {
    [
      MockArgument("id", id), MockArgument("n", Int.random(in: 0..<5, using: &numbers)),
      MockArgument("key", ["a", "b"].randomElement(using: &numbers)),
    ]
  }
}

private struct WeakSequencer {
  weak var sequencer: MockCallSequencer?
}

/// Evaluates predicates, and responds to `nested` with the response of `plain`.
private final class Nesting: MockResponder {
  let sequencer = Locked(WeakSequencer())

  func answer(_ call: MockCall) async throws -> MockAnswer {
    let sequencer = sequencer.withLock { $0.sequencer }
    let value = try await sequencer?.answer(for: "plain", arguments: ["id": -1])
    return .response(MockResponse(result: .success, value: value))
  }

  func answerNow(_ call: MockCall) throws -> MockAnswer {
    let sequencer = sequencer.withLock { $0.sequencer }
    let value = try sequencer?.answer(for: "plain", arguments: ["id": -1])
    return .response(MockResponse(result: .success, value: value))
  }

  func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool {
    guard case .int(let n) = arguments.field("n") else { return false }
    return n.isMultiple(of: 2)
  }
}

/// The expected responses of one method, call by call.
private struct MethodModel {
  let config: MockMethodConfig
  var count = 0
  var steps: [String: Int] = [:]

  /// Advances by one call.
  ///
  /// Returns the contradiction, or nil.
  mutating func explain(_ record: MockCallRecord) -> String? {
    // The only sign of a reset in the log is that the method's count starts again.
    if record.count == 1 { (count, steps) = (0, [:]) }
    count += 1
    guard record.count == count else { return "it is call \(count)" }
    let n = record.arguments.field("n")
    let patterns = config.responses.map { $0.match?.value }
    let pattern = patterns.first { pattern in
      switch pattern {
      case nil: true
      case ["$where": "even"]: n.map { [0, 2, 4].contains($0) } ?? false
      case let pattern?: n == pattern.field("n")
      }
    }
    let indices = patterns.indices.filter { patterns[$0] == pattern ?? nil }
    let key = config.sequenceKey == nil ? nil : record.arguments.field("key")
    let rule = "\(indices) \(key.map { "\($0)" } ?? "")"
    steps[rule, default: 0] += 1
    let step = steps[rule] ?? 0
    guard record.step == step else { return "it is step \(step)" }
    let index =
      config.exhaustBehavior == .cycle
      ? indices[(step - 1) % indices.count] : indices[min(step, indices.count) - 1]
    guard record.responseIndex == index else { return "response \(index) is next" }
    let response = config.responses[index]
    switch record.outcome {
    case .running: return "it never ended"
    case .cancelled: return nil
    case .threw(let error): return error.code == response.error?.code ? nil : "it threw"
    case .returned(let value):
      return response.result == MockResult.callback || value == response.value ? nil : "it returned"
    }
  }
}

/// The results seen by the callers.
private final class Seen: Sendable {
  private let state = Locked<(outcomes: [Int: MockCallOutcome], noticed: Int)>(([:], 0))

  var outcomes: [Int: MockCallOutcome] { state.withLock { $0.outcomes } }
  var noticed: Int { state.withLock { $0.noticed } }

  @discardableResult func notice() -> Int {
    state.withLock { state in
      state.noticed += 1
      return state.noticed
    }
  }

  func result(_ id: Int, _ call: () async throws -> AnyCodableValue?) async {
    let outcome: MockCallOutcome
    do {
      outcome = .returned(try await call())
    } catch {
      outcome = Self.outcome(error)
    }
    state.withLock { $0.outcomes[id] = outcome }
  }

  func resultNow(_ id: Int, _ call: () throws -> AnyCodableValue?) {
    let outcome: MockCallOutcome
    do {
      outcome = .returned(try call())
    } catch {
      outcome = Self.outcome(error)
    }
    state.withLock { $0.outcomes[id] = outcome }
  }

  private static func outcome(_ error: any Error) -> MockCallOutcome {
    (error as? MockServiceError).map { .threw($0) } ?? .cancelled
  }
}

extension AnyCodableValue {
  fileprivate func field(_ name: String) -> AnyCodableValue? {
    guard case .dictionary(let members) = self else { return nil }
    return members[name]
  }
}
