public import MockServices

/// A language model that always returns the same response, after 200 ms.
public struct MockLLMEngine: LLMEngineProtocol {
  private let clock: MockClock

  /// Creates the mock.
  ///
  /// - Parameter clock: The clock for the delay; the system clock by default.
  public init(clock: MockClock = .system) { self.clock = clock }

  /// Returns the fixed response.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  public func generateResponse(prompt: String) async throws -> String {
    try await clock.sleep(for: .milliseconds(200))
    return "Mock AI response for UI testing."
  }

  /// Returns true.
  public func isAvailable() async -> Bool { true }
}
