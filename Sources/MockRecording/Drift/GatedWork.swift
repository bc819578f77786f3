package import MockCalls
internal import MockPlatform

/// Pieces of work that make calls, which may wait at gates that the caller opens.
///
/// Start one piece of work after another. Each one waits at no more than one gate at a time. When the number of waiting
/// calls equals the number of pieces, all work has stopped.
package final class GatedWork<Outcome: Sendable>: Sendable {
  package enum Progress: Sendable {
    case ended(Outcome)
    case waits(gate: String)
  }

  private struct State {
    var nextNumber = 0
    var running: [Int: Task<Void, Never>] = [:]
    var ended: [(number: Int, outcome: Outcome)] = []
    /// The continuation to resume when all pieces of work have ended or are waiting.
    var continuation: CheckedContinuation<Void, Never>?
  }

  private let gates: MockGates
  private let state = Locked(State())

  /// The instance must be the only observer of the gates.
  package init(_ gates: MockGates) {
    self.gates = gates
    gates.observeArrivals { [weak self] _ in self?.notifyIfSettled() }
  }

  /// The number of pieces of work that haven't ended.
  package var waitingCount: Int { state.withLock { $0.running.count } }

  /// Starts a piece of work, and waits until it ends or waits at a gate.
  ///
  /// If the task is canceled, the work is canceled too.
  package func run(
    _ work: @escaping @Sendable () async -> Outcome
  ) async -> (number: Int, progress: Progress) {
    let number = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      state.running[number] = Task { [self] in
        let outcome = await work()
        end(number, outcome)
      }
      return number
    }
    await settle()
    // Queries the gates directly, because a call counts as waiting before its arrival is reported.
    let gate = gates.latestWaiting ?? ""
    let progress = state.withLock { state -> Progress in
      guard let index = state.ended.firstIndex(where: { $0.number == number }) else {
        return .waits(gate: gate)
      }
      return .ended(state.ended.remove(at: index).outcome)
    }
    return (number, progress)
  }

  /// Waits until each piece of work has ended or waits at a gate.
  ///
  /// If the task is canceled, all work is canceled.
  package func settle() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.continuation = continuation }
        notifyIfSettled()
      }
    } onCancel: {
      cancel()
    }
  }

  /// Removes and returns the outcomes of work that has ended after it waited at a gate, in the order in which it began.
  package func takeEnded() -> [(number: Int, outcome: Outcome)] {
    state.withLock { state in
      defer { state.ended = [] }
      return state.ended.sorted { $0.number < $1.number }
    }
  }

  package func cancel() {
    for task in state.withLock({ Array($0.running.values) }) { task.cancel() }
  }

  private func end(_ number: Int, _ outcome: Outcome) {
    let task = state.withLock { state in
      state.ended.append((number, outcome))
      return state.running.removeValue(forKey: number)
    }
    withExtendedLifetime(task) {}
    notifyIfSettled()
  }

  private func notifyIfSettled() {
    let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
      // The counts are compared under the lock. A count from before a gate opened would end a later wait too early.
      guard state.running.count <= gates.waitingCount else { return nil }
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume()
  }
}
