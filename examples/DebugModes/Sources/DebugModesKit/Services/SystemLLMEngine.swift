#if canImport(FoundationModels)
  internal import FoundationModels
#endif

/// The system's language model, on Apple devices that have one.
public struct SystemLLMEngine: LLMEngineProtocol {
  /// Creates the model.
  public init() {}

  /// Sends a prompt to the model in a new session.
  ///
  /// - Throws: ``SystemServiceError/noLanguageModel`` if the device has no model or it's turned off, and the
  ///   model's errors.
  public func generateResponse(prompt: String) async throws -> String {
    #if canImport(FoundationModels)
      if #available(iOS 26, macOS 26, visionOS 26, *), SystemLanguageModel.default.isAvailable {
        return try await LanguageModelSession().respond(to: prompt).content
      }
    #endif
    throw SystemServiceError.noLanguageModel
  }

  /// Whether this device has a model that's ready.
  public func isAvailable() async -> Bool {
    #if canImport(FoundationModels)
      if #available(iOS 26, macOS 26, visionOS 26, *) {
        return SystemLanguageModel.default.isAvailable
      }
    #endif
    return false
  }
}
