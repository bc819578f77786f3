package import MockData

/// A call that was played instead of made by an app, with its whole response.
package struct MockPlayedCall: Sendable, Equatable {
  /// The method with its service, such as `OTP.verify`.
  package var name: String
  /// The number of the call among the method's calls, from 1.
  package var count: Int
  /// The time on the clock from the call to the response, or to the end of a stream.
  package var duration: Duration
  /// The response.
  package var answer: Answer

  /// The response to a call.
  package enum Answer: Sendable, Equatable {
    /// A value, if any.
    case success(AnyCodableValue?)
    /// An error, either configured or from the mock itself.
    case error(MockServiceError)
    /// The values of a stream, and the error that ended it, if any.
    case stream([AnyCodableValue], error: MockServiceError?)
  }

  /// Creates a played call.
  package init(name: String, count: Int, duration: Duration, answer: Answer) {
    self.name = name
    self.count = count
    self.duration = duration
    self.answer = answer
  }

  /// The error of the response or at the end of a stream, if any.
  package var error: MockServiceError? {
    switch answer {
    case .success: nil
    case .error(let error): error
    case .stream(_, let error): error
    }
  }

  /// The call in the format of `mocklua call`, with durations in whole milliseconds.
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
  /// The error as data: `code`, `message`, and `details` if there are any.
  package var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = ["code": .string(code), "message": .string(message)]
    members["details"] = details
    return .dictionary(members)
  }
}
