public import MockData

/// The result of a mocked call.
public enum MockCallOutcome: Sendable, Equatable {
  /// The call has not ended yet.
  case running
  /// The call returned a value, nothing, or the values of a stream as a list.
  case returned(AnyCodableValue?)
  /// The call threw an error.
  ///
  /// If it isn't a ``MockServiceError``, the name of its type is recorded as the code.
  case threw(MockServiceError)
  /// The call was canceled.
  case cancelled

  /// Creates the outcome of a call that threw an error.
  init(_ error: any Error) {
    switch error {
    case let error as MockServiceError: self = .threw(error)
    case is CancellationError: self = .cancelled
    default:
      self = .threw(
        MockServiceError(code: "\(type(of: error))", message: String(describing: error)))
    }
  }
}

extension MockCallOutcome {
  /// Returns the outcome of a call that received further values, which are listed after those of the response.
  func adding(_ pushed: [AnyCodableValue], isStream: Bool) -> MockCallOutcome {
    guard !pushed.isEmpty, case .returned(let value) = self else { return self }
    if isStream, case .array(let values)? = value { return .returned(.array(values + pushed)) }
    return .returned(.array((value.map { [$0] } ?? []) + pushed))
  }

  /// The size in bytes of the data that a log keeps.
  var byteSize: Int {
    switch self {
    case .running, .cancelled, .returned(nil): 0
    case .returned(let value?): value.byteSize
    case .threw(let error):
      error.code.utf8.count + error.message.utf8.count + (error.details?.byteSize ?? 0)
    }
  }
}
