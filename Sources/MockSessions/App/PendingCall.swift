internal import MockCalls
internal import MockData
internal import MockPlatform

/// A call whose answer is on its way.
enum PendingCall {
  /// Somebody waits for what is chosen, and then for the values of a stream where there is one.
  case choosing(PendingChoice, AsyncThrowingStream<Answer, any Error>.Continuation?)
  /// What was chosen is known, and nobody waits yet for the answer, which may be there.
  case unclaimed(Answer?)
  /// A thread waits.
  case blocked(BlockedCaller<Answer>)
  /// A task waits.
  case suspended(CheckedContinuation<Answer, any Error>)
  /// A task takes the values as they come.
  case stream(AsyncThrowingStream<Answer, any Error>.Continuation)

  /// Ends the call without an answer; none of an app's code runs on this thread.
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

  /// Hands the answer over.
  func succeed(_ answer: Answer) {
    switch self {
    // No answer comes before what was chosen is known, or stays with nobody.
    case .choosing, .unclaimed: break
    case .blocked(let caller): caller.finish(.success(answer))
    case .suspended(let continuation): continuation.resume(returning: answer)
    case .stream(let continuation): continuation.finish()
    }
  }
}

/// Who waits to hear whether the live service is to be asked.
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

/// A thread that waits for what the test says.
///
/// `@unchecked Sendable`: `result` is written before the latch opens, and read after that.
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
