public import MockConfiguration

extension MockCallSequencer {
  /// Makes the next call of a method and gives its whole answer, a stream with all of its values.
  ///
  /// It counts, waits, updates and records as a call of an app does. Nothing is thrown: an error is an
  /// answer, and so is a cancellation, as an error with the code `cancelled`. A computed stream that
  /// goes on after 10,000 values, or 16 MiB of them, is left there, with an error of the code `endlessStream`.
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
      // Its reader takes errors as well, and throws none.
      played.answer = Answer(failing: error).played
    }
    played.duration = clock.elapsed - began
    return played
  }

  /// The response that the next call of a method would get, which stays for that call.
  ///
  /// Nothing is counted, recorded or updated; conditions that are functions are asked.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments of the call; none by default.
  /// - Returns: The response as the configuration states it; nil where no rule accepts the arguments, or the
  ///   sequence is used up.
  /// - Throws: ``MockServiceError`` for a method without responses, and what a condition throws; in an app of a live
  ///   session with the code `noResponder`, since the responses are in the process of the test.
  public nonisolated func upcomingResponse(
    for method: String, arguments: MockArguments = .none
  ) throws -> MockResponse? {
    try calls.explanation(of: method, arguments: arguments).answering?.next?.response
  }

  /// What the next call of a method would be answered with, and why.
  ///
  /// Nothing is counted, recorded or updated; conditions that are functions are asked.
  ///
  /// - Throws: ``MockServiceError`` for a method without responses, and what a condition throws.
  package nonisolated func explanation(
    of method: String, arguments: MockArguments = .none
  ) throws -> MockExplanation {
    try calls.explanation(of: method, arguments: arguments)
  }

  /// What the next call of a method would be answered with, and why.
  ///
  /// Nothing is counted, recorded or updated; conditions that are functions are asked.
  ///
  /// - Throws: ``MockServiceError`` for a method without responses, and what a condition throws.
  package nonisolated(nonsending) func explanation(
    of method: String, arguments: MockArguments = .none
  ) async throws -> MockExplanation {
    try calls.explanation(of: method, arguments: arguments)
  }
}

extension Answer {
  /// The answer as a player of calls gets it.
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
      message: "the stream goes on after \(count) values and was left there; let it end")
  }
}
