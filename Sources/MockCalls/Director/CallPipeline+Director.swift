internal import MockConfiguration
internal import MockData

extension CallPipeline {
  func directed(
    _ call: RunningCall, _ answer: CallResponse, by director: any CallDirector, isCancellable: Bool
  ) -> DirectedCall {
    let value = answer.value
    let method = service.flatMap { context.contracts.all[$0] }?.methods.first {
      $0.key == call.method.name
    }
    var directed = DirectedCall(
      order: director.number(of: call.logged, in: log), service: service, method: call.method.name,
      arguments: call.call.arguments.words(log.redaction), count: call.count,
      place: call.method.place(of: answer.index), clock: clock, contracts: context.contracts,
      errors: service.map(HTTPHost.isName) == true ? .request : call.call.errors,
      isCancellable: isCancellable, value: value)
    directed.alternatives = call.choice.alternatives
    if case .array(let values)? = value { directed.canBeEmpty = !values.isEmpty }
    directed.canBeNull =
      method?.result?.hasSuffix("?") == true && value != nil && value != .null
    return directed
  }

  /// Waits at the gate and for the call's turn, and then runs `effect`.
  nonisolated(nonsending) func wait(
    for answer: CallResponse, _ call: RunningCall, by director: any CallDirector,
    effect: @Sendable () -> Bool
  ) async throws {
    let directed = directed(call, answer, by: director, isCancellable: false)
    if let gate = answer.gate {
      director.note(directed, waitsAt: gate)
      defer { director.note(directed, waitsAt: nil) }
      try await CallWait(
        clock: clock, ticket: call.ticket, activity: call.activity, gate: (context.gates, gate),
        delay: .zero, call: call.logged.order
      ).wait()
    }
    clock.beginWait(call.activity)
    defer { clock.endWait(call.activity) }
    let delay = delay(of: answer, call)
    let limit = CallTimeLimit.current ?? delay
    try await director.hold(directed, for: min(delay, limit))
    // The director can deliver responses in any order, regardless of their delays. A delay over the limit, however,
    // always times out.
    guard delay <= limit else {
      throw MockServiceError(code: "timedOut", message: "timedOut")
    }
    clock.commitDue()
    guard effect() else { throw CancellationError() }
  }
}
