public import MockServices

/// The key of the language model.
public enum LLMEngineSpec: ServiceSpec {
  /// Makes the system's model.
  public static func makeService(_ resolver: any DependencyResolver) -> any LLMEngineProtocol {
    SystemLLMEngine()
  }
}
