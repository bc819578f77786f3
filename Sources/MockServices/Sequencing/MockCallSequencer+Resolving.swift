extension MockCallSequencer {
  /// Records a call whose answer takes time.
  func start(_ prepared: PreparedResponse, _ entry: consuming CallEntry) -> RunningCall {
    entry.state = sharedState?.snapshot
    // Choosing has made one for a call with a key, which runs as well.
    if entry.extra == nil { entry.extra = CallEntry.running }
    let call = RunningCall(prepared, entry: entry, clock: clock)
    call.logged = log.append(entry)
    return call
  }

  /// Asks the responder for a response that is computed; nil for one that is not.
  @inline(__always) func compute(_ call: RunningCall) async throws -> MockAnswer? {
    try checkCancellation(of: call)
    let prepared = call.prepared
    guard prepared.response.result == .callback else { return nil }
    let name = prepared.response.callback ?? ""
    guard let responder else {
      throw CallProblem.noResponder(call.method, name: name, index: prepared.index).error
    }
    var question = MockCall(
      service: service ?? "", method: call.method.name, arguments: call.arguments.value,
      count: call.count, step: call.step, key: call.key, callback: name,
      order: call.logged.order)
    question.origin = MockCall.Origin(log: ObjectIdentifier(log), epoch: call.logged.epoch)
    let answer: MockAnswer
    do {
      if let activity = call.activity {
        // Further calls and sleeps in there are known to be this call's.
        answer = try await MockActivity.$current.withValue(activity) { [question] in
          try await responder.answer(question)
        }
      } else {
        answer = try await responder.answer(question)
      }
    } catch {
      // Whatever the responder made of its cancellation, the call was cancelled.
      try checkCancellation(of: call)
      throw error
    }
    try checkCancellation(of: call)
    if case .response(let computed) = answer, computed.result == .callback {
      throw CallProblem.nestedCallback(
        call.method, name: computed.callback ?? "", index: prepared.index
      ).error
    }
    return answer
  }

  /// Brings a response, and what was computed for it, to its final form.
  func resolve(_ computed: MockAnswer?, _ call: RunningCall) -> ResolvedAnswer {
    let prepared = call.prepared
    let response = prepared.response
    switch computed {
    case nil: return final(response, nil, prepared.index, call)
    case .response(let computed): return final(computed, response, prepared.index, call)
    case .encoded(let encoded):
      var resolved = final(response, nil, prepared.index, call)
      resolved.content = .value(encoded.value)
      return resolved
    case .stream(let stream):
      var resolved = final(response, nil, prepared.index, call)
      resolved.content = .live(stream, interval: .milliseconds(response.intervalMs ?? 0))
      return resolved
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
    try checkCancellation(of: call)
    guard answer.gate != nil || answer.delay > .zero else {
      clock.landDue()
      return effect()
    }
    try await Pause(
      clock: clock, ticket: call.ticket, activity: call.activity,
      gate: answer.gate.map { (gates, $0) }, delay: answer.delay, effect: effect
    ).wait()
  }

  /// What a responder threw, as the app knows it; the mock's own errors stay what they are.
  func thrown(_ error: any Error) -> any Error {
    guard let error = error as? MockServiceError, MockErrorCode(rawValue: error.code) == nil else {
      return error
    }
    return converted(error)
  }

  /// The error as the app knows it.
  func converted(_ error: MockServiceError) -> any Error {
    errorType?.init(code: error.code, message: error.message, details: error.details) ?? error
  }
}
