internal import MockCalls
internal import MockLua
internal import MockPlatform

/// What the calls of the app ask of a run.
extension ExploringRun {
  func note(_ errors: any MockErrorConvertible.Type, of service: String?) {
    state.withLock { state in
      let service = service ?? ""
      if state.codes[service] == nil { state.codes[service] = ErrorCodes.declared(by: errors) }
    }
  }

  func number(of call: LoggedCall, in log: MockCallLog) -> Int {
    state.withLock { $0.numbers.number(of: call, in: log) }
  }

  func answer(_ answer: Answer, of call: DirectedCall) -> Answer {
    note(call)
    return plan.faults[call.order]?.answer(inPlaceOf: answer) ?? answer
  }

  func failure(of call: DirectedCall) -> MockServiceError? {
    note(call)
    guard case .code(let code)? = plan.faults[call.order] else { return nil }
    return MockServiceError(code: code, message: code)
  }

  private func note(_ call: DirectedCall) { state.withLock { $0.calls.append(call) } }

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

/// The codes of an app's own error.
enum ErrorCodes {
  static func declared(by type: any MockErrorConvertible.Type) -> [String] {
    (type as? any CaseIterable.Type).map { cases($0) } ?? []
  }

  private static func cases<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
    type.allCases.map { value in
      (value as? any RawRepresentable).flatMap { $0.rawValue as? String } ?? "\(value)"
    }
  }
}
