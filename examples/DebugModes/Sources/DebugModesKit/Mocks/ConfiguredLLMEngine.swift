public import MockServices

/// A language model that answers from the configuration of the launch.
@MockService
public actor ConfiguredLLMEngine: LLMEngineProtocol {
  /// The configured answer.
  public func generateResponse(prompt: String) async throws -> String

  /// True.
  public func isAvailable() async -> Bool { true }
}
