public import Foundation
internal import MockServices

/// A mock whose methods return streams of text, as language models do.
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
  /// The type of the elements.
  associatedtype Token: Sendable
  /// What the streams yield.
  var mockStream: MockStream<Token> { get }
}

extension StreamingMock {
  /// What a stream yields, in order.
  public var streamedTokens: [Token] {
    get { mockStream.streamedTokens }
    set { mockStream.streamedTokens = newValue }
  }

  /// How long a stream waits after each element, in seconds; 0.1 by default.
  public var streamDelay: TimeInterval {
    get { mockStream.streamDelay }
    set { mockStream.streamDelay = newValue }
  }

  /// Whether a stream throws ``MockError/streamFailure`` instead of yielding; false by default.
  public var shouldStreamFail: Bool {
    get { mockStream.shouldStreamFail }
    set { mockStream.shouldStreamFail = newValue }
  }

  /// Begins a stream on the mock's clock.
  public func streamTokens() -> AsyncThrowingStream<Token, any Error> {
    mockStream.makeStream(clock: clock)
  }
}
