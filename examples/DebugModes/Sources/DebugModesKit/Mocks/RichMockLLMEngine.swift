public import MockServices

/// A language model with varied answers, after 300 ms.
public actor RichMockLLMEngine: LLMEngineProtocol {
  /// What it chooses from.
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
  ///   - seed: The seed of the choice; equal seeds give the same answers in the same order; 0 by default.
  ///   - clock: The clock of the delay; the machine's by default.
  public init(seed: UInt64 = 0, clock: MockClock = .system) {
    self.clock = clock
    random = MockRandomSource(seed: seed)
  }

  /// One of the answers, whatever the prompt.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func generateResponse(prompt: String) async throws -> String {
    let index = Int.random(in: Self.responses.indices, using: &random)
    try await clock.sleep(for: .milliseconds(300))
    return Self.responses[index]
  }

  /// True.
  public func isAvailable() async -> Bool { true }
}
