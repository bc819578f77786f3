extension MockCallSequencer {
  /// A call that is being answered: its place in the log, and in the books of the clock.
  struct RunningCall: Sendable {
    var method: MethodIdentity
    var logged: LoggedCall
    var began: Duration
    var count: Int
    var ticket: Int
    var activity: MockActivity?
  }

  /// Records a call whose answer takes time.
  func start(_ chosen: ChosenResponse) -> RunningCall {
    var entry = chosen.entry
    entry.state = sharedState?.snapshot
    entry.extra = CallEntry.Extra(key: entry.extra?.key, lacksKey: entry.extra?.lacksKey ?? false)
    return RunningCall(
      method: entry.method, logged: log.append(entry), began: clock.elapsed, count: entry.count,
      ticket: clock.nextTicket(), activity: clock.beginActivity())
  }

  /// Brings a response to its final form, which asks the responder where it is computed.
  func resolve(
    _ prepared: PreparedResponse, of chosen: ChosenResponse, _ call: RunningCall
  ) async throws -> ResolvedAnswer {
    try Task.checkCancellation()
    let response = prepared.response
    guard response.result == .callback else { return final(response, nil, prepared.index, call) }
    let name = response.callback ?? ""
    guard let responder else {
      throw CallProblem.noResponder(call.method, name: name, index: prepared.index).error
    }
    let entry = chosen.entry
    let question = MockCall(
      service: service ?? "", method: entry.method.name, arguments: entry.arguments.value,
      count: entry.count, step: entry.step, key: entry.extra?.key, callback: name,
      order: call.logged.order)
    let answer = try await ask(responder, question, call.activity)
    try Task.checkCancellation()
    switch answer {
    case .stream(let stream):
      var resolved = final(response, nil, prepared.index, call)
      resolved.content = .live(stream)
      return resolved
    case .response(let computed):
      guard computed.result != .callback else {
        throw CallProblem.nestedCallback(
          call.method, name: computed.callback ?? "", index: prepared.index
        ).error
      }
      return final(computed, response, prepared.index, call)
    }
  }

  /// Asks the responder, with the call as the one that further calls are made for.
  private func ask(
    _ responder: any MockResponder, _ question: MockCall, _ activity: MockActivity?
  ) async throws -> MockAnswer {
    guard let activity else { return try await responder.answer(question) }
    return try await MockActivity.$current.withValue(activity) {
      try await responder.answer(question)
    }
  }

  /// The final form of a response; what it does not say is taken from the entry that was computed.
  private func final(
    _ response: MockResponse, _ entry: MockResponse?, _ index: Int, _ call: RunningCall
  ) -> ResolvedAnswer {
    let content: ResolvedAnswer.Content
    let error = response.error.map { MockServiceError($0) }
    switch response.result {
    case .stream:
      content = .values(
        response.values ?? [], end: error, interval: .milliseconds(response.intervalMs ?? 0))
    case .error:
      content = .error(error ?? MockServiceError(code: "error", message: "error"))
    case .success, .callback: content = .value(response.value)
    }
    let gate = response.gate ?? entry?.gate
    if let gate { gates.declare(CollectionOfOne(gate)) }
    var updates = entry?.updateSharedState ?? [:]
    updates.merge(response.updateSharedState ?? [:]) { $1 }
    var numbers = MockRandomSource(seed: seed, method: "\(call.method)", count: call.count)
    return ResolvedAnswer(
      content: content, index: index, gate: gate,
      delay: (response.delayMs ?? entry?.delayMs)?.draw(from: &numbers) ?? .zero,
      updates: updates)
  }

  /// Waits at the gate and for the delay, then lets `effect` happen in the order of due times.
  func wait(
    for answer: ResolvedAnswer, _ call: RunningCall, effect: @escaping @Sendable () -> Void
  ) async throws {
    try Task.checkCancellation()
    guard answer.gate != nil || answer.delay > .zero else {
      clock.landDue()
      return effect()
    }
    try await Pause(
      clock: clock, ticket: call.ticket, activity: call.activity,
      gate: answer.gate.map { (gates, $0) }, delay: answer.delay, effect: effect
    ).wait()
  }

  /// The error as the app knows it.
  func converted(_ error: MockServiceError) -> any Error {
    errorType?.init(code: error.code, message: error.message, details: error.details) ?? error
  }
}
