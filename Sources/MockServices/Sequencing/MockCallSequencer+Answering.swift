extension MockCallSequencer {
  /// The response of the next call, as the configuration states it: it neither waits nor updates anything.
  ///
  /// - Throws: ``MockServiceError`` where there is no response for the call.
  public func nextResponse(
    for method: String, arguments: MockArguments = .none
  ) throws -> MockResponse {
    let chosen = choose(method, arguments)
    guard case .response(let prepared) = chosen.decision else {
      throw refuse(chosen)
    }
    record(chosen, .asConfigured)
    return prepared.response
  }

  /// The value of the next call, decoded as a type, after its gate, delay and updates.
  ///
  /// No value decodes as nil where the type is an `Optional`. A value that fails to decode updates nothing.
  ///
  /// - Throws: The configured error, as the app's own where it knows the code; ``MockServiceError`` for
  ///   everything that goes wrong in the mock; `CancellationError` at once when the task is cancelled.
  public func nextDecodedValue<T: Decodable & SendableMetatype>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) async throws -> sending T {
    if let (prepared, table) = takePlain(method) {
      if prepared.isImmediate, !Task.isCancelled {
        return try immediateValue(prepared, table, arguments)
      }
      return try await value(of: start(prepared, table, arguments))
    }
    let chosen = choose(method, arguments)
    guard case .response(let prepared) = chosen.decision else { throw refuse(chosen) }
    return try await value(of: start(prepared, chosen.entry))
  }

  /// Gives a response that neither waits nor is computed.
  private func immediateValue<T: Decodable & SendableMetatype>(
    _ prepared: PreparedResponse, _ table: MethodTable, _ arguments: MockArguments
  ) throws -> sending T {
    if let error = prepared.error {
      land(prepared, table, arguments)
      throw converted(error)
    }
    do {
      let value: T = try decodedValue(of: prepared, table.identity)
      land(prepared, table, arguments)
      return value
    } catch {
      let outcome = CallEntry.Outcome.other(MockCallOutcome(error))
      land(prepared, table, arguments, CallEntry.Extra(outcome: outcome, duration: .zero))
      throw error
    }
  }

  /// The value of a call that waits or is computed.
  private func value<T: Decodable & SendableMetatype>(
    of call: RunningCall
  ) async throws -> sending T {
    let prepared = call.prepared
    defer { clock.end(call.activity) }
    let progress: Progress
    do {
      progress = try await prepare(call)
    } catch {
      throw thrown(error)
    }
    switch progress {
    case .ready(let value):
      do {
        let typed: T = try decode(value, prepared.index, call.method)
        finish(call, .other(.returned(value)))
        return typed
      } catch {
        throw refused(call, error)
      }
    case .readyEncoded(let encoded):
      do {
        let typed: T = try decode(encoded, prepared.index, call.method)
        finish(call, .encoded(encoded))
        return typed
      } catch {
        throw refused(call, error)
      }
    case .answer(let answer):
      return try await waitingValue(answer, call)
    }
  }

  /// The value of an answer that waits, updates or fails.
  private func waitingValue<T: Decodable & SendableMetatype>(
    _ answer: ResolvedAnswer, _ call: RunningCall
  ) async throws -> sending T {
    if let error = answer.error {
      try await conclude(answer, call)
      throw converted(error)
    }
    let result: Result<T, any Error>
    do {
      // Before it takes effect: a value that fails to decode updates nothing.
      result = .success(try decode(answer.value, answer.index, call.method))
    } catch {
      result = .failure(error)
    }
    try await conclude(answer, call, failure: result.failure)
    return try result.get()
  }

  /// Lets the next call of a method that returns nothing take place: gate, delay, updates and error.
  ///
  /// A method without responses does nothing, and is recorded.
  ///
  /// - Throws: What `nextDecodedValue(for:arguments:as:)` throws, apart from what concerns the value.
  public func recordVoidCall(for method: String, arguments: MockArguments = .none) async throws {
    if let (prepared, table) = takePlain(method) {
      guard prepared.isImmediate, !Task.isCancelled else {
        return try await finishVoid(start(prepared, table, arguments))
      }
      land(prepared, table, arguments)
      if let error = prepared.error { throw converted(error) }
      return
    }
    let chosen = choose(method, arguments)
    if case .unconfigured = chosen.decision {
      return record(chosen, .other(.returned(nil)))
    }
    guard case .response(let prepared) = chosen.decision else { throw refuse(chosen) }
    try await finishVoid(start(prepared, chosen.entry))
  }

  private func finishVoid(_ call: RunningCall) async throws {
    defer { clock.end(call.activity) }
    let failure: MockServiceError?
    do {
      failure = try await finished(call).error
    } catch {
      throw thrown(error)
    }
    if let failure { throw converted(failure) }
  }

  /// The value of the next call as it is, nil where it has none; a stream comes as the list of its values.
  ///
  /// Errors are always ``MockServiceError``, never the app's own.
  ///
  /// - Throws: What `nextDecodedValue(for:arguments:as:)` throws.
  public func answer(
    for method: String, arguments: MockArguments = .none
  ) async throws -> AnyCodableValue? {
    if let (prepared, table) = takePlain(method) {
      guard prepared.isImmediate, !Task.isCancelled else {
        return try await answer(of: start(prepared, table, arguments))
      }
      land(prepared, table, arguments)
      if let error = prepared.error { throw error }
      return prepared.response.value
    }
    let chosen = choose(method, arguments)
    guard case .response(let prepared) = chosen.decision else { throw refuse(chosen) }
    return try await answer(of: start(prepared, chosen.entry))
  }

  /// The value of a call that is not given at once.
  private func answer(of call: RunningCall) async throws -> AnyCodableValue? {
    defer { clock.end(call.activity) }
    do {
      let answer = try await finished(call)
      if let error = answer.error { throw error }
      return answer.value
    } catch let error as MockServiceError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      throw MockServiceError(untyped: error)
    }
  }

  /// Waits for an answer that nobody wants decoded.
  private func finished(_ call: RunningCall) async throws -> ResolvedAnswer {
    switch try await prepare(call) {
    case .ready(let value):
      finish(call, .other(.returned(value)))
      return ResolvedAnswer(content: .value(value))
    case .readyEncoded(let encoded):
      finish(call, .encoded(encoded))
      return ResolvedAnswer(content: .value(encoded.value))
    case .answer(let answer):
      try await conclude(answer, call)
      return answer
    }
  }

  /// Ends a call whose answer need not wait, after those that are due already.
  private func finish(_ call: RunningCall, _ outcome: CallEntry.Outcome) {
    clock.landDue()
    end(call, outcome)
  }

  private func refused(_ call: RunningCall, _ error: any Error) -> any Error {
    finish(call, .other(MockCallOutcome(error)))
    return error
  }
}

extension Result where Failure == any Error {
  fileprivate var failure: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
