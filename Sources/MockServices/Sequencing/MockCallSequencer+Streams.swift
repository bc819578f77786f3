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
    begin(method, arguments, continuation)
    return stream
  }

  /// The same for a method that is not `async`: the response is chosen as soon as the actor is free.
  public nonisolated func deferredStream<T: Decodable & Sendable>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) -> AsyncThrowingStream<T, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: T.self)
    Task { await begin(method, arguments, continuation) }
    return stream
  }

  private func begin<T: Decodable & Sendable>(
    _ method: String, _ arguments: MockArguments,
    _ continuation: AsyncThrowingStream<T, any Error>.Continuation
  ) {
    let chosen = choose(method, arguments)
    guard case .response(let prepared) = chosen.decision else {
      return continuation.finish(throwing: refuse(chosen))
    }
    let call = start(prepared, chosen.entry)
    let task = Task {
      await produce(call, into: continuation)
      clock.end(call.activity)
    }
    continuation.onTermination = { reason in
      if case .cancelled = reason { task.cancel() }
    }
  }

  private func produce<T: Decodable & Sendable>(
    _ call: RunningCall, into continuation: AsyncThrowingStream<T, any Error>.Continuation
  ) async {
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
    case .live(let stream):
      for try await value in stream {
        try checkCancellation(of: call)
        let typed: T = try decode(value, answer.index, call.method, element: sent.count)
        continuation.yield(typed)
        sent.append(value)
      }
      try checkCancellation(of: call)
      return nil
    }
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
