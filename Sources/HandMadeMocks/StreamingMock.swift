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
  /// The settings of the streams.
  var mockStream: MockStream<Token> { get }
}

extension StreamingMock {
  /// The elements of a stream, in order.
  public var streamedTokens: [Token] {
    get { mockStream.streamedTokens }
    set { mockStream.streamedTokens = newValue }
  }

  /// The delay after each element in seconds; 0.1 by default.
  public var streamDelay: TimeInterval {
    get { mockStream.streamDelay }
    set { mockStream.streamDelay = newValue }
  }

  /// Whether a stream throws ``MockError/streamFailure`` instead of yielding elements; false by default.
  public var shouldStreamFail: Bool {
    get { mockStream.shouldStreamFail }
    set { mockStream.shouldStreamFail = newValue }
  }

  /// Starts a stream on the mock's clock.
  public func streamTokens() -> AsyncThrowingStream<Token, any Error> {
    mockStream.makeStream(clock: clock)
  }
}
