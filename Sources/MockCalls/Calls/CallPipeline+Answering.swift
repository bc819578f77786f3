internal import MockConfiguration
internal import MockData
internal import MockPlatform

extension CallHandler {
  /// Responds to a call on the caller's executor, after the response's gate and delay.
  ///
  /// - Throws: The error of the call, unless the caller requests the whole response.
  nonisolated(nonsending) func answer(
    _ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader
  ) async throws {
    if case .suspended(let running) = try begin(call, wanted, read) {
      try await resume(running, call, wanted, read)
    }
  }
}

/// The steps of a call: choose (in `CallPipeline+Choosing.swift`), compute, decode, wait, commit.
extension CallPipeline {
  func answerNow(_ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader) throws {
    clock.commitDue()
    let choice = choosing.withLock { choose(call, wanted) }
    guard let running = try running(choice, wanted, read) else { return }
    do {
      try finish(running, wanted, read)
    } catch is RestoredMeanwhile {
      var call = call
      call.chosen = nil
      try answerNow(call, wanted, read)
    }
  }

  /// Starts a call, and completes it if its response is neither computed nor has to wait.
  ///
  /// For a plain static response, only `choose` and `finish` do something: no response is due before it, there is no
  /// director, and nothing in the shared state changes.
  func begin(_ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader) throws -> CallStart {
    clock.commitDue()
    let choice = tryToChoose(call, wanted)
    if case .busy = choice { return .suspended(nil) }
    guard let running = try running(choice, wanted, read) else { return .ended }
    guard running.isImmediate else { return .suspended(running) }
    try finish(running, wanted, read)
    return .ended
  }

  nonisolated(nonsending) func resume(
    _ running: RunningCall?, _ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader
  ) async throws {
    do {
      if let running { return try await finishWaiting(running, wanted, read) }
      let choice = await chooseWaiting(call, wanted)
      guard let running = try self.running(choice, wanted, read) else { return }
      if running.isImmediate {
        try finish(running, wanted, read)
      } else {
        try await finishWaiting(running, wanted, read)
      }
    } catch is RestoredMeanwhile {
      var call = call
      call.chosen = nil
      try await resume(nil, call, wanted, read)
    }
  }

  func answerLater(_ call: Call, _ wanted: ResponseRequest, _ handler: any ResponseHandler)
    -> LoggedCall?
  {
    clock.commitDue()
    let choice = choosing.withLock { choose(call, wanted) }
    do {
      guard let running = try running(choice, wanted, handler.read) else {
        handler.finish(nil)
        return choice.logged
      }
      guard !running.isImmediate else {
        try finish(running, wanted, handler.read)
        handler.finish(nil)
        return choice.logged
      }
      handler.finish { try await self.resume(running, call, wanted, handler.read) }
    } catch {
      handler.finish(error)
    }
    return choice.logged
  }

  /// Completes a call on the caller's thread without waiting.
  func finish(_ call: RunningCall, _ wanted: ResponseRequest, _ read: ResponseReader) throws {
    let (answer, failure): (CallResponse, (any Error)?)
    do {
      answer = directed(
        try finalForm(of: try computeNow(call), call), of: call, isCancellable: false)
      reportSkippedWait(answer, call)
      failure = failureOfDecoding(answer, call, wanted, read)
    } catch {
      return try fail(error, call, wanted, read)
    }
    clock.commitDue()
    // If the pipeline was restored after the call began, the call gets its response, but isn't recorded and updates
    // nothing.
    _ = commit(call, answer, failure, isLast: true)
    try end(with: answer, failure, wanted)
  }

  /// Completes a call, and waits for the responder, the gate, and the delay of its response.
  nonisolated(nonsending) func finishWaiting(
    _ call: RunningCall, _ wanted: ResponseRequest, _ read: ResponseReader
  ) async throws {
    defer { clock.end(call.activity) }
    var answer: CallResponse
    let failure: (any Error)?
    do {
      answer = try await uncancelled(wanted) { [limit = wanted.valueLimit] in
        try await self.resolve(call, collecting: limit)
      }
      answer = directed(answer, of: call, isCancellable: wanted.isCancellable)
      failure = failureOfDecoding(answer, call, wanted, read)
    } catch {
      return try fail(error, call, wanted, read)
    }
    do {
      try await uncancelled(wanted) { [answer, failure] in
        try await self.waitAndCommit(call, answer, failure)
      }
    } catch {
      guard !wanted.isCancellable else { return try fail(error, call, wanted, read) }
      // The caller can't receive a cancellation, so it gets the response that it waited for. Nothing is updated.
      end(call, MockCallOutcome(error))
    }
    try end(with: answer, failure, wanted)
  }

  /// Reports that the response's wait was skipped, because the caller isn't `async`.
  private func reportSkippedWait(_ answer: CallResponse, _ call: RunningCall) {
    guard let wait = answer.statedWait else { return }
    context.report(
      .skipped(wait, of: "\(call.method)", at: call.method.place(of: answer.index)))
  }

  // MARK: - Compute

  /// Returns the responder and the call to pass to it, or `nil` if the response isn't dynamic.
  private func question(_ call: RunningCall) throws -> (any MockResponder, MockCall)? {
    if call.live == nil, call.prepared.response.result == .passthrough {
      throw CallProblem.notLive(call.method, index: call.prepared.index).error
    }
    guard let name = call.prepared.response.callback else { return nil }
    guard let responder = context.swiftResponses.responder(name) ?? context.responder else {
      throw CallProblem.noResponder(call.method, name: name, index: call.prepared.index).error
    }
    var question = MockCall(
      service: service ?? "", method: call.method.name, arguments: call.call.arguments.value,
      count: call.count, step: call.choice.step, key: call.choice.key, callback: name,
      order: call.logged.order)
    if let live = call.live {
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

  /// Computes the response.
  ///
  /// If the limit isn't zero, up to that number of values of a dynamic stream are collected.
  nonisolated(nonsending) func resolve(
    _ call: RunningCall, collecting limit: Int
  ) async throws -> CallResponse {
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
        // Attributes calls and sleeps of the responder to this call.
        answer = try await MockActivity.$current.withValue(activity) {
          try await responder.answer(question)
        }
      } else {
        answer = try await responder.answer(question)
      }
    } catch {
      // If the task was canceled, so was the call, regardless of the error that the responder threw.
      try Task.checkCancellation()
      throw error
    }
    try Task.checkCancellation()
    return answer
  }

  /// Returns the complete response, including its computed result.
  private func finalForm(of computed: MockAnswer?, _ call: RunningCall) throws -> CallResponse {
    let (prepared, response) = (call.prepared, call.prepared.response)
    var answer: CallResponse
    switch computed {
    case nil: answer = prepared.answer
    case .response(var computed):
      var result: LiveResult?
      if let live = call.live {
        if computed.result == .passthrough, case .response(let answered) = live.answer {
          // The function returned the response unchanged, though it may have added a delay, a gate, or updates.
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
      answer = CallResponse(computed, index: prepared.index, over: response)
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
  ) async throws -> CallResponse.Content {
    var values: [AnyCodableValue] = []
    var bytes = 0
    do {
      for try await value in stream {
        guard values.count < limit, bytes < ResponseRequest.byteLimit else {
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

  // MARK: - Decode

  /// Passes the response to the caller's reader, and returns the problem with the value, if any.
  private func failureOfDecoding(
    _ answer: CallResponse, _ call: RunningCall, _ wanted: ResponseRequest, _ read: ResponseReader
  ) -> (any Error)? {
    guard answer.error == nil || wanted.form == .whole else { return nil }
    do {
      try read(answer, call.method)
      return nil
    } catch {
      return error
    }
  }

  // MARK: - Direct

  /// The director of the calls that the current task makes.
  ///
  /// Calls that a script's function makes have no director. They are part of the call that the function responds to.
  var director: (any CallDirector)? {
    guard let director = context.director, MockActivity.current == nil else { return nil }
    return director
  }

  /// If a director requests a fault, the response contains the fault.
  func directed(
    _ answer: CallResponse, of call: RunningCall, isCancellable: Bool
  ) -> CallResponse {
    guard let director else { return answer }
    let call = directed(call, answer, by: director, isCancellable: isCancellable)
    return director.fault(of: call).map { answer.applying($0) } ?? answer
  }

  // MARK: - Wait

  /// Waits for the gate and the delay.
  ///
  /// Then applies the response, after all responses that are due earlier.
  private nonisolated(nonsending) func waitAndCommit(
    _ call: RunningCall, _ answer: CallResponse, _ failure: (any Error)?
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

  /// Waits, and then runs `effect`, which returns whether it could apply the response.
  nonisolated(nonsending) func wait(
    for answer: CallResponse, _ call: RunningCall, effect: @escaping @Sendable () -> Bool
  ) async throws {
    try Task.checkCancellation()
    if let director { return try await wait(for: answer, call, by: director, effect: effect) }
    let delay = delay(of: answer, call)
    guard answer.gate != nil || delay > .zero else {
      clock.commitDue()
      // An immediate response arrives even after a restore. Only dynamic and waiting calls are canceled.
      guard effect() || !call.prepared.isComputed else { throw CancellationError() }
      return
    }
    try await CallWait(
      clock: clock, ticket: call.ticket, activity: call.activity,
      gate: answer.gate.map { (context.gates, $0) }, delay: delay, call: call.logged.order,
      effect: effect
    ).wait()
  }

  nonisolated(nonsending) func pause(
    for time: Duration, _ call: RunningCall, effect: @escaping @Sendable () -> Bool = { true }
  ) async throws {
    try await CallWait(
      clock: clock, ticket: call.ticket, activity: call.activity, delay: time,
      call: call.logged.order, effect: effect
    ).wait()
  }

  func delay(of answer: CallResponse, _ call: RunningCall) -> Duration {
    guard let delay = answer.delay else { return .zero }
    var numbers = MockRandomSource(seed: context.seed, method: "\(call.method)", count: call.count)
    return delay.draw(from: &numbers)
  }

  /// Runs a wait in a separate task if the caller can't be canceled.
  private nonisolated(nonsending) func uncancelled<Result: Sendable>(
    _ wanted: ResponseRequest,
    _ body: nonisolated(nonsending) @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    if wanted.isCancellable { return try await body() }
    return try await Task { try await body() }.value
  }

  // MARK: - Commit

  /// Applies the updates and records the end of a call.
  ///
  /// - Returns: False if the pipeline was restored after the call began. In that case, nothing is updated or recorded.
  func commit(
    _ call: RunningCall, _ answer: CallResponse, _ failure: (any Error)?, isLast: Bool
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

  /// Returns whether a call began after the latest restore of the pipeline.
  func isCurrent(_ call: RunningCall) -> Bool {
    choosing.withLock { call.logged.epoch >= firstEpoch }
  }

  /// Records the end of a call that doesn't update anything.
  func end(_ call: RunningCall, _ outcome: MockCallOutcome) {
    log.complete(
      call.logged, outcome, duration: duration(of: call), state: sharedState?.snapshot)
    compare(call, outcome)
  }

  /// Returns the duration of a call, which is zero if the call can't wait.
  private func duration(of call: RunningCall) -> Duration {
    call.began.map { clock.elapsed - $0 } ?? .zero
  }

  /// Ends a call whose response has been applied.
  private func end(with answer: CallResponse, _ failure: (any Error)?, _ wanted: ResponseRequest)
    throws
  {
    if let failure { throw failure }
    if wanted.form != .whole, let error = answer.error { throw answer.live?.error ?? error }
  }

  /// Ends a call whose response couldn't be applied.
  private func fail(
    _ error: any Error, _ call: RunningCall, _ wanted: ResponseRequest, _ read: ResponseReader
  ) throws {
    let isCurrent = isCurrent(call)
    // The caller can't receive a cancellation, so the restored pipeline responds to it.
    if !isCurrent, !(wanted.waits && wanted.isCancellable), call.live == nil {
      throw RestoredMeanwhile()
    }
    // Any other call that began before the pipeline was restored counts as canceled.
    let error = isCurrent ? error : CancellationError()
    // This doesn't change a call whose end was already recorded.
    end(call, MockCallOutcome(error))
    guard wanted.form == .whole else { throw error }
    try read(CallResponse(failing: error, count: call.count), call.method)
  }

  /// Adds a call to the comparison with the live service, if the call has both responses.
  func compare(_ call: RunningCall, _ outcome: MockCallOutcome) {
    if let live = call.compared { context.comparison?.add(call, outcome, live) }
  }
}

/// The error for a call that can't be canceled and whose pipeline was restored while its response was computed.
struct RestoredMeanwhile: Error {}
