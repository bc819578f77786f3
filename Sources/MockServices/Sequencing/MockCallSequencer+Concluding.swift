extension MockCallSequencer {
  /// What a call that takes time has come to before it waits.
  enum Progress {
    /// The value of a computed answer that need not wait.
    case ready(AnyCodableValue?)
    case readyEncoded(any MockEncodedValue)
    case answer(ResolvedAnswer)
  }

  /// Computes what is to be computed and collects a computed stream; a failure ends the call.
  @inline(__always) func prepare(_ call: RunningCall) async throws -> Progress {
    do {
      let computed = try await compute(call)
      if call.prepared.isComputedOnly, let ready = computed?.progress { return ready }
      var answer = resolve(computed, call)
      if case .live(let stream, _) = answer.content { answer.content = try await collect(stream) }
      return .answer(answer)
    } catch {
      end(call, .other(MockCallOutcome(error)))
      throw error
    }
  }

  /// Records the end of a call.
  func end(_ call: RunningCall, _ outcome: CallEntry.Outcome) {
    log.complete(
      call.logged, outcome, duration: clock.elapsed - call.began, state: sharedState?.snapshot)
  }

  private func collect(
    _ stream: AsyncThrowingStream<AnyCodableValue, any Error>
  ) async throws -> ResolvedAnswer.Content {
    var values: [AnyCodableValue] = []
    do {
      for try await value in stream { values.append(value) }
      try Task.checkCancellation()
      return .value(.array(values))
    } catch let error as MockServiceError {
      return .error(error)
    }
  }

  /// Waits, then applies updates and records in one step.
  ///
  /// With a `failure`, which is what goes wrong with the value, it updates nothing.
  func conclude(
    _ answer: ResolvedAnswer, _ call: RunningCall, failure: (any Error)? = nil
  ) async throws {
    let outcome =
      (failure ?? answer.error).map { MockCallOutcome($0) } ?? .returned(answer.value)
    let updates = failure == nil ? answer.updates : [:]
    let (sharedState, log, clock) = (sharedState, log, clock)
    let record: @Sendable () -> Void = {
      log.complete(
        call.logged, .other(outcome), duration: clock.elapsed - call.began,
        state: sharedState?.snapshot)
    }
    let rest = answer.streamTime
    do {
      try await wait(for: answer, call) {
        sharedState?.applyUpdates(updates)
        if rest == .zero { record() }
      }
      guard rest > .zero else { return }
      try await Pause(
        clock: clock, ticket: call.ticket, activity: call.activity, delay: rest, effect: record
      ).wait()
    } catch {
      end(call, .other(.cancelled))
      throw error
    }
  }

  /// Counts a call for whose response nothing is to be chosen; nil, uncounted, for all others.
  @inline(__always) func takePlain(_ method: String) -> (PreparedResponse, MethodTable)? {
    guard let table = tables[method], let prepared = table.takePlain() else { return nil }
    clock.landDue()
    return (prepared, table)
  }

  /// Records a call that ``takePlain(_:)`` has counted and whose answer takes time.
  func start(
    _ prepared: PreparedResponse, _ table: MethodTable, _ arguments: MockArguments
  ) -> RunningCall {
    start(
      prepared,
      CallEntry(
        method: table.identity, arguments: arguments, count: table.count,
        step: table.plain?.step ?? 0, response: prepared, extra: CallEntry.running))
  }

  /// Applies the updates of a response that is given at once, and records the call.
  @inline(__always) func land(
    _ prepared: PreparedResponse, _ table: MethodTable, _ arguments: MockArguments,
    _ extra: CallEntry.Extra? = nil
  ) {
    if extra == nil, let updates = prepared.response.updateSharedState {
      sharedState?.applyUpdates(updates)
    }
    log.append(
      CallEntry(
        method: table.identity, arguments: arguments, count: table.count,
        step: table.plain?.step ?? 0, response: prepared, state: sharedState?.snapshot,
        extra: extra))
  }

  /// Records a call that has ended in the turn in which it began.
  func record(_ chosen: ChosenResponse, _ outcome: CallEntry.Outcome) {
    var entry = chosen.entry
    entry.end(outcome, duration: .zero, state: sharedState?.snapshot)
    log.append(entry)
  }

  /// Records a call that gets no answer, and gives its error.
  func refuse(_ chosen: ChosenResponse, _ failure: (any Error)? = nil) -> any Error {
    let error: any Error
    switch (failure, chosen.decision) {
    case (let failure?, _), (nil, .failed(let failure)): error = failure
    case (nil, .unconfigured), (nil, .response): error = unconfigured(chosen.entry.method)
    }
    record(chosen, .other(MockCallOutcome(error)))
    stopIfExhausted(error, chosen.entry.method)
    return error
  }

  /// Decodes the value of a response; the error names service, method, response and key path.
  @inline(__always) func decode<T: Decodable & SendableMetatype>(
    _ value: AnyCodableValue?, _ index: Int?, _ method: MethodIdentity, element: Int? = nil
  ) throws -> sending T {
    if value == nil, !(T.self is any OptionalValue.Type) {
      throw CallProblem.missingValue(method, index: index, type: "\(T.self)").error
    }
    do {
      return try AnyCodableValueDecoder().decode(T.self, from: value ?? .null)
    } catch let error as DecodingError {
      throw placed(error, index, method, element: element)
    }
  }

  /// Decodes a computed value in its own form.
  func decode<T: Decodable & SendableMetatype>(
    _ encoded: any MockEncodedValue, _ index: Int?, _ method: MethodIdentity
  ) throws -> sending T {
    do {
      return try encoded.decoded(as: T.self)
    } catch let error as DecodingError {
      throw placed(error, index, method, element: nil)
    }
  }

  private func placed(
    _ error: DecodingError, _ index: Int?, _ method: MethodIdentity, element: Int?
  ) -> MockServiceError {
    let context = error.context
    let place: [JSONPath.Step] =
      element.map { [.key("values"), .index($0)] } ?? [.key("value")]
    let path = JSONPath(place + JSONPath(context?.codingPath ?? []).steps)
    return CallProblem.decodingFailed(
      method, index: index, path: path.description,
      reason: context?.debugDescription ?? "\(error)"
    ).error
  }
}

extension MockAnswer {
  /// The answer where there is nothing left to do but to return it.
  fileprivate var progress: MockCallSequencer.Progress? {
    switch self {
    case .encoded(let encoded): return .readyEncoded(encoded)
    case .response(let response):
      guard response.result == .success, response.gate == nil, response.delayMs == nil,
        response.updateSharedState == nil
      else { return nil }
      return .ready(response.value)
    case .stream: return nil
    }
  }
}
