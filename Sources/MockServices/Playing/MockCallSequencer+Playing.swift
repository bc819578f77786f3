extension MockCallSequencer {
  /// Makes the next call of a method and gives its whole answer, a stream with all of its values.
  ///
  /// It counts, waits, updates and records as a call of an app does. Nothing is thrown: an error is an
  /// answer, and so is a cancellation, as an error with the code `cancelled`. A computed stream that
  /// goes on after 10,000 values is left there, with an error of the code `endlessStream`.
  public func play(_ method: String, arguments: MockArguments = .none) async -> MockPlayedCall {
    if let (prepared, table) = takePlain(method) {
      let count = table.count
      guard prepared.isImmediate, !Task.isCancelled else {
        return await played(start(prepared, table, arguments))
      }
      land(prepared, table, arguments)
      return MockPlayedCall(
        name: "\(table.identity)", count: count, duration: .zero,
        answer: prepared.error.map { .error($0) } ?? .success(prepared.response.value))
    }
    let chosen = choose(method, arguments)
    guard case .response(let prepared) = chosen.decision else {
      return MockPlayedCall(
        name: "\(chosen.entry.method)", count: chosen.entry.count, duration: .zero,
        answer: .error(MockServiceError(playing: refuse(chosen))))
    }
    return await played(start(prepared, chosen.entry))
  }

  /// Nobody stops listening to a stream here, as an app would.
  private static let playedValueLimit = 10_000

  private func played(_ call: RunningCall) async -> MockPlayedCall {
    defer { clock.end(call.activity) }
    let answer: MockPlayedCall.Answer
    do {
      answer = try await concluded(call)
    } catch {
      answer = .error(MockServiceError(playing: error))
    }
    return MockPlayedCall(
      name: "\(call.method)", count: call.count, duration: clock.elapsed - call.began,
      answer: answer)
  }

  private func concluded(_ call: RunningCall) async throws -> MockPlayedCall.Answer {
    var answer: ResolvedAnswer
    do {
      answer = resolve(try await compute(call), call)
      if case .live(let stream, _) = answer.content { answer.content = try await collected(stream) }
    } catch {
      end(call, .other(MockCallOutcome(error)))
      throw error
    }
    try await conclude(answer, call)
    switch answer.content {
    case .value(let value): return .success(value)
    case .error(let error): return .error(error)
    case .values(let values, let end, _): return .stream(values, error: end)
    case .live: return .stream([], error: nil)
    }
  }

  /// The values of a computed stream, with the times that it took behind it.
  private func collected(
    _ stream: AsyncThrowingStream<AnyCodableValue, any Error>
  ) async throws -> ResolvedAnswer.Content {
    var values: [AnyCodableValue] = []
    do {
      for try await value in stream {
        guard values.count < Self.playedValueLimit else {
          return .values(values, end: .endlessStream(after: values.count), interval: .zero)
        }
        values.append(value)
      }
      try Task.checkCancellation()
      return .values(values, end: nil, interval: .zero)
    } catch let error as MockServiceError {
      return .values(values, end: error, interval: .zero)
    }
  }
}

extension MockServiceError {
  fileprivate static func endlessStream(after count: Int) -> MockServiceError {
    MockServiceError(
      code: "endlessStream",
      message: "the stream goes on after \(count) values and was left there; let it end")
  }

  /// Words whatever a call threw.
  fileprivate init(playing error: any Error) {
    switch error {
    case let error as MockServiceError: self = error
    case is CancellationError: self.init(code: "cancelled", message: "the call was cancelled")
    default: self.init(untyped: error)
    }
  }
}
