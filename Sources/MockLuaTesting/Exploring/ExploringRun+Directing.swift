internal import MockCalls
internal import MockLua
internal import MockPlatform

/// What the calls of the app ask of a run.
extension ExploringRun {
  func number(of call: LoggedCall, in log: MockCallLog) -> Int {
    state.withLock { $0.numbers.number(of: call, in: log) }
  }

  func fault(of call: DirectedCall) -> CallFault? {
    state.withLock { $0.calls.append(call) }
    return plan.faults[call.order]?.fault(of: call)
  }

  func note(element: Int, of order: Int) { state.withLock { $0.elements[order] = element } }

  nonisolated(nonsending) func hold(_ call: DirectedCall, for delay: Duration) async throws {
    let fault = plan.faults[call.order]
    try await held.hold(call, for: delay, isNever: fault == .never) { [self] in
      // One that work has made which nobody sees, as that of `URLSession`, comes when all else rests.
      look()
    }
    if fault == .cancelled { throw CancellationError() }
  }

  func note(_ call: DirectedCall, waitsAt gate: String?) {
    state.withLock { $0.gates[call.order] = gate.map { (call, $0) } }
  }

  func noteSleepers(on clock: MockClock) {
    state.withLock { state in
      guard !state.clocks.contains(where: { $0 === clock }) else { return }
      state.clocks.append(clock)
    }
  }
}
