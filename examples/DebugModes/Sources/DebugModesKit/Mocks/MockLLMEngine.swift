public import MockServices

/// A language model that says the same to everything, after 200 ms.
public struct MockLLMEngine: LLMEngineProtocol {
  private let clock: MockClock

  /// Creates the mock.
  ///
  /// - Parameter clock: The clock of the delay; the machine's by default.
  public init(clock: MockClock = .system) { self.clock = clock }

  /// The answer to everything.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func generateResponse(prompt: String) async throws -> String {
    try await clock.sleep(for: .milliseconds(200))
    return "Mock AI response for UI testing."
  }

  /// True.
  public func isAvailable() async -> Bool { true }
}
