internal import MockPlatform

/// Work that makes calls, and may come to wait at gates, which somebody opens while it waits.
///
/// It is for somebody who makes one call after the other and is told at once when one waits at a gate: each piece of
/// work waits at no more than one, so that nothing happens any more when as many calls wait as there are pieces.
package final class GatedWork<Outcome: Sendable>: Sendable {
  /// What a piece of work has come to.
  package enum Progress: Sendable {
    case ended(Outcome)
    /// It waits at a gate, and goes on when that is opened.
    case waits(gate: String)
  }

  private struct State {
    var nextNumber = 0
    var running: [Int: Task<Void, Never>] = [:]
    var ended: [(number: Int, outcome: Outcome)] = []
    /// Who wants to know that nothing happens any more.
    var continuation: CheckedContinuation<Void, Never>?
  }

  private let gates: MockGates
  private let state = Locked(State())

  /// Begins without work; the gates have no other observer.
  package init(_ gates: MockGates) {
    self.gates = gates
    gates.observeArrivals { [weak self] _ in self?.notifyIfSettled() }
  }

  /// How many pieces of work wait.
  package var waitingCount: Int { state.withLock { $0.running.count } }

  /// Begins a piece of work, and waits until it has ended or waits at a gate.
  ///
  /// Where the task is cancelled, the work is.
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
    // Asked of the gates themselves: a call counts as one that waits before its arrival is told.
    let gate = gates.latestWaiting ?? ""
    let progress = state.withLock { state -> Progress in
      guard let index = state.ended.firstIndex(where: { $0.number == number }) else {
        return .waits(gate: gate)
      }
      return .ended(state.ended.remove(at: index).outcome)
    }
    return (number, progress)
  }

  /// Waits until all work has ended or waits at gates; where the task is cancelled, all work is.
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

  /// Takes the outcomes of work that has gone on and ended, in the order of its begin.
  package func takeEnded() -> [(number: Int, outcome: Outcome)] {
    state.withLock { state in
      defer { state.ended = [] }
      return state.ended.sorted { $0.number < $1.number }
    }
  }

  /// Cancels all work.
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
      // Under the lock: a count from before a gate was opened would end a wait that has begun since.
      guard state.running.count <= gates.waitingCount else { return nil }
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume()
  }
}
