/// A language model.
public protocol LLMEngineProtocol: Sendable {
  /// Answers a prompt.
  func generateResponse(prompt: String) async throws -> String

  /// Whether this device can run it.
  func isAvailable() async -> Bool
}
