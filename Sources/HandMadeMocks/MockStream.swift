public import Foundation
public import MockServices

/// What the streams of a mock yield, how fast, and whether they fail.
public final class MockStream<Token: Sendable>: Sendable {
  private struct Contents {
    var tokens: [Token]
    var delay: TimeInterval
    var isFailing = false
  }

  private let contents: Locked<Contents>

  /// Creates the description of a stream.
  ///
  /// - Parameters:
  ///   - tokens: What it yields, in order.
  ///   - delay: How long it waits after each element, in seconds; 0.1 by default.
  public init(_ tokens: [Token], delay: TimeInterval = 0.1) {
    contents = Locked(Contents(tokens: tokens, delay: delay))
  }

  /// What a stream yields, in order.
  public var streamedTokens: [Token] {
    get { contents.withLock { $0.tokens } }
    set { contents.withLock { $0.tokens = newValue } }
  }

  /// How long a stream waits after each element, in seconds.
  public var streamDelay: TimeInterval {
    get { contents.withLock { $0.delay } }
    set { contents.withLock { $0.delay = newValue } }
  }

  /// Whether a stream throws ``MockError/streamFailure`` instead of yielding.
  public var shouldStreamFail: Bool {
    get { contents.withLock { $0.isFailing } }
    set { contents.withLock { $0.isFailing = newValue } }
  }

  /// Begins a stream, as it is described now.
  ///
  /// It always finishes: after the last element's delay, with ``MockError/streamFailure``, or when whoever
  /// reads it is cancelled or lets go of it.
  ///
  /// - Parameter clock: The clock of the delays.
  /// - Returns: A stream of its own.
  public func makeStream(clock: MockClock) -> AsyncThrowingStream<Token, any Error> {
    let contents = contents.withLock { $0 }
    return AsyncThrowingStream { continuation in
      let task = Task {
        do {
          if contents.isFailing { throw MockError.streamFailure }
          for token in contents.tokens {
            try Task.checkCancellation()
            continuation.yield(token)
            if contents.delay > 0 { try await clock.sleep(for: .seconds(contents.delay)) }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
