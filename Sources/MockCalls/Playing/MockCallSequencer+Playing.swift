public import MockConfiguration

extension MockCallSequencer {
  /// Makes the next call to a method and returns its whole response, including all values of a stream.
  ///
  /// The call is counted, waits, updates, and is recorded like a call of an app. The method never throws: an error is a
  /// response, and so is a cancellation, with the code `cancelled`. A dynamic stream that continues after 10,000
  /// values, or 16 MiB of values, is abandoned with the error code `endlessStream`.
  package nonisolated(nonsending) func play(
    _ method: String, arguments: MockArguments = .none
  ) async -> MockPlayedCall {
    let began = clock.elapsed
    var played = MockPlayedCall(
      name: method, count: 0, duration: .zero, answer: .success(nil))
    do {
      try await calls.answer(Call(method, arguments), Wanted(.whole, waits: true)) {
        played = MockPlayedCall(
          name: "\($1)", count: $0.count, duration: .zero, answer: $0.played)
      }
    } catch {
      // The reader also accepts errors, and throws none.
      played.answer = Answer(failing: error).played
    }
    played.duration = clock.elapsed - began
    return played
  }

  /// Returns the response that the next call to a method would get, without making the call.
  ///
  /// Nothing is counted, recorded, or updated, but conditions that are functions are called.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments of the call (default: none).
  /// - Returns: The response as configured, or `nil` if no rule accepts the arguments or the sequence is used up.
  /// - Throws: ``MockServiceError`` for a method without responses, or the error of a condition. In an app of a live
  ///   session, the error always has the code `noResponder`, because the test's process has the responses.
  public nonisolated func upcomingResponse(
    for method: String, arguments: MockArguments = .none
  ) throws -> MockResponse? {
    try calls.explanation(of: method, arguments: arguments).answering?.next?.response
  }

  /// Returns how the next call to a method would be handled, and why.
  ///
  /// Nothing is counted, recorded, or updated, but conditions that are functions are called.
  ///
  /// - Throws: ``MockServiceError`` for a method without responses, or the error of a condition.
  package nonisolated func explanation(
    of method: String, arguments: MockArguments = .none
  ) throws -> MockExplanation {
    try calls.explanation(of: method, arguments: arguments)
  }

  /// Returns how the next call to a method would be handled, and why.
  ///
  /// Nothing is counted, recorded, or updated, but conditions that are functions are called.
  ///
  /// - Throws: ``MockServiceError`` for a method without responses, or the error of a condition.
  package nonisolated(nonsending) func explanation(
    of method: String, arguments: MockArguments = .none
  ) async throws -> MockExplanation {
    try calls.explanation(of: method, arguments: arguments)
  }
}

extension Answer {
  /// The response as a played call reports it.
  fileprivate var played: MockPlayedCall.Answer {
    switch content {
    case .value(let value): .success(value)
    case .error(let error): .error(error)
    case .values(let values, let end, _): .stream(values, error: end)
    case .live: .stream([], error: nil)
    case .cancelled:
      .error(MockServiceError(code: "cancelled", message: "the call was cancelled"))
    }
  }
}

extension MockServiceError {
  static func endlessStream(after count: Int) -> MockServiceError {
    MockServiceError(
      code: "endlessStream",
      message: "the stream continues after \(count) values, and the rest was not read; let it end")
  }
}
