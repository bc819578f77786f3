public import MockServices

/// A language model with varied responses, after 300 ms.
public actor RichMockLLMEngine: LLMEngineProtocol {
  /// The possible responses.
  public static let responses = [
    "Your day looks well balanced: three meetings, and two hours without any.",
    "You tend to keep personal matters for the weekend, and Thursdays free of stand-ups.",
    "Your deep work on Tuesday has begun late for three weeks; shall I move the meeting before it?",
    "The next retreat takes two days. Two of your meetings lie in it.",
    "You have had a one-to-one in each of the last four weeks.",
    "This week has six hours of meetings, one less than the last one.",
  ]

  private let clock: MockClock
  private var random: MockRandomSource

  /// Creates the mock.
  ///
  /// - Parameters:
  ///   - seed: The seed for the choice; 0 by default. Equal seeds give the same responses in the same order.
  ///   - clock: The clock for the delay; the system clock by default.
  public init(seed: UInt64 = 0, clock: MockClock = .system) {
    self.clock = clock
    random = MockRandomSource(seed: seed)
  }

  /// Returns one of the responses, regardless of the prompt.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  public func generateResponse(prompt: String) async throws -> String {
    let index = Int.random(in: Self.responses.indices, using: &random)
    try await clock.sleep(for: .milliseconds(300))
    return Self.responses[index]
  }

  /// Returns true.
  public func isAvailable() async -> Bool { true }
}
