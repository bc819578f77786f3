/// A language model.
public protocol LLMEngineProtocol: Sendable {
  /// Returns the response to a prompt.
  func generateResponse(prompt: String) async throws -> String

  /// Whether this device can run the model.
  func isAvailable() async -> Bool
}
