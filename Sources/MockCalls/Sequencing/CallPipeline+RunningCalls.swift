internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// What a call goes through whose answer takes time: resolve, wait, commit.
extension CallPipeline {
  // MARK: - Resolve

  /// What is asked of the responder; nil for an answer that is not computed.
  private func question(_ call: RunningCall) throws -> (any MockResponder, MockCall)? {
    guard call.prepared.isCallback else { return nil }
    let name = call.prepared.response.callback ?? ""
    guard let responder = context.responder else {
      throw CallProblem.noResponder(call.method, name: name, index: call.prepared.index).error
    }
    var question = MockCall(
      service: service ?? "", method: call.method.name, arguments: call.arguments.value,
      count: call.count, step: call.step, key: call.key, callback: name,
      order: call.logged.order)
    question.origin = MockCall.Origin(log: ObjectIdentifier(log), epoch: call.logged.epoch)
    return (responder, question)
  }

  func resolveNow(_ call: RunningCall) throws -> MockAnswer? {
    guard let (responder, question) = try question(call) else { return nil }
    let answer = try responder.answerNow(question)
    if case .stream = answer { throw MockServiceError(wouldWait: question) }
    return answer
  }

  /// Comes to the answer; a computed stream is collected, unless the limit is zero.
  nonisolated(nonsending) func resolve(
    _ call: RunningCall, collecting limit: Int
  ) async throws -> ResolvedAnswer {
    try Task.checkCancellation()
    let answer = try finalForm(of: try await compute(call), call)
    guard limit > 0, case .live(let stream, _) = answer.content else { return answer }
    return ResolvedAnswer(
      try await collect(stream, limit: limit), index: answer.index, like: answer)
  }

  private nonisolated(nonsending) func compute(_ call: RunningCall) async throws -> MockAnswer? {
    guard let (responder, question) = try question(call) else { return nil }
    let answer: MockAnswer
    do {
      if let activity = call.activity {
        // Further calls and sleeps in there are known to be this call's.
        answer = try await MockActivity.$current.withValue(activity) {
          try await responder.answer(question)
        }
      } else {
        answer = try await responder.answer(question)
      }
    } catch {
      // Whatever the responder made of its cancellation, the call was cancelled.
      try Task.checkCancellation()
      throw error
    }
    try Task.checkCancellation()
    return answer
  }

  /// Brings a response, and what was computed for it, to its final form.
  func finalForm(
    of computed: MockAnswer?, _ call: RunningCall
  ) throws -> ResolvedAnswer {
    let (prepared, response) = (call.prepared, call.prepared.response)
    switch computed {
    case nil: return prepared.answer
    case .response(let computed):
      if computed.result == .callback {
        throw CallProblem.nestedCallback(
          call.method, name: computed.callback ?? "", index: prepared.index
        ).error
      }
      if let gate = computed.gate { context.gates.declare(CollectionOfOne(gate)) }
      return ResolvedAnswer(computed, index: prepared.index, over: response)
    case .stream(let stream):
      return ResolvedAnswer(
        .live(stream, interval: .milliseconds(response.intervalMs ?? 0)), index: prepared.index,
        like: prepared.answer)
    }
  }

  private nonisolated(nonsending) func collect(
    _ stream: AsyncThrowingStream<AnyCodableValue, any Error>, limit: Int
  ) async throws -> ResolvedAnswer.Content {
    var values: [AnyCodableValue] = []
    var weight = 0
    do {
      for try await value in stream {
        guard values.count < limit, weight < AnswerUse.weightLimit else {
          return .values(values, end: .endlessStream(after: values.count), interval: .zero)
        }
        values.append(value)
        weight += value.weight
      }
      try Task.checkCancellation()
      return .values(values, end: nil, interval: .zero)
    } catch let error as MockServiceError {
      return .values(values, end: error, interval: .zero)
    }
  }

  /// Lets the caller read an answer; gives what was read, or what is wrong with the value.
  func reading(
    _ answer: ResolvedAnswer, _ running: RunningCall, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) -> Result<DecodedValue?, any Error> {
    guard !answer.hasError || use.form == .whole else { return .success(nil) }
    return Result {
      try read(AnswerReading(answer: answer, method: running.method, count: running.count))
    }
  }

  // MARK: - Wait

  /// Waits at the gate and for the delay, then lets the answer take effect in the order of due times.
  nonisolated(nonsending) func waitAndCommit(
    _ call: RunningCall, _ answer: ResolvedAnswer, _ failure: (any Error)?
  ) async throws {
    let rest = answer.streamTime
    try await wait(for: answer, call) { [self] in
      commit(call, answer, failure, isLast: rest == .zero)
    }
    guard rest > .zero else { return }
    try await pause(for: rest, call) { [self] in
      end(call, failure.map { MockCallOutcome($0) } ?? answer.outcome)
      return true
    }
  }

  /// Waits, then runs `effect`, which tells whether it could take effect.
  nonisolated(nonsending) func wait(
    for answer: ResolvedAnswer, _ call: RunningCall, effect: @escaping @Sendable () -> Bool
  ) async throws {
    try Task.checkCancellation()
    let delay = delay(of: answer, call)
    guard answer.gate != nil || delay > .zero else {
      clock.commitDue()
      guard effect() else { throw CancellationError() }
      return
    }
    try await CallWait(
      clock: clock, ticket: call.ticket, activity: call.activity,
      gate: answer.gate.map { (context.gates, $0) }, delay: delay, call: call.logged.order,
      effect: effect
    ).wait()
  }

  /// Waits for some time, and then runs `effect`.
  nonisolated(nonsending) func pause(
    for time: Duration, _ call: RunningCall, effect: @escaping @Sendable () -> Bool = { true }
  ) async throws {
    try await CallWait(
      clock: clock, ticket: call.ticket, activity: call.activity, delay: time,
      call: call.logged.order, effect: effect
    ).wait()
  }

  func delay(of answer: ResolvedAnswer, _ call: RunningCall) -> Duration {
    guard let delay = answer.delay else { return .zero }
    var numbers = MockRandomSource(seed: context.seed, method: "\(call.method)", count: call.count)
    return delay.draw(from: &numbers)
  }

  /// Runs what a caller that cannot be cancelled waits for on a task of its own.
  nonisolated(nonsending) func uncancelled<Result: Sendable>(
    _ use: AnswerUse,
    _ body: nonisolated(nonsending) @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    if use.isCancellable { return try await body() }
    return try await Task { try await body() }.value
  }

  // MARK: - Commit

  /// Applies the updates and records the end of a call; false for one that began before the pipeline was restored.
  func commit(
    _ call: RunningCall, _ answer: ResolvedAnswer, _ failure: (any Error)?, isLast: Bool
  ) -> Bool {
    choosing.take()
    defer { choosing.release() }
    guard isCurrent(call) else { return false }
    let state =
      failure == nil ? sharedState?.commit(answer.updates) : sharedState?.snapshot
    guard isLast else { return true }
    log.complete(
      call.logged, failure.map { MockCallOutcome($0) } ?? answer.outcome,
      duration: clock.elapsed - call.began, state: state, isOfScript: call.prepared.isCallback)
    return true
  }

  /// Records the end of a call that updates nothing.
  func end(_ call: RunningCall, _ outcome: MockCallOutcome) {
    log.complete(
      call.logged, outcome, duration: clock.elapsed - call.began, state: sharedState?.snapshot)
  }

  /// Ends a call that has taken effect: with what was read, or with its error.
  func finish(
    _ answer: ResolvedAnswer, _ value: Result<DecodedValue?, any Error>, _ call: CallRequest,
    _ use: AnswerUse
  ) throws -> DecodedValue? {
    let value = try value.get()
    guard let error = answer.error, use.form != .whole else { return value }
    throw use.form == .tree || call.origin != nil ? error : converted(error)
  }

  /// Ends a call that did not come to take effect, or whose error is on its way out.
  func fail(
    _ error: any Error, _ running: RunningCall, _ call: CallRequest, _ use: AnswerUse,
    _ read: AnswerUse.Reader
  ) throws -> DecodedValue? {
    // Whatever became of a call that began before the pipeline was restored, it was cancelled.
    let error = isCurrent(running) ? error : CancellationError()
    // One that was recorded already stays as it is.
    end(running, MockCallOutcome(error))
    switch use.form {
    case .value, .nothing, .stream: throw call.origin == nil ? thrown(error) : error
    case .tree:
      throw error is CancellationError || error is MockServiceError
        ? error : MockServiceError(untyped: error)
    case .whole: return try read(.error(error, running.method, count: running.count))
    }
  }

  /// What a responder threw, as the app knows it; the mock's own errors stay what they are.
  func thrown(_ error: any Error) -> any Error {
    guard let error = error as? MockServiceError, MockErrorCode(rawValue: error.code) == nil else {
      return error
    }
    return converted(error)
  }

  /// The error as the app knows it.
  private func converted(_ error: MockServiceError) -> any Error {
    context.errors?.init(code: error.code, message: error.message, details: error.details) ?? error
  }
}

extension Result {
  /// The error, where it is one.
  var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
