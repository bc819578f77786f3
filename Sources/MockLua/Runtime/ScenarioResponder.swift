internal import MockCalls
internal import MockData
internal import MockPlatform

/// Connects the sequencers with the runtime.
///
/// It keeps neither alive, so there is no reference cycle.
///
/// `@unchecked Sendable`: `runtime` is written once, before the runtime and its sequencers are shared.
final class ScenarioResponder: MockResponder, @unchecked Sendable {
  private weak var runtime: ScenarioRuntime?
  /// Greater than 0 after another scenario has taken over.
  ///
  /// Calls to sequencers that are still in use are then canceled.
  private let isOver = AtomicNumber()

  func attach(_ runtime: ScenarioRuntime) { self.runtime = runtime }

  func end() { isOver.value = 1 }

  nonisolated(nonsending) func answer(_ call: MockCall) async throws -> MockAnswer {
    try await alive(call.callback).answer(call)
  }

  func answerNow(_ call: MockCall) throws -> MockAnswer {
    try alive(call.callback).answerNow(call)
  }

  func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool {
    try alive(predicate).accepts(predicate: predicate, arguments: arguments)
  }

  private func alive(_ name: String) throws -> ScenarioRuntime {
    guard let runtime else {
      if isOver.value > 0 { throw CancellationError() }
      throw MockServiceError(
        problem: .noResponder,
        "the ScenarioRuntime of `\(name.escaped)` no longer exists; keep it as long as its sequencers",
        at: nil)
    }
    return runtime
  }
}

extension ScenarioResponder: CallChecking {
  func failures(
    of service: String, _ method: String, _ arguments: () -> AnyCodableValue
  ) -> [MockFailure] {
    runtime?.failures(of: service, method, arguments) ?? []
  }
}

extension ScenarioResponder: ScriptedPredicates {
  var predicateLock: RankedLock? { runtime?.predicateLock }

  func decidingTogether<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let runtime else { return try body() }
    return try runtime.decidingTogether(body)
  }
}
