internal import MockPlatform

/// Those of a run's body who wait until it is their turn.
final class RunWaiters: Sendable {
  private struct State {
    var lastID = 0
    var waiters: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
    /// Whether nobody waits any more.
    var isOver = false
  }

  private let state = Locked(State(), isLeaf: true)

  /// How many have come so far.
  var arrivals: Int { state.withLock { $0.lastID } }

  var isEmpty: Bool { state.withLock { $0.waiters.isEmpty } }

  /// Waits until somebody lets all go on; returns at once where the task is cancelled.
  nonisolated(nonsending) func wait() async {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // A cancellation that comes later finds it.
          if Task.isCancelled || state.isOver { return true }
          state.waiters.append((id, continuation))
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume()
    }
  }

  /// Lets all go on who wait.
  func resume() {
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  /// Lets all go on, and also those who come from now on.
  func end() {
    state.withLock { $0.isOver = true }
    resume()
  }
}
