public import MockData

/// How a mocked call ended.
public enum MockCallOutcome: Sendable, Equatable {
  /// The call is still being answered.
  case running
  /// The call returned a value, or nothing; the values of a stream are a list.
  case returned(AnyCodableValue?)
  /// The call threw an error.
  ///
  /// One that is no ``MockServiceError`` is recorded with the name of its type as its code.
  case threw(MockServiceError)
  /// The call was cancelled.
  case cancelled

  /// The outcome of a call that threw.
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
  /// Bytes that a log keeps of it.
  var byteSize: Int {
    switch self {
    case .running, .cancelled, .returned(nil): 0
    case .returned(let value?): value.byteSize
    case .threw(let error):
      error.code.utf8.count + error.message.utf8.count + (error.details?.byteSize ?? 0)
    }
  }
}
