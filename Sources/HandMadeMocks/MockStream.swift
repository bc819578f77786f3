public import Foundation
public import MockServices

/// A mock whose methods return streams, such as the text of a language model.
///
/// ```swift
/// final class MockAIService: AIService, StreamingMock {
///   let mockStorage = MockStorage()
///   let mockStream = MockStream(["Hello", " ", "world", "!"])
///
///   func streamCompletion(prompt: String) -> AsyncThrowingStream<String, any Error> {
///     recordInvocation("streamCompletion", arguments: prompt)
///     return streamTokens()
///   }
/// }
/// ```
public protocol StreamingMock: MockProtocol where Storage == MockStorage {
  /// The type of the streamed elements.
  associatedtype Token: Sendable
  /// The elements and settings of the streams.
  var mockStream: MockStream<Token> { get }
}

extension StreamingMock {
  /// The elements that each stream yields, in order.
  public var streamedTokens: [Token] {
    get { mockStream.streamedTokens }
    set { mockStream.streamedTokens = newValue }
  }

  /// The delay after each element, in seconds.
  public var streamDelay: TimeInterval {
    get { mockStream.streamDelay }
    set { mockStream.streamDelay = newValue }
  }

  /// Whether each stream throws ``MockError/streamFailure`` instead of yielding elements.
  ///
  /// The default is false.
  public var shouldStreamFail: Bool {
    get { mockStream.shouldStreamFail }
    set { mockStream.shouldStreamFail = newValue }
  }

  /// Starts a stream that measures its delays on the mock's clock.
  public func streamTokens() -> AsyncThrowingStream<Token, any Error> {
    mockStream.makeStream(clock: clock)
  }
}

/// The elements of a mock's streams, their delay, and whether the streams fail.
public final class MockStream<Token: Sendable>: Sendable {
  private struct Contents {
    var tokens: [Token]
    var delay: TimeInterval
    var isFailing = false
  }

  private let contents: Locked<Contents>

  /// Creates the elements and settings of streams.
  ///
  /// - Parameters:
  ///   - tokens: The elements that each stream yields, in order.
  ///   - delay: The delay after each element, in seconds. The default is 0.1.
  public init(_ tokens: [Token], delay: TimeInterval = 0.1) {
    contents = Locked(Contents(tokens: tokens, delay: delay))
  }

  /// The elements that each stream yields, in order.
  public var streamedTokens: [Token] {
    get { contents.withLock { $0.tokens } }
    set { contents.withLock { $0.tokens = newValue } }
  }

  /// The delay after each element, in seconds.
  public var streamDelay: TimeInterval {
    get { contents.withLock { $0.delay } }
    set { contents.withLock { $0.delay = newValue } }
  }

  /// Whether each stream throws ``MockError/streamFailure`` instead of yielding elements.
  ///
  /// The default is false.
  public var shouldStreamFail: Bool {
    get { contents.withLock { $0.isFailing } }
    set { contents.withLock { $0.isFailing = newValue } }
  }

  /// Starts a stream with the current settings.
  ///
  /// A stream finishes after the delay of its last element, or throws ``MockError/streamFailure`` if
  /// ``shouldStreamFail`` is true. If its consumer is canceled or releases it, the stream ends early.
  ///
  /// - Parameter clock: The clock that measures the delays.
  /// - Returns: A new stream.
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
