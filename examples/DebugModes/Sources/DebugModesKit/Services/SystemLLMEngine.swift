#if canImport(FoundationModels)
  internal import FoundationModels
#endif

/// The language model of the system: Apple's on the devices that have it, none elsewhere.
public struct SystemLLMEngine: LLMEngineProtocol {
  /// Creates the model.
  public init() {}

  /// Asks the model, in a conversation of its own.
  ///
  /// - Throws: ``SystemServiceError/noLanguageModel`` where the device has none or the user has not turned it on, and
  ///   what the model throws.
  public func generateResponse(prompt: String) async throws -> String {
    #if canImport(FoundationModels)
      if #available(iOS 26, macOS 26, visionOS 26, *), SystemLanguageModel.default.isAvailable {
        return try await LanguageModelSession().respond(to: prompt).content
      }
    #endif
    throw SystemServiceError.noLanguageModel
  }

  /// Whether this device has a model that is ready.
  public func isAvailable() async -> Bool {
    #if canImport(FoundationModels)
      if #available(iOS 26, macOS 26, visionOS 26, *) {
        return SystemLanguageModel.default.isAvailable
      }
    #endif
    return false
  }
}
