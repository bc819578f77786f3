import MockLua
import MockLuaTools
import MockServices

/// Checks the calls of a scenario.
///
/// Each call must end, the log must contain all of them, the next plain call must get a response, and the runtime must
/// be deallocated once nothing holds it.
enum CallsCheck {
  static func run(_ input: UnsafeRawBufferPointer) throws {
    let plan = CallPlan(ByteSource(input))
    try Blocking.run { try await check(plan) }
  }

  private static func check(_ plan: CallPlan) async throws {
    weak var held: ScenarioRuntime?
    do {
      let clock = MockClock.virtual(manual: plan.isManual)
      let runtime: ScenarioRuntime
      do throws(ScenarioError) {
        runtime = try ScenarioRuntime(
          source: plan.script, name: ScriptCheck.name, options: ScriptCheck.options, clock: clock,
          failureHandler: MockFailureHandler { _ in })
      } catch {
        return
      }
      held = runtime
      try await CallsPlayer(runtime, plan).play()
    }
    // The clock's own task can hold the runtime for a few more turns.
    for _ in 0..<1000 where held != nil { await Task.yield() }
    try require(held == nil, "the runtime is still held")
  }
}

/// The number of finished tasks.
private final class EndedTasks: Sendable {
  private let number = AtomicNumber()

  var count: Int { number.value }

  func add() { number.add(1) }
}

/// Runs a plan on a runtime.
private final class CallsPlayer {
  private let runtime: ScenarioRuntime
  private let plan: CallPlan
  private var tasks: [Task<Void, any Error>] = []
  private let ended = EndedTasks()

  init(_ runtime: ScenarioRuntime, _ plan: CallPlan) {
    (self.runtime, self.plan) = (runtime, plan)
  }

  func play() async throws {
    for step in plan.steps { try await play(step) }
    // Open the gate so that no call waits forever.
    try? runtime.gates.open("gate")
    while plan.isManual, ended.count < tasks.count {
      await runtime.clock.advance(by: .seconds(1))
    }
    for task in tasks { try await task.value }
    try await checkBooks()
    try await checkPlainCall()
  }

  private func play(_ step: CallPlan.Step) async throws {
    switch step {
    case .call(let method, let argument):
      start { [runtime, plan] in
        try await Self.ending(plan) {
          _ = try await runtime.sequencer(for: "S")
            .answer(for: method, arguments: MockArguments(["k": .int(argument)]))
        }
      }
    case .take(let method, let count):
      start { [runtime, plan] in
        try await Self.ending(plan) {
          let stream = runtime.sequencer(for: "S").deferredStream(
            for: method, as: AnyCodableValue.self)
          var rest = count
          for try await _ in stream {
            rest -= 1
            if rest <= 0 { break }
          }
        }
      }
    case .cancel(let index): if tasks.indices.contains(index) { tasks[index].cancel() }
    case .evaluate(let text):
      start { [runtime] in _ = await ScenarioConsole(runtime).evaluate(text) }
    case .release: try? runtime.gates.open("gate")
    case .advance(let milliseconds):
      if plan.isManual { await runtime.clock.advance(by: .milliseconds(milliseconds)) }
    case .yield(let count): for _ in 0..<count { await Task.yield() }
    case .replace(let method):
      await runtime.replace(service: "S", method: method) { [clock = runtime.clock] _ in
        try await clock.sleep(for: .milliseconds(5))
        return .response(MockResponse(result: .success, value: 9))
      }
    case .reset: try await runtime.reset()
    }
  }

  private func start(_ body: @escaping @Sendable () async throws -> Void) {
    tasks.append(
      Task { [ended] in
        defer { ended.add() }
        try await body()
      })
  }

  /// Runs the body of a call, and accepts the errors that can end it.
  private static func ending(
    _ plan: CallPlan, _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch let error as MockServiceError {
      guard error.code == "scriptError" else { return }
      let hasPlace = "\(error)".contains(ScriptCheck.name + ":") || "\(error)".contains("repl:")
      try require(hasPlace, "an error without a place: \(error)")
    } catch is CancellationError {
    } catch {
      throw FuzzFinding("a call ends with \(error)")
    }
  }

  private func checkBooks() async throws {
    let log = runtime.log
    // The call of a dropped stream ends a little later.
    for _ in 0..<1000 where log.calls().contains(where: { $0.outcome == .running }) {
      await Task.yield()
    }
    var total = 0
    for method in CallPlan.methods + ["extra"] {
      let name = "S.\(method)"
      let records = log.calls(name)
      try require(records.count == log.count(of: name), "\(name) is miscounted")
      let counted = await runtime.sequencer(for: "S").callCount(for: method)
      try require(counted == records.count, "\(name) has two counts")
      for record in records {
        try require(record.outcome != .running, "a call of \(name) has not ended")
      }
      total += records.count
    }
    try require(total == log.count, "calls of other methods: \(log.count), \(total)")
  }

  private func checkPlainCall() async throws {
    try await runtime.reset()
    let value = try await runtime.sequencer(for: "S").answer(for: "plain", arguments: .none)
    try require(value == "ok", "the next call answers \(String(describing: value))")
  }
}
