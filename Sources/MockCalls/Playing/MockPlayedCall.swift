package import MockData

/// A call that was played from outside of an app, and its whole answer.
package struct MockPlayedCall: Sendable, Equatable {
  /// The method with its service, such as `OTP.verify`.
  package var name: String
  /// The number of the call of the method, from 1.
  package var count: Int
  /// The time that passed on the clock between call and answer, up to a stream's end.
  package var duration: Duration
  /// The answer.
  package var answer: Answer

  /// What a call is answered with.
  package enum Answer: Sendable, Equatable {
    /// A value; nil where there is none.
    case success(AnyCodableValue?)
    /// An error, configured or of the mock itself.
    case error(MockServiceError)
    /// The values of a stream, and the error that ended it; nil where none did.
    case stream([AnyCodableValue], error: MockServiceError?)
  }

  /// Creates a played call.
  package init(name: String, count: Int, duration: Duration, answer: Answer) {
    self.name = name
    self.count = count
    self.duration = duration
    self.answer = answer
  }

  /// The error of the answer, also one that ended a stream; nil where there is none.
  package var error: MockServiceError? {
    switch answer {
    case .success: nil
    case .error(let error): error
    case .stream(_, let error): error
    }
  }

  /// The call as `mocklua call` writes it, durations in whole milliseconds.
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
  /// The error as data: `code`, `message`, and `details` where there are any.
  package var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = ["code": .string(code), "message": .string(message)]
    members["details"] = details
    return .dictionary(members)
  }
}
