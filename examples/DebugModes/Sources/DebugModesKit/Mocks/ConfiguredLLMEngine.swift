public import MockServices

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

/// A language model that gets its responses from the configuration of the launch.
@MockService
public actor ConfiguredLLMEngine: LLMEngineProtocol {
  /// Whether a model is available; true, unless the configuration binds it or sets another initial value.
  @MockDefault(true)
  nonisolated let availability: CurrentValueSubject<Bool, Never>

  /// Returns the configured response.
  public func generateResponse(prompt: String) async throws -> String

  /// Returns the current value of `availability`.
  public func isAvailable() async -> Bool { availability.value }
}
