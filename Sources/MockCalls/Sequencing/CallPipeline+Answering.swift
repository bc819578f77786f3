internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// What a call goes through whose response is chosen: compute, read, wait, commit.
extension CallPipeline {
  /// Brings a call to its end on the caller's thread, without waiting.
  func finish(_ call: RunningCall, _ wanted: Wanted, _ read: AnswerReader) throws {
    let (answer, failure): (Answer, (any Error)?)
    do {
      answer = directed(
        try finalForm(of: try computeNow(call), call), of: call, isCancellable: false)
      reportSkippedWait(answer, call)
      failure = failureOfReading(answer, call, wanted, read)
    } catch {
      return try fail(error, call, wanted, read)
    }
    clock.commitDue()
    // Where the pipeline was restored meanwhile, the call came before that: it is answered, and has left no trace.
    _ = commit(call, answer, failure, isLast: true)
    try end(with: answer, failure, wanted)
  }

  /// Brings a call to its end, waiting for its responder, its gate and its delay.
  nonisolated(nonsending) func finishWaiting(
    _ call: RunningCall, _ wanted: Wanted, _ read: AnswerReader
  ) async throws {
    defer { clock.end(call.activity) }
    var answer: Answer
    let failure: (any Error)?
    do {
      answer = try await uncancelled(wanted) { [limit = wanted.valueLimit] in
        try await self.resolve(call, collecting: limit)
      }
      answer = directed(answer, of: call, isCancellable: wanted.isCancellable)
      failure = failureOfReading(answer, call, wanted, read)
    } catch {
      return try fail(error, call, wanted, read)
    }
    do {
      try await uncancelled(wanted) { [answer, failure] in
        try await self.waitAndCommit(call, answer, failure)
      }
    } catch {
      guard !wanted.isCancellable else { return try fail(error, call, wanted, read) }
      // Whoever cannot be told that the wait was cancelled gets what it has waited for, which updates nothing.
      end(call, MockCallOutcome(error))
    }
    try end(with: answer, failure, wanted)
  }

  /// Tells of a wait that was written for a response, and that a caller which is not async has skipped.
  private func reportSkippedWait(_ answer: Answer, _ call: RunningCall) {
    guard let wait = answer.statedWait else { return }
    context.report(
      .skipped(wait, of: "\(call.method)", at: call.method.place(of: answer.index)))
  }

  // MARK: - Compute

  /// What is asked of the responder; nil for an answer that is not computed.
  private func question(_ call: RunningCall) throws -> (any MockResponder, MockCall)? {
    let live = try liveAnswer(call)
    guard let name = call.prepared.response.callback else { return nil }
    guard let responder = context.responder else {
      throw CallProblem.noResponder(call.method, name: name, index: call.prepared.index).error
    }
    var question = MockCall(
      service: service ?? "", method: call.method.name, arguments: call.call.arguments.value,
      count: call.count, step: call.step, key: call.key, callback: name,
      order: call.logged.order)
    if let live {
      guard let value = live.value else { return nil }
      question.live = MockCall.Live(answer: value)
    }
    question.origin = MockCall.Origin(log: ObjectIdentifier(log), epoch: call.logged.epoch)
    return (responder, question)
  }

  private func computeNow(_ call: RunningCall) throws -> MockAnswer? {
    guard let (responder, question) = try question(call) else { return call.live?.answer }
    let answer = try responder.answerNow(question)
    if case .stream = answer { throw MockServiceError(wouldWait: question) }
    return answer
  }

  /// Comes to the answer; a computed stream is collected, unless the limit is zero.
  nonisolated(nonsending) func resolve(
    _ call: RunningCall, collecting limit: Int
  ) async throws -> Answer {
    try Task.checkCancellation()
    let answer = try finalForm(of: try await compute(call), call)
    guard limit > 0, case .live(let stream, _) = answer.content else { return answer }
    return answer.with(try await collect(stream, limit: limit))
  }

  private nonisolated(nonsending) func compute(_ call: RunningCall) async throws -> MockAnswer? {
    guard let (responder, question) = try question(call) else { return call.live?.answer }
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
  private func finalForm(of computed: MockAnswer?, _ call: RunningCall) throws -> Answer {
    let (prepared, response) = (call.prepared, call.prepared.response)
    var answer: Answer
    switch computed {
    case nil: answer = prepared.answer
    case .response(var computed):
      var result: LiveResult?
      if let live = call.live {
        if computed.result == .passthrough, case .response(let answered) = live.answer {
          // The function leaves the answer as it is, and may add to it.
          (computed.result, computed.value) = (answered.result, answered.value)
          result = live.result
        } else if call.prepared.response.callback == nil || live.value == nil {
          result = live.result
        }
      }
      if computed.result == .callback {
        throw CallProblem.nestedCallback(
          call.method, name: computed.callback ?? "", index: prepared.index
        ).error
      }
      if let gate = computed.gate { context.gates.declare(CollectionOfOne(gate)) }
      answer = Answer(computed, index: prepared.index, over: response)
      answer.live = result
    case .stream(let stream):
      answer = prepared.answer.with(
        .live(stream, interval: .milliseconds(response.intervalMs ?? 0)))
    }
    answer.count = call.count
    return answer
  }

  private nonisolated(nonsending) func collect(
    _ stream: AsyncThrowingStream<AnyCodableValue, any Error>, limit: Int
  ) async throws -> Answer.Content {
    var values: [AnyCodableValue] = []
    var bytes = 0
    do {
      for try await value in stream {
        guard values.count < limit, bytes < Wanted.byteLimit else {
          return .values(values, end: .endlessStream(after: values.count), interval: .zero)
        }
        values.append(value)
        bytes += value.byteSize
      }
      try Task.checkCancellation()
      return .values(values, end: nil, interval: .zero)
    } catch let error as MockServiceError {
      return .values(values, end: error, interval: .zero)
    }
  }

  // MARK: - Read

  /// Lets the caller read an answer; gives what is wrong with the value, or nil.
  private func failureOfReading(
    _ answer: Answer, _ call: RunningCall, _ wanted: Wanted, _ read: AnswerReader
  ) -> (any Error)? {
    guard answer.error == nil || wanted.form == .whole else { return nil }
    do {
      try read(answer, call.method)
      return nil
    } catch {
      return error
    }
  }

  // MARK: - Wait

  /// Waits at the gate and for the delay, then lets the answer take effect in the order of due times.
  private nonisolated(nonsending) func waitAndCommit(
    _ call: RunningCall, _ answer: Answer, _ failure: (any Error)?
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
    for answer: Answer, _ call: RunningCall, effect: @escaping @Sendable () -> Bool
  ) async throws {
    try Task.checkCancellation()
    if let director { return try await wait(for: answer, call, by: director, effect: effect) }
    let delay = delay(of: answer, call)
    guard answer.gate != nil || delay > .zero else {
      clock.commitDue()
      // As one that is given at once: a restored pipeline cancels what it has been computed for, or waits.
      guard effect() || !call.prepared.isComputed else { throw CancellationError() }
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

  func delay(of answer: Answer, _ call: RunningCall) -> Duration {
    guard let delay = answer.delay else { return .zero }
    var numbers = MockRandomSource(seed: context.seed, method: "\(call.method)", count: call.count)
    return delay.draw(from: &numbers)
  }

  /// Runs what a caller that cannot be cancelled waits for on a task of its own.
  private nonisolated(nonsending) func uncancelled<Result: Sendable>(
    _ wanted: Wanted,
    _ body: nonisolated(nonsending) @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    if wanted.isCancellable { return try await body() }
    return try await Task { try await body() }.value
  }

  // MARK: - Commit

  /// Applies the updates and records the end of a call; false for one that began before the pipeline was restored.
  func commit(
    _ call: RunningCall, _ answer: Answer, _ failure: (any Error)?, isLast: Bool
  ) -> Bool {
    let outcome = failure.map { MockCallOutcome($0) } ?? answer.outcome
    let isCommitted = choosing.withLock {
      guard isCurrent(call) else { return false }
      let state =
        failure == nil ? sharedState?.commit(answer.updates) : sharedState?.snapshot
      guard isLast else { return true }
      log.complete(
        call.logged, outcome, duration: duration(of: call), state: state,
        isOfScript: call.prepared.isComputed)
      return true
    }
    if isCommitted, isLast { compare(call, outcome) }
    return isCommitted
  }

  /// Whether a call began after the pipeline was restored for the last time.
  func isCurrent(_ call: RunningCall) -> Bool {
    choosing.withLock { call.logged.epoch >= firstEpoch }
  }

  /// Records the end of a call that updates nothing.
  func end(_ call: RunningCall, _ outcome: MockCallOutcome) {
    log.complete(
      call.logged, outcome, duration: duration(of: call), state: sharedState?.snapshot)
    compare(call, outcome)
  }

  /// How long a call has taken; zero where it takes no time.
  private func duration(of call: RunningCall) -> Duration {
    call.began.map { clock.elapsed - $0 } ?? .zero
  }

  /// Ends a call that has taken effect.
  private func end(with answer: Answer, _ failure: (any Error)?, _ wanted: Wanted) throws {
    if let failure { throw failure }
    if wanted.form != .whole, let error = answer.error { throw answer.live?.error ?? error }
  }

  /// Ends a call that did not come to take effect.
  private func fail(
    _ error: any Error, _ call: RunningCall, _ wanted: Wanted, _ read: AnswerReader
  ) throws {
    let isCurrent = isCurrent(call)
    // The restored pipeline answers whoever cannot be told that its call was cancelled.
    if !isCurrent, !(wanted.waits && wanted.isCancellable), call.live == nil {
      throw RestoredMeanwhile()
    }
    // Whatever became of another call that began before the pipeline was restored, it was cancelled.
    let error = isCurrent ? error : CancellationError()
    // One that was recorded already stays as it is.
    end(call, MockCallOutcome(error))
    guard wanted.form == .whole else { throw error }
    try read(Answer(failing: error, count: call.count), call.method)
  }
}

/// A call was computed for a caller that cannot be cancelled while the pipeline was restored.
struct RestoredMeanwhile: Error {}
