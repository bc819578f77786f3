import MockCalls
import MockLua

/// Plays steps one after the other; a call that waits at a closed gate goes on when that is opened.
struct StepPlayer: Sendable {
  /// What has come of a step.
  enum Event {
    case answered(MockPlayedCall)
    /// A call has come to wait.
    case waits(MockCallRequest, gate: String)
  }

  let player: ScenarioPlayer
  private let work: GatedWork<MockPlayedCall>

  init(_ player: ScenarioPlayer) {
    self.player = player
    work = GatedWork(player.gates)
  }

  /// How many calls still wait at gates.
  var waitingCount: Int { work.waitingCount }

  /// Plays a step, and gives what has come of it, answers of calls that have gone on included.
  ///
  /// - Throws: `CommandFailure` for a gate that does not exist.
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
    // Most scenarios hold nobody, and their calls need no task of their own.
    guard player.gates.holdAny || work.waitingCount > 0 else {
      return [.answered(await player.play(request))]
    }
    switch await work.run({ await player.play(request) }).progress {
    case .ended(let call): return [.answered(call)] + ended
    case .waits(let gate): return ended + [.waits(request, gate: gate)]
    }
  }

  private var ended: [Event] { work.takeEnded().map { .answered($0.outcome) } }

  /// Ends the calls that still wait.
  func finish() { work.cancel() }
}
