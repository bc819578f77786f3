internal import MockCalls
internal import MockData
internal import MockPlatform

/// A call whose answer is on its way.
enum PendingCall {
  /// A thread waits.
  case blocked(BlockedCaller)
  /// A task waits.
  case suspended(CheckedContinuation<Answer, any Error>)
  /// A task takes the values as they come.
  case stream(AsyncThrowingStream<Answer, any Error>.Continuation)

  /// Ends the call without an answer; none of an app's code runs on this thread.
  func fail(_ error: any Error) {
    switch self {
    case .blocked(let caller): caller.finish(.failure(error))
    case .suspended(let continuation): continuation.resume(throwing: error)
    case .stream(let continuation): continuation.finish(throwing: error)
    }
  }

  /// Hands the answer over.
  func succeed(_ answer: Answer) {
    switch self {
    case .blocked(let caller): caller.finish(.success(answer))
    case .suspended(let continuation): continuation.resume(returning: answer)
    case .stream(let continuation): continuation.finish()
    }
  }
}

/// A thread that waits for an answer.
///
/// `@unchecked Sendable`: `result` is written before the latch opens, and read after that.
final class BlockedCaller: @unchecked Sendable {
  private let latch = Latch()
  private var result: Result<Answer, any Error>?

  func finish(_ result: Result<Answer, any Error>) {
    self.result = result
    latch.open()
  }

  func wait() throws -> Answer {
    while true {
      latch.wait()
      if let result { return try result.get() }
    }
  }
}
