internal import MockServices

/// Stands between the sequencers and the runtime, which hold each other: it keeps neither alive.
final class ScenarioResponder: MockResponder, @unchecked Sendable {
  // Written once, before the runtime and its sequencers are handed out.
  private weak var runtime: ScenarioRuntime?

  func attach(_ runtime: ScenarioRuntime) { self.runtime = runtime }

  func answer(_ call: MockCall) async throws -> MockAnswer {
    try await alive(call.callback).answer(call)
  }

  func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool {
    try alive(predicate).assumeIsolated { runtime in
      try runtime.accepts(predicate: predicate, arguments: arguments)
    }
  }

  private func alive(_ name: String) throws(MockServiceError) -> ScenarioRuntime {
    guard let runtime else {
      throw MockServiceError(
        problem: .noResponder,
        "the ScenarioRuntime that runs `\(name)` is gone; keep it as long as its sequencers",
        at: nil)
    }
    return runtime
  }
}
