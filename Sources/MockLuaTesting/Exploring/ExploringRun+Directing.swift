internal import MockCalls
internal import MockLua
internal import MockPlatform

/// The functions that the calls of the app use.
extension ExploringRun {
  func number(of call: LoggedCall, in log: MockCallLog) -> Int {
    state.withLock { $0.numbers.number(of: call, in: log) }
  }

  func fault(of call: DirectedCall) -> CallFault? {
    state.withLock { $0.calls.append(call) }
    return plan.faults[call.order]?.fault(of: call)
  }

  func response(of order: Int) -> Int? {
    if case .response(let index)? = plan.faults[order] { index } else { nil }
  }

  func note(element: Int, of order: Int) { state.withLock { $0.elements[order] = element } }

  nonisolated(nonsending) func hold(_ call: DirectedCall, for delay: Duration) async throws {
    let fault = plan.faults[call.order]
    try await held.hold(call, for: delay, isNever: fault == .never) { [self] in
      // Code that isn't observed, such as that of `URLSession`, can make a call while no job is running.
      look()
    }
    if fault == .cancelled { throw CancellationError() }
  }

  func note(_ call: DirectedCall, waitsAt gate: String?) {
    state.withLock { $0.gates[call.order] = gate.map { (call, $0) } }
  }

  func beginWork() {
    jobs.withLock { jobs in
      jobs.outside += 1
      jobs.generation += 1
    }
  }

  func endWork() {
    let isLast = jobs.withLock { jobs in
      jobs.outside -= 1
      return jobs.outside == 0 && !jobs.isClosed
    }
    if isLast { look() }
  }

  func add(_ queue: any UnseenQueue) {
    state.withLock { $0.unseenQueues[ObjectIdentifier(queue)] = queue }
  }

  func remove(_ queue: any UnseenQueue) {
    let removed = state.withLock { $0.unseenQueues.removeValue(forKey: ObjectIdentifier(queue)) }
    withExtendedLifetime(removed) {}
  }

  func withRun<Result>(_ body: () throws -> Result) rethrows -> Result {
    try JobOwners.$current.withValue(self, operation: body)
  }

  func noteSleepers(on clock: MockClock) {
    state.withLock { state in
      guard !state.clocks.contains(where: { $0 === clock }) else { return }
      state.clocks.append(clock)
    }
  }
}
