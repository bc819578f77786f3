extension MockCallSequencer {
  /// The next call of a method that returns a stream.
  ///
  /// The response is chosen at once. The first value comes after gate and delay, together with the
  /// updates; each next one, and a closing error, one interval later. A success is a stream of its one
  /// value, or of none. The stream always ends: with the error where there is one, and with
  /// `CancellationError` when the values are no longer asked for.
  public func stream<T: Decodable & Sendable>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) -> AsyncThrowingStream<T, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: T.self)
    if let call = begin(method, arguments, continuation) {
      let task = Task { await produce(call, into: continuation) }
      continuation.onTermination = { task.cancel(after: $0) }
    }
    return stream
  }

  /// The same for a method that is not `async`: the response is chosen as soon as the actor is free.
  public nonisolated func deferredStream<T: Decodable & Sendable>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) -> AsyncThrowingStream<T, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: T.self)
    let task = Task {
      guard let call = await begin(method, arguments, continuation) else { return }
      await produce(call, into: continuation)
    }
    // Set before anybody has the stream: one that is dropped at once ends its call as well.
    continuation.onTermination = { task.cancel(after: $0) }
    return stream
  }

  /// Chooses the response and records the call; nil where there is none, which ends the stream.
  private func begin<T: Decodable & Sendable>(
    _ method: String, _ arguments: MockArguments,
    _ continuation: AsyncThrowingStream<T, any Error>.Continuation
  ) -> RunningCall? {
    let chosen = choose(method, arguments)
    guard case .response(let prepared) = chosen.decision else {
      continuation.finish(throwing: refuse(chosen))
      return nil
    }
    return start(prepared, chosen.entry)
  }

  private func produce<T: Decodable & Sendable>(
    _ call: RunningCall, into continuation: AsyncThrowingStream<T, any Error>.Continuation
  ) async {
    defer { clock.end(call.activity) }
    var sent: [AnyCodableValue] = []
    let failure: (any Error)?
    do {
      let answer = resolve(try await compute(call), call)
      failure = try await send(answer, call, &sent, into: continuation)
    } catch {
      failure = error
    }
    log.complete(
      call.logged, .other(failure.map { MockCallOutcome($0) } ?? .returned(.array(sent))),
      duration: clock.elapsed - call.began, state: sharedState?.snapshot)
    continuation.finish(throwing: failure.map(thrown))
  }

  /// Gives the values of an answer to the stream and returns the error that ends it.
  private func send<T: Decodable & Sendable>(
    _ answer: ResolvedAnswer, _ call: RunningCall, _ sent: inout [AnyCodableValue],
    into continuation: AsyncThrowingStream<T, any Error>.Continuation
  ) async throws -> MockServiceError? {
    let sharedState = sharedState
    var first: [T] = []
    if case .value(let value?) = answer.content {
      first = [try decode(value, answer.index, call.method)]
    }
    if case .values(let values, _, _) = answer.content, let value = values.first {
      first = [try decode(value, answer.index, call.method, element: 0)]
    }
    let updates = answer.updates
    try await wait(for: answer, call) { sharedState?.applyUpdates(updates) }
    for value in first { continuation.yield(value) }
    switch answer.content {
    case .value(let value):
      if let value { sent = [value] }
      return nil
    case .error(let error): return error
    case .values(let values, let end, let interval):
      for (index, value) in values.enumerated() {
        if index > 0 {
          try await pause(interval, call)
          let typed: T = try decode(value, answer.index, call.method, element: index)
          continuation.yield(typed)
        }
        sent.append(value)
      }
      if end != nil, !values.isEmpty { try await pause(interval, call) }
      return end
    case .live(let stream, let interval):
      try await send(stream, interval, answer, call, &sent, into: continuation)
      return nil
    }
  }

  /// Gives the values of a computed stream on as they come; those that were made while the answer waited
  /// at its gate or for its delay come at the stream's interval, and not all at once.
  private func send<T: Decodable & Sendable>(
    _ stream: AsyncThrowingStream<AnyCodableValue, any Error>, _ interval: Duration,
    _ answer: ResolvedAnswer, _ call: RunningCall, _ sent: inout [AnyCodableValue],
    into continuation: AsyncThrowingStream<T, any Error>.Continuation
  ) async throws {
    let wasHeld = answer.gate != nil || answer.delay > .zero
    // By the schedule and not by when a value is read: a late reader must not make the stream longer.
    var due = clock.elapsed
    do {
      for try await value in stream {
        try await pause(wasHeld ? due - clock.elapsed : .zero, call)
        let typed: T = try decode(value, answer.index, call.method, element: sent.count)
        continuation.yield(typed)
        sent.append(value)
        due += interval
      }
    } catch {
      try await pause(wasHeld ? due - clock.elapsed : .zero, call)
      throw error
    }
    try checkCancellation(of: call)
  }

  private func pause(_ interval: Duration, _ call: RunningCall) async throws {
    try checkCancellation(of: call)
    guard interval > .zero else { return }
    try await Pause(
      clock: clock, ticket: call.ticket, activity: call.activity, delay: interval, effect: {}
    ).wait()
    try checkCancellation(of: call)
  }
}

extension Task {
  /// Ends the task that makes the values of a stream which nobody reads any more.
  fileprivate func cancel<Element>(
    after end: AsyncThrowingStream<Element, any Error>.Continuation.Termination
  ) {
    if case .cancelled = end { cancel() }
  }
}
