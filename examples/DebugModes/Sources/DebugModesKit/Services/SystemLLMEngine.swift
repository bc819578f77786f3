/// The language model of the system; this device has none.
public struct SystemLLMEngine: LLMEngineProtocol {
  /// Creates the model.
  public init() {}

  /// Throws ``SystemServiceError/noLanguageModel``.
  public func generateResponse(prompt: String) async throws -> String {
    throw SystemServiceError.noLanguageModel
  }

  /// False.
  public func isAvailable() async -> Bool { false }
}
