import MockCalls
import MockLua

/// Runs steps one after the other.
///
/// A call that waits at a closed gate continues when the gate opens.
struct StepPlayer: Sendable {
  /// The result of a step.
  enum Event {
    case answered(MockPlayedCall)
    /// A call is waiting at a gate.
    case waits(MockCallRequest, gate: String)
  }

  let player: ScenarioPlayer
  private let work: GatedWork<MockPlayedCall>

  init(_ player: ScenarioPlayer) {
    self.player = player
    work = GatedWork(player.gates)
  }

  /// The number of calls still waiting at gates.
  var waitingCount: Int { work.waitingCount }

  /// Runs a step, and returns its results, including the responses of calls that have continued.
  ///
  /// - Throws: `CommandFailure` if a gate doesn't exist.
  func play(_ step: MockCallStep) async throws(CommandFailure) -> [Event] {
    do throws(MockServiceError) {
      switch step {
      case .close(let gate):
        try player.gates.close(gate)
        return []
      case .open(let gate):
        try player.gates.open(gate)
        await work.settle()
        return ended
      case .call(let request): return await play(request)
      }
    } catch {
      throw .unknownGate(error)
    }
  }

  private func play(_ request: MockCallRequest) async -> [Event] {
    // Most scenarios have no gates, and their calls don't need separate tasks.
    guard player.gates.holdAny || work.waitingCount > 0 else {
      return [.answered(await player.play(request))]
    }
    switch await work.run({ await player.play(request) }).progress {
    case .ended(let call): return [.answered(call)] + ended
    case .waits(let gate): return ended + [.waits(request, gate: gate)]
    }
  }

  private var ended: [Event] { work.takeEnded().map { .answered($0.outcome) } }

  /// Ends the calls that are still waiting.
  func finish() { work.cancel() }
}
