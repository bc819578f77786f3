internal import MockCalls
internal import MockData
internal import MockPlatform

/// A call that is waiting for its response.
enum PendingCall {
  /// A caller is waiting for the choice of a response and then, if the call returns a stream, for its values.
  case choosing(PendingChoice, AsyncThrowingStream<Answer, any Error>.Continuation?)
  /// The response has been chosen, and may have arrived, but no caller is waiting for it yet.
  case unclaimed(Answer?)
  /// A thread is waiting.
  case blocked(BlockedCaller<Answer>)
  /// A task is waiting.
  case suspended(CheckedContinuation<Answer, any Error>)
  /// A task receives the values as they arrive.
  case stream(AsyncThrowingStream<Answer, any Error>.Continuation)

  /// Ends the call without a response.
  ///
  /// None of the app's code runs on this thread.
  func fail(_ error: any Error) {
    switch self {
    case .choosing(let choice, let continuation):
      choice.finish(.failure(error))
      continuation?.finish(throwing: error)
    case .unclaimed: break
    case .blocked(let caller): caller.finish(.failure(error))
    case .suspended(let continuation): continuation.resume(throwing: error)
    case .stream(let continuation): continuation.finish(throwing: error)
    }
  }

  /// Delivers the response.
  func succeed(_ answer: Answer) {
    switch self {
    // A response can't arrive before it was chosen. Without a caller, it isn't delivered here.
    case .choosing, .unclaimed: break
    case .blocked(let caller): caller.finish(.success(answer))
    case .suspended(let continuation): continuation.resume(returning: answer)
    case .stream(let continuation): continuation.finish()
    }
  }
}

/// A caller that is waiting for the decision whether to call the live service.
enum PendingChoice {
  case blocked(BlockedCaller<Bool>)
  case suspended(CheckedContinuation<Bool, any Error>)

  func finish(_ result: Result<Bool, any Error>) {
    switch self {
    case .blocked(let caller): caller.finish(result)
    case .suspended(let continuation): continuation.resume(with: result)
    }
  }
}

/// A thread that is waiting for a result from the test.
///
/// `@unchecked Sendable`: `result` is written before the latch opens, and only read after that.
final class BlockedCaller<Value>: @unchecked Sendable {
  private let latch = Latch()
  private var result: Result<Value, any Error>?

  func finish(_ result: Result<Value, any Error>) {
    self.result = result
    latch.open()
  }

  func wait() throws -> Value {
    while true {
      latch.wait()
      if let result { return try result.get() }
    }
  }
}
