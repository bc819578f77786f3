internal import MockPlatform

/// The tasks of a run's body that wait for their turn.
final class RunWaiters: Sendable {
  private struct State {
    var lastID = 0
    var waiters: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
    /// Whether tasks that wait from now on continue immediately.
    var isOver = false
  }

  private let state = Locked(State(), isLeaf: true)

  /// The number of tasks that have waited so far.
  var arrivals: Int { state.withLock { $0.lastID } }

  var isEmpty: Bool { state.withLock { $0.waiters.isEmpty } }

  /// Waits until the waiting tasks are resumed; returns immediately if the task is canceled.
  nonisolated(nonsending) func wait() async {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // If the task is canceled after this, the cancellation finds the waiter in the list.
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

  /// Resumes all waiting tasks.
  func resume() {
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  /// Resumes all waiting tasks, and lets later ones continue immediately.
  func end() {
    state.withLock { $0.isOver = true }
    resume()
  }
}
