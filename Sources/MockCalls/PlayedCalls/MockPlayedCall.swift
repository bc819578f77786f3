public import MockConfiguration
package import MockData

/// A call that was played rather than made by an app, with its complete response.
package struct MockPlayedCall: Sendable, Equatable {
  /// The method with its service, such as `OTP.verify`.
  package var name: String
  /// The number of the call among the method's calls, starting at 1.
  package var count: Int
  /// The time on the clock from the call to its response, or to the end of its stream.
  package var duration: Duration
  package var answer: Response

  package enum Response: Sendable, Equatable {
    case success(AnyCodableValue?)
    /// An error, which is configured or comes from the mock itself.
    case error(MockServiceError)
    case stream([AnyCodableValue], error: MockServiceError?)
  }

  package init(name: String, count: Int, duration: Duration, answer: Response) {
    self.name = name
    self.count = count
    self.duration = duration
    self.answer = answer
  }

  /// The error of the response, or the error at the end of a stream, if any.
  package var error: MockServiceError? {
    switch answer {
    case .success: nil
    case .error(let error): error
    case .stream(_, let error): error
    }
  }

  /// The call in the output format of `mocklua call`.
  ///
  /// Durations are in whole milliseconds.
  package var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "call": .string(name), "count": .int(count),
      "delayMs": .int(duration.wholeMilliseconds),
    ]
    switch answer {
    case .success(let value):
      members["result"] = "success"
      members["value"] = value
    case .error: members["result"] = "error"
    case .stream(let values, _):
      members["result"] = "stream"
      members["values"] = .array(values)
    }
    members["error"] = error?.value
    return .dictionary(members)
  }
}

extension MockServiceError {
  /// The error as data, with its `code`, its `message`, and its `details`, if any.
  package var value: AnyCodableValue {
    .object(["code": .string(code), "message": .string(message), "details": details])
  }
}

extension MockCallSequencer {
  /// Makes the next call to a method, and returns its complete response, including all values of a stream.
  ///
  /// The call is counted, waits, updates the shared state, and is recorded like a call from an app. The method never
  /// throws: an error is part of the response, and a cancellation is an error with the code `cancelled`. If a dynamic
  /// stream has more than 10,000 values or 16 MiB, it is abandoned with the error code `endlessStream`.
  package nonisolated(nonsending) func play(
    _ method: String, arguments: MockArguments = .none
  ) async -> MockPlayedCall {
    let began = clock.elapsed
    var played = MockPlayedCall(
      name: method, count: 0, duration: .zero, answer: .success(nil))
    do {
      try await calls.answer(Call(method, arguments), ResponseRequest(.whole, waits: true)) {
        played = MockPlayedCall(
          name: "\($1)", count: $0.count, duration: .zero, answer: $0.played)
      }
    } catch {
      // The reader accepts errors, so it doesn't throw any.
      played.answer = CallResponse(failing: error).played
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
  /// - Returns: The configured response. It is `nil` if no rule accepts the arguments, or if the sequence is used up.
  /// - Throws: ``MockServiceError`` if the method has no responses, or the error that a condition throws. In an app
  ///   that has joined a live session, the code is `noResponder`, because the responses are in the test's process.
  public nonisolated func upcomingResponse(
    for method: String, arguments: MockArguments = .none
  ) throws -> MockResponse? {
    try calls.explanation(of: method, arguments: arguments).answering?.next?.response
  }

  /// Returns an explanation of how the next call to a method would be handled.
  ///
  /// Nothing is counted, recorded, or updated, but conditions that are functions are called.
  ///
  /// - Throws: ``MockServiceError`` if the method has no responses, or the error that a condition throws.
  package nonisolated func explanation(
    of method: String, arguments: MockArguments = .none
  ) throws -> MockExplanation {
    try calls.explanation(of: method, arguments: arguments)
  }
}

extension CallResponse {
  fileprivate var played: MockPlayedCall.Response {
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
      message:
        "the stream continues after \(count) values, and the rest was not read; finish the stream")
  }
}
