public import MockServices

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

/// A language model that answers from the configuration of the launch.
@MockService
public actor ConfiguredLLMEngine: LLMEngineProtocol {
  /// Whether there is a model: true, unless the configuration binds it or gives it another initial value.
  @MockDefault(true)
  nonisolated let availability: CurrentValueSubject<Bool, Never>

  /// The configured answer.
  public func generateResponse(prompt: String) async throws -> String

  /// What the configuration says of `availability`.
  public func isAvailable() async -> Bool { availability.value }
}
