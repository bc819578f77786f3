internal import MockCalls
internal import MockLua

/// The values that change when anything happens in a scenario.
struct ScenarioSigns: Equatable {
  private var calls: Int
  private var transitions: Int
  private var waiting: Int
  private var sleeping: Int
  private var time: Duration
  private var isIdle: Bool

  init(_ runtime: ScenarioRuntime) {
    calls = runtime.log.count
    transitions = runtime.gates.transitions.count
    waiting = runtime.gates.waitingCount
    sleeping = runtime.clock.sleeping(limit: .max).count
    time = runtime.clock.mode == .real ? .zero : runtime.clock.elapsed
    isIdle = runtime.clock.isIdle
  }
}
